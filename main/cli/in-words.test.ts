import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSessionLog } from '../store/session-log';
import { inWords } from './in-words';
import { UsageError } from './read-words';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'words-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['a file stands where the data folder should be', (place: string) => writeFileSync(place, '')],
  ['the data folder is a link to nowhere', (place: string) => symlinkSync('/dev/null/nowhere', place)],
])('says which folder can’t be written and what to do, in the person’s language: %s', async (_what, make) => {
  const place = join(folder, 'data');
  make(place);
  const open = () => Promise.resolve(openSessionLog(place, 's').append({ type: 'x' }));
  const refused = await inWords('en', place, async () => open()).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UsageError);
  expect(String(refused)).toContain(`The data folder ${place} can’t be written`);
  expect(String(refused)).toContain('--data-dir');
  await expect(inWords('zh', place, async () => open())).rejects.toThrow('无法写入');
});

it('leaves any other failure as it is', async () => {
  await expect(inWords('en', folder, () => Promise.reject(new TypeError('x')))).rejects.toBeInstanceOf(TypeError);
});
