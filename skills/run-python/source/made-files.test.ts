import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { holdFolder, snapshotOf } from './made-files';

let place: string;
let folder: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'deskwright-made-'));
  folder = join(place, 'output');
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

it('keeps a folder as long as a run writes there, and removes what was made for nothing with the last', () => {
  const first = holdFolder(folder, 'a');
  const second = holdFolder(folder, 'b');
  expect([...snapshotOf(folder).keys()]).toEqual([]);
  first.release();
  expect(existsSync(folder)).toBe(true);
  second.release();
  expect(existsSync(folder)).toBe(false);
});

it('leaves a folder that was there, and one with a file in it', () => {
  mkdirSync(folder);
  holdFolder(folder, 'a').release();
  expect(readdirSync(folder)).toEqual([]);
  const other = join(place, 'other');
  const held = holdFolder(other, 'a');
  writeFileSync(join(other, 'made.txt'), 'x');
  held.release();
  expect(readdirSync(other)).toEqual(['made.txt']);
});
