import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { downloadedElectron, overriddenElectron } from './official.mjs';

const HOUR = 60 * 60 * 1000;
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'official-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the official download', () => {
  const attempts = [];
  const attempt = (now, { version = '45.5.0', memory = join(folder, 'failed.json') } = {}) =>
    downloadedElectron({
      memory,
      now,
      version,
      log: () => {},
      probe: async () => {
        attempts.push(now);
        throw new Error('example.org does not answer');
      },
      install: async () => expect.unreachable(),
    });
  beforeEach(() => attempts.splice(0));

  it('is not tried again for a day after it failed', async () => {
    await expect(attempt(0)).rejects.toThrow('example.org does not answer');
    await expect(attempt(23 * HOUR)).rejects.toThrow(/example.org does not answer.*tried again after 1970-01-02 00:00/);
    expect(attempts).toEqual([0]);
    await expect(attempt(25 * HOUR)).rejects.toThrow('example.org');
    expect(attempts).toEqual([0, 25 * HOUR]);
  });

  it('is tried again at once for another version', async () => {
    await expect(attempt(0)).rejects.toThrow();
    await expect(attempt(1, { version: '46.0.0' })).rejects.toThrow();
    expect(attempts).toEqual([0, 1]);
  });

  it('is tried every time where there is nothing to fall back on', async () => {
    await expect(attempt(0, { memory: null })).rejects.toThrow();
    await expect(attempt(1, { memory: null })).rejects.toThrow();
    expect(attempts).toEqual([0, 1]);
  });
});

describe('ELECTRON_OVERRIDE_DIST_PATH', () => {
  it.runIf(process.platform === 'linux')('is used when an Electron is in it', async () => {
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist', 'electron'), '');
    writeFileSync(join(folder, 'dist', 'version'), 'v31.0.0\n');
    const found = await overriddenElectron({ ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'dist') });
    expect(found).toEqual({ executable: join(folder, 'dist', 'electron'), version: '31.0.0' });
  });

  it('is an error when none is', async () => {
    await expect(overriddenElectron({ ELECTRON_OVERRIDE_DIST_PATH: folder })).rejects.toThrow(/no Electron in it/);
  });
});
