import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'playwright/test';
import type { RunEvent } from '../../../preload/contract/run-event';
import { startModelServer, type Script } from '../../fixtures/model-server';

const cli = path.resolve('dist/main/cli.js');

interface Headless {
  code: number | null;
  events: RunEvent[];
  errors: string;
  workspace: string;
}

/** Runs the built command line in plain Node, as a script would. */
async function headless(words: string[], options: { script?: Script; stopAt?: (line: string) => boolean } = {}): Promise<Headless> {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'headless-')));
  const workspace = path.join(root, 'work');
  mkdirSync(workspace);
  writeFileSync(path.join(root, 'outside.txt'), 'not yours');
  const server = options.script ? await startModelServer(options.script) : null;
  const model = server ? ['--base-url', server.url, '--model', 'scripted'] : [];
  const { DISPLAY: _display, OPENAI_API_KEY: _key, OPENAI_BASE_URL: _url, MODEL_NAME: _name, ...environment } = process.env;
  const child = spawn(process.execPath, [cli, '--json', '--workspace', workspace, '--data-dir', path.join(root, 'data'), ...model, ...words], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  let interrupted = false;
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (interrupted || !options.stopAt?.(output)) return;
    interrupted = child.kill('SIGINT');
  });
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  if (server) {
    expect(server.refusals).toEqual([]);
    await server.close();
  }
  const events = output.split('\n').filter(Boolean).map((line) => JSON.parse(line) as RunEvent);
  return { code, events, errors, workspace };
}

const bash = (command: string): Script => [{ calls: [{ name: 'Bash', arguments: { command } }] }, { text: 'That is all.' }];
const codeOf = ({ events }: Headless): string | undefined => events.flatMap((event) => (event.type === 'tool_result' ? [event.result.error?.code ?? 'none'] : []))[0];

test('--approve none executes nothing that would ask, answers DENIED and exits 3', async () => {
  const run = await headless(['--approve', 'none', 'touch it'], { script: bash('touch x') });
  expect(codeOf(run)).toBe('DENIED');
  expect(existsSync(path.join(run.workspace, 'x'))).toBe(false);
  expect(run.code).toBe(3);
});

test('--approve ask denies where nobody can be asked', async () => {
  const run = await headless(['touch it'], { script: bash('touch x') });
  expect(codeOf(run)).toBe('DENIED');
});

test('--approve all executes it and exits 0', async () => {
  const run = await headless(['--approve', 'all', 'touch it'], { script: bash('touch x') });
  expect(existsSync(path.join(run.workspace, 'x'))).toBe(true);
  expect(run.code).toBe(0);
});

for (const mode of ['all', 'none', 'ask']) {
  test(`rm -rf / is FORBIDDEN under --approve ${mode}`, async () => {
    const run = await headless(['--approve', mode, 'clean up'], { script: bash('rm -rf /') });
    expect(codeOf(run)).toBe('FORBIDDEN');
    expect(run.events.some((event) => event.type === 'approval' && event.decision === 'forbidden' && event.by === 'policy')).toBe(true);
  });
}

test('a path outside the workspace is asked about, also through a link', async () => {
  for (const target of ['../outside.txt', 'link']) {
    const script: Script = [{ calls: [{ name: 'Bash', arguments: { command: 'ln -s ../outside.txt link' } }] }, { calls: [{ name: 'Read', arguments: { path: target } }] }, { text: 'ok' }];
    const run = await headless(['--approve', 'all', 'read it'], { script });
    const asked = run.events.filter((event) => event.type === 'approval' && event.tool === 'Read');
    expect(asked).toMatchObject([{ level: 'risky', by: 'flag' }]);
  }
  const denied = await headless(['--approve', 'none', 'read it'], { script: [{ calls: [{ name: 'Read', arguments: { path: '../outside.txt' } }] }, { text: 'ok' }] });
  expect(codeOf(denied)).toBe('DENIED');
});

test('the offline planner works without a model, and owns up to what it does not understand', async () => {
  const done = await headless(['create notes.txt with hello']);
  expect(readFileSync(path.join(done.workspace, 'notes.txt'), 'utf8').trim()).toBe('hello');
  expect(done.code).toBe(0);
  const lost = await headless(['book me a flight to Rome']);
  expect(lost.events.at(-1)).toMatchObject({ type: 'run_end', status: 'failed' });
  expect(lost.code).toBe(1);
});

test('Ctrl+C ends the run with 130 and answers what was open', async () => {
  const run = await headless(['--approve', 'all', 'wait'], { script: bash('sleep 300'), stopAt: (output) => output.includes('"decision":"allow"') });
  expect(run.code).toBe(130);
  expect(codeOf(run)).toBe('CANCELLED');
  expect(run.events.at(-1)).toMatchObject({ type: 'run_end', status: 'stopped' });
});

test('a run that reaches its step limit exits 3', async () => {
  const run = await headless(['--max-steps', '2', 'look'], { script: [{ calls: [{ name: 'LS', arguments: {} }] }] });
  expect(run.events.at(-1)).toMatchObject({ type: 'run_end', status: 'limit' });
  expect(run.code).toBe(3);
});

test('a wrong command line says what is wrong and exits 2', async () => {
  for (const words of [[], ['--approve', 'perhaps', 'x'], ['--max-steps', '0', 'x'], ['--unknown', 'x'], ['--workspace', '/no/such/folder', 'x'], ['--session', '../x', 'x'], ['--base-url', 'http://127.0.0.1:9', 'x']]) {
    const run = await headless(words);
    expect(run.code, words.join(' ')).toBe(2);
    expect(run.errors).toContain('Usage:');
    expect(run.events).toEqual([]);
  }
});
