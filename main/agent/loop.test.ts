import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startModelServer, type ModelServer, type Script } from '../../e2e/fixtures/model-server';
import type { RunEvent } from '../../preload/contract/run-event';
import { fixedAsker } from '../approval/fixed-asker';
import type { Asker } from '../approval/gate';
import { createClient } from '../model/client';
import { coreTools } from '../tools/core-tools';
import { openSession, type Session } from './session';

let server: ModelServer | undefined;
let session: Session | undefined;
let root = '';
afterEach(async () => {
  await server?.close();
  server = undefined;
  session?.dispose();
  session = undefined;
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});

/** One task with the real tools, gate and client, against the strict scripted server. */
async function perform(script: Script, options: { asker?: Asker; maxSteps?: number; signal?: AbortSignal; onEvent?: (event: RunEvent) => void } = {}) {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'loop-')));
  const workspace = path.join(root, 'work');
  mkdirSync(workspace);
  writeFileSync(path.join(workspace, 'notes.txt'), 'one\ntwo\n');
  server = await startModelServer(script);
  const events: RunEvent[] = [];
  session = await openSession({
    id: 'test',
    dataFolder: path.join(root, 'data'),
    workspace,
    ownFolders: [],
    tools: coreTools,
    desktop: false,
    mode: () => 'balanced',
    language: () => 'en',
    asker: options.asker ?? fixedAsker('none'),
    ask: () => Promise.resolve(null),
    secrets: () => [],
  });
  const result = await session.run('Please do it.', {
    model: createClient({ baseUrl: server.url, apiKey: '', model: 'scripted', language: 'en' }),
    maxSteps: options.maxSteps ?? 10,
    signal: options.signal ?? new AbortController().signal,
    emit(event) {
      events.push(event);
      options.onEvent?.(event);
    },
  });
  expect(server.refusals).toEqual([]);
  const results = events.flatMap((event) => (event.type === 'tool_result' ? [event.result] : []));
  return { result, events, results, workspace, server };
}

const bash = (command: string, id = 'b') => ({ calls: [{ id, name: 'Bash', arguments: { command } }] });

describe('a run', () => {
  it('goes from the person’s words through calls and results to an answer', async () => {
    const run = await perform([{ text: 'I look first.', calls: [{ id: 'r', name: 'Read', arguments: { path: 'notes.txt' } }] }, { text: 'Two lines.' }]);
    expect(run.result).toEqual({ status: 'completed', text: 'Two lines.' });
    expect(run.events.filter((event) => event.type !== 'delta' && event.type !== 'usage').map((event) => event.type)).toEqual([
      'run_start', 'user', 'assistant', 'tool_call', 'approval', 'tool_result', 'assistant', 'run_end',
    ]);
    expect(run.server.answerTo('r')).toContain('one');
  });

  it('does not execute what was denied, tells the model so, and ends as stopped', async () => {
    const run = await perform([bash('touch x'), { text: 'Not done.' }]);
    expect(run.results[0]?.error?.code).toBe('DENIED');
    expect(existsSync(path.join(run.workspace, 'x'))).toBe(false);
    expect(run.server.answerTo('b')).toContain('DENIED');
    expect(run.result.status).toBe('stopped');
  });

  it('executes it when it was allowed', async () => {
    const run = await perform([bash('touch x'), { text: 'Done.' }], { asker: fixedAsker('all') });
    expect(existsSync(path.join(run.workspace, 'x'))).toBe(true);
    expect(run.result.status).toBe('completed');
  });

  it('never lets a red line through, whoever says yes', async () => {
    const run = await perform([bash('rm -rf /'), { text: 'No.' }], { asker: fixedAsker('all') });
    expect(run.results[0]?.error?.code).toBe('FORBIDDEN');
  });

  it('runs neighbouring reads of one turn, then the write, and answers all in order', async () => {
    const run = await perform([
      {
        calls: [
          { id: 'a', name: 'Read', arguments: { path: 'notes.txt' } },
          { id: 'b', name: 'LS', arguments: {} },
          { id: 'c', name: 'Edit', arguments: { path: 'notes.txt', old_string: 'two', new_string: 'drei' } },
        ],
      },
      { text: 'Done.' },
    ]);
    expect(readFileSync(path.join(run.workspace, 'notes.txt'), 'utf8')).toBe('one\ndrei\n');
    expect(run.server.requests[1]?.messages.slice(-3).map((message) => message.tool_call_id)).toEqual(['a', 'b', 'c']);
  });

  it('answers an unknown tool and broken arguments, and goes on', async () => {
    const run = await perform([{ calls: [{ id: 'x', name: 'Raed', arguments: {} }, { id: 'y', name: 'Read', arguments: '{"path": ' }] }, { text: 'ok' }]);
    expect(run.results.map((one) => one.error?.code)).toEqual(['INVALID_PARAM', 'TRUNCATED']);
    expect(run.results[0]?.error?.hint).toContain('Read');
    expect(run.result.status).toBe('completed');
  });

  it('never runs a call that was cut off at the token limit', async () => {
    const run = await perform([{ ...bash('touch x'), finish: 'length' }, { text: 'Shorter.' }], { asker: fixedAsker('all') });
    expect(existsSync(path.join(run.workspace, 'x'))).toBe(false);
    expect(run.events.some((event) => event.type === 'notice' && event.code === 'ANSWER_NOT_USED')).toBe(true);
    expect(run.result.status).toBe('completed');
  });

  it('fails honestly after two empty answers', async () => {
    const run = await perform([{ text: '' }]);
    expect(run.result.status).toBe('failed');
    expect(run.server.requests).toHaveLength(2);
  });

  it('ends at the step limit and says so', async () => {
    const run = await perform([{ calls: [{ name: 'LS', arguments: {} }] }], { maxSteps: 3 });
    expect(run.result.status).toBe('limit');
    expect(run.server.requests).toHaveLength(3);
  });

  it('fails with the reason when the model can’t be reached', async () => {
    const run = await perform([{ status: 401 }]);
    expect(run.result.status).toBe('failed');
    expect(run.events.some((event) => event.type === 'notice' && event.code === 'MODEL_KEY')).toBe(true);
  });
});

