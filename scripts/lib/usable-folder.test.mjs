import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { usableFolder } from './usable-folder.mjs';

describe('a folder to write to', () => {
  it('is the wanted one, or the other where that can not be had', () => {
    const folder = mkdtempSync(join(tmpdir(), 'usable-'));
    writeFileSync(join(folder, 'file'), '');
    const instead = join(folder, 'b', 'own');
    expect(usableFolder(join(folder, 'a', 'cache'), instead)).toBe(join(folder, 'a', 'cache'));
    expect(existsSync(instead)).toBe(false);
    // In a file's place nobody can make a folder, not even root.
    expect(usableFolder(join(folder, 'file', 'cache'), instead)).toBe(instead);
    expect(existsSync(instead)).toBe(true);
    rmSync(folder, { recursive: true });
  });
});
