import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'playwright/test';
import type { RunEvent } from '../../../preload/contract/run-event';
import { startModelServer } from '../../fixtures/model-server';

const cli = path.resolve('dist/main/cli.js');

/** Runs the built command line to its end. */
async function run(words: string[]): Promise<{ code: number | null; output: string; errors: string }> {
  const { OPENAI_API_KEY: _key, OPENAI_BASE_URL: _url, MODEL_NAME: _name, ...environment } = process.env;
  const child = spawn(process.execPath, [cli, ...words], { env: { ...environment, LANG: 'C' }, stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  return { code, output, errors };
}

// Six starts of the command line, on a machine that may be busy.
test.describe.configure({ timeout: 300_000 });

test('--undo takes back what a session changed, leaves alone what was changed since, and --json reports the run', async () => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'undo-')));
  const workspace = path.join(root, 'work');
  const data = ['--data-dir', path.join(root, 'data')];
  const at = (name: string): string => path.join(workspace, name);
  mkdirSync(workspace);
  writeFileSync(at('a.txt'), 'old\r\n');
  writeFileSync(at('b.txt'), 'b');
  const server = await startModelServer([
    { calls: [{ name: 'Read', arguments: { path: 'a.txt' } }] },
    { calls: [{ name: 'Edit', arguments: { path: 'a.txt', old_string: 'old', new_string: 'new' } }] },
    { calls: [{ name: 'Bash', arguments: { command: 'rm b.txt && echo c > c.txt' } }] },
    { text: 'I changed a.txt. All tests pass.' },
  ]);
  const words = ['--json', '--approve', 'all', '--workspace', workspace, ...data, '--session', 'mine', '--base-url', server.url, '--model', 'scripted', 'do it'];
  const { output, code } = await run(words);
  await server.close();
  expect(code).toBe(0);
  const events = output.split('\n').filter(Boolean).map((line) => JSON.parse(line) as RunEvent);
  const report = events.at(-2);
  expect(events.at(-1)).toMatchObject({ type: 'run_end', status: 'completed' });
  expect(report).toMatchObject({
    type: 'report',
    commands: [{ command: 'rm b.txt && echo c > c.txt', exit_code: 0, state: 'ended' }],
    unverified: [],
  });
  expect(report?.type === 'report' && report.files.map(({ path: file, kind }) => [path.basename(file), kind]).sort()).toEqual([
    ['a.txt', 'modified'],
    ['b.txt', 'deleted'],
    ['c.txt', 'created'],
  ]);

  const look = await run([...data, '--undo', 'mine', '--approve', 'none']);
  expect([look.code, readFileSync(at('a.txt'), 'utf8')]).toEqual([0, 'new\r\n']);
  writeFileSync(at('c.txt'), 'the person');
  const undone = await run([...data, '--undo', 'mine']);
  expect(undone.code).toBe(3);
  expect(undone.output).toContain('left alone: created');
  expect(readFileSync(at('a.txt'), 'utf8')).toBe('old\r\n');
  expect(readFileSync(at('b.txt'), 'utf8')).toBe('b');
  expect(readFileSync(at('c.txt'), 'utf8')).toBe('the person');
  expect((await run([...data, '--redo', 'mine', '--change', '1'])).code).toBe(0);
  expect(readFileSync(at('a.txt'), 'utf8')).toBe('new\r\n');

  const unknown = await run([...data, '--undo', 'other']);
  expect(unknown.code).toBe(2);
  expect(unknown.errors).toContain('There is no session other');
  expect(existsSync(path.join(root, 'data', 'journal', 'other'))).toBe(false);
});