describe('work that leads nowhere', () => {
  const missing = { calls: [{ name: 'Read', arguments: { path: 'missing.txt' } }] };

  it('is told to the model, and ends with the reason when nobody can be asked', async () => {
    const run = await perform([missing], { maxSteps: 50 });
    expect(run.server.requests).toHaveLength(6);
    expect(JSON.stringify(run.server.requests[3]?.messages.at(-1))).toContain('same call 3 times');
    expect(run.result).toEqual({ status: 'stopped', text: expect.stringContaining('missing.txt') });
    expect(run.events.filter((event) => event.type === 'notice' && event.code === 'STUCK')).toHaveLength(2);
  });

  it('does not stop a model that takes the hint', async () => {
    const run = await perform((_request, turn) => (turn < 3 ? missing : turn === 3 ? { calls: [{ name: 'LS', arguments: {} }] } : { text: 'Not there.' }));
    expect(run.result).toEqual({ status: 'completed', text: 'Not there.' });
  });

  it('says that steps of the list were left open', async () => {
    const todos = [{ content: 'a', status: 'completed' }, { content: 'b', status: 'pending' }];
    const run = await perform([{ calls: [{ name: 'TodoWrite', arguments: { summary: 's', todos } }] }, { text: 'All done!' }]);
    expect(run.events).toContainEqual({ type: 'notice', code: 'STEPS_OPEN', text: expect.stringContaining('1 of 2') });
  });

  it('does not say of an assistant that was refused, and stops there, that it called its list done', async () => {
    const todos = [{ content: 'a', status: 'in_progress' }];
    const run = await perform([{ calls: [{ name: 'TodoWrite', arguments: { summary: 's', todos } }] }, bash('touch x'), { text: 'I stopped: it was not allowed.' }]);
    expect(run.result.status).toBe('stopped');
    expect(run.events.filter((event) => event.type === 'notice' && event.code === 'STEPS_OPEN')).toEqual([]);
  });
});

describe('Stop', () => {
  const stopWhen = async (script: Script, asker: Asker, when: (event: RunEvent) => boolean) => {
    const stop = new AbortController();
    const run = await perform(script, {
      asker,
      signal: stop.signal,
      onEvent: (event) => {
        if (!stop.signal.aborted && when(event)) stop.abort();
      },
    });
    expect(run.result.status).toBe('stopped');
    return run;
  };

  it('wins over a silent model', async () => {
    await stopWhen([{ stall: true }], fixedAsker('none'), (event) => event.type === 'user');
  });

  it('wins over a command, and answers the calls that are left as cancelled', async () => {
    const run = await stopWhen(
      [{ calls: [{ id: 'a', name: 'Bash', arguments: { command: 'sleep 6000' } }, { id: 'b', name: 'Write', arguments: { path: 'y.txt', content: 'y' } }] }],
      fixedAsker('all'),
      (event) => event.type === 'approval' && event.decision === 'allow',
    );
    expect(run.results.map((one) => one.error?.code)).toEqual(['CANCELLED', 'CANCELLED']);
    expect(existsSync(path.join(run.workspace, 'y.txt'))).toBe(false);
  });

  it('wins over an open dialog', async () => {
    const never: Asker = { by: 'person', ask: () => new Promise<never>(() => {}) };
    const run = await stopWhen([bash('touch x')], never, (event) => event.type === 'approval' && event.decision === 'asked');
    expect(run.results[0]?.error?.code).toBe('CANCELLED');
  });
});
