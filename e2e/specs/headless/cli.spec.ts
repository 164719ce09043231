import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'playwright/test';
import { headless, type Headless } from '../../fixtures/headless';
import type { Script } from '../../fixtures/model-server';

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
