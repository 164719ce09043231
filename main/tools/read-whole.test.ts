import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readWhole } from './read-whole';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deskwright-whole-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  ['by a thread', false],
  ['at once', true],
])('reads a file %s', (_how, atOnce) => {
  it.each([
    ['as long as it was', 9, 9],
    ['empty', 0, 0],
    ['longer than it was', 4, 9],
    ['empty when it was looked at', 0, 9],
    ['shorter than it was', 20, 9],
  ])('that is %s', async (_name, expected, real) => {
    const file = join(folder, 'a.txt');
    writeFileSync(file, 'x'.repeat(real));
    expect((await readWhole(file, expected, atOnce)).toString()).toBe('x'.repeat(real));
  });

  it('unless it is gone', async () => {
    await expect(readWhole(join(folder, 'none'), 3, atOnce)).rejects.toThrow(/ENOENT/);
  });
});

it.runIf(process.platform === 'linux')('does not wait for a pipe that was put in the file’s place', async () => {
  execFileSync('mkfifo', [join(folder, 'a.txt')]);
  await expect(readWhole(join(folder, 'a.txt'), 3, true)).rejects.toThrow(/pipe/);
});
