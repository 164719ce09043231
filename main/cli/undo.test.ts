import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Journal } from '../store/journal/journal';
import { UsageError } from './read-words';
import { undoCommand } from './undo';
import { parseUndo } from './undo-options';

let folder: string;
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'undo-')));
  const journal = new Journal({ dataFolder: folder, session: 'mine' });
  for (const name of ['a', 'b']) {
    writeFileSync(join(folder, name), 'old');
    await journal.replace({ call: name, tool: 'Edit' }, join(folder, name), Buffer.from('old'), Buffer.from('new'));
  }
  await journal.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function undo(...words: string[]): Promise<{ code: number; text: string }> {
  let text = '';
  const command = parseUndo(words);
  if (!command) throw new Error('not an undo');
  const code = await undoCommand(command, folder, 'en', (piece) => (text += piece));
  return { code, text };
}
const content = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('--undo', () => {
  it('takes back all, lists each and exits 0; a second time there is nothing', async () => {
    const { code, text } = await undo('--undo', 'mine');
    expect([code, content('a'), content('b')]).toEqual([0, 'old', 'old']);
    expect(text).toBe(`2  undone: changed ${join(folder, 'b')}\n1  undone: changed ${join(folder, 'a')}\n2 of 2 changes.\n`);
    expect(await undo('--undo', 'mine')).toEqual({ code: 0, text: 'There is nothing to undo: the session mine has no change that stands.\n' });
    expect((await undo('--redo', 'mine')).code).toBe(0);
    expect([content('a'), content('b')]).toEqual(['new', 'new']);
  });

  it('takes back one', async () => {
    await undo('--undo', 'mine', '--change', '1');
    expect([content('a'), content('b')]).toEqual(['old', 'new']);
  });

  it('leaves alone what was changed since, says why and exits 3', async () => {
    writeFileSync(join(folder, 'a'), 'person');
    const { code, text } = await undo('--undo', 'mine', '--json');
    expect([code, content('a'), content('b')]).toEqual([3, 'person', 'old']);
    const lines = text.trim().split('\n').map((line) => JSON.parse(line) as { number: number; result: string; left: { code: string }[] });
    expect(lines.map(({ number, result, left }) => [number, result, left.map((one) => one.code)])).toEqual([
      [2, 'done', []],
      [1, 'left', ['changed_since']],
    ]);
  });

  it('with --approve none only says what it would do', async () => {
    const { code, text } = await undo('--undo', 'mine', '--approve', 'none');
    expect([code, content('a')]).toEqual([0, 'new']);
    expect(text).toContain('1  would be undone: changed');
  });

  it('names an unknown session, an unknown change and a wrong command line', async () => {
    await expect(undo('--undo', 'other')).rejects.toThrow('There is no session other');
    await expect(undo('--undo', '../x')).rejects.toThrow(UsageError);
    await expect(undo('--undo', 'mine', '--change', '7')).rejects.toThrow('Its changes are: 1, 2.');
    for (const words of [['--undo', 'mine', '--redo', 'mine'], ['--undo', 'mine', 'a task'], ['--undo', 'mine', '--change', 'x'], ['--undo'], ['--undo', 'mine', '--max-steps', '3']]) {
      expect(() => parseUndo(words), words.join(' ')).toThrow(UsageError);
    }
    expect(parseUndo(['do it'])).toBeNull();
  });

  it('of a session that changed nothing says so', async () => {
    mkdirSync(join(folder, 'sessions'));
    writeFileSync(join(folder, 'sessions', 'quiet.jsonl'), '');
    expect((await undo('--undo', 'quiet')).text).toContain('nothing to undo');
  });
});
