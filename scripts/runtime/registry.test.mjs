import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkIntegrity } from './registry.mjs';

describe('the integrity of a fetched package', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'integrity-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const pinned = `sha512-${createHash('sha512').update('the package').digest('base64')}`;

  it('is accepted when every byte is as pinned', async () => {
    writeFileSync(join(folder, 'package.tgz'), 'the package');
    await expect(checkIntegrity(join(folder, 'package.tgz'), pinned)).resolves.toBeUndefined();
  });

  it('is refused when one byte differs', async () => {
    writeFileSync(join(folder, 'package.tgz'), 'the Package');
    await expect(checkIntegrity(join(folder, 'package.tgz'), pinned)).rejects.toThrow(/not the file that was pinned.*not used/);
  });
});
