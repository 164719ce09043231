import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { setup } from './own-temporary.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
});

it.skipIf(process.platform === 'win32')('a run has a place of its own for temporary files, which goes with it', () => {
  vi.stubEnv('TMPDIR', undefined);
  const outside = tmpdir();
  const remove = setup();
  const own = tmpdir();
  expect(own).not.toBe(outside);
  writeFileSync(join(own, 'left'), 'behind');
  remove?.();
  expect(existsSync(own)).toBe(false);
  expect(tmpdir()).toBe(outside);
});

it('a place that the caller named is left to the caller', () => {
  vi.stubEnv('TMPDIR', '/somewhere');
  expect(setup()).toBeUndefined();
  expect(process.env.TMPDIR).toBe('/somewhere');
});
