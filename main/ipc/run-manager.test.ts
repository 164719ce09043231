import { expect, test, vi } from 'vitest';
import type { RunEvent } from '../../preload/contract/run-event';
import { createRunManager, type RunControls, type RunManager } from './run-manager';

interface Bed {
  manager: RunManager;
  events: RunEvent[];
  ends: string[];
}

function bed(perform: (task: string, controls: RunControls) => Promise<unknown>): Bed {
  const events: RunEvent[] = [];
  const ends: string[] = [];
  let sessions = 0;
  const manager = createRunManager({
    newSession: () => `s${++sessions}`,
    perform,
    emit: (event) => events.push(event),
    onChange: () => undefined,
    onEnd: async (status) => {
      ends.push(status);
    },
  });
  return { manager, events, ends };
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
const idle = (manager: RunManager) => vi.waitFor(() => expect(manager.state().active).toBe(false), { timeout: 30_000 });

test('a run emits its events in order and ends once the desktop is let go of', async () => {
  const { manager, events, ends } = bed(async (task, { emit }) => {
    emit({ type: 'assistant', text: task });
    emit({ type: 'run_end', status: 'completed', text: 'done' });
  });
  const { session } = manager.start({ text: 'hello' });
  expect(manager.state()).toEqual({ active: true, paused: false, session });
  await idle(manager);
  expect(events).toEqual([
    { type: 'assistant', text: 'hello' },
    { type: 'run_end', status: 'completed', text: 'done' },
  ]);
  expect(ends).toEqual(['completed']);
});

test('a second run is refused while one is active, and possible after', async () => {
  const { manager } = bed(async (_task, { signal, emit }) => {
    await untilAborted(signal);
    emit({ type: 'run_end', status: 'stopped', text: '' });
  });
  const { session } = manager.start({ text: 'one' });
  expect(() => manager.start({ text: 'two' })).toThrow(/active/);
  await manager.stop();
  expect(manager.start({ text: 'three', session })).toEqual({ session });
  await manager.stop();
});

test('stop resolves only when the run has ended', async () => {
  const { manager, events } = bed(async (_task, { signal, emit }) => {
    await untilAborted(signal);
    await nextTurn();
    emit({ type: 'run_end', status: 'stopped', text: '' });
  });
  manager.start({ text: 'x' });
  await manager.stop();
  expect(events.at(-1)).toMatchObject({ type: 'run_end', status: 'stopped' });
  expect(manager.state().active).toBe(false);
});

test('once it is closed the run is over and no other begins', async () => {
  const { manager, events } = bed(async (_task, { signal, emit }) => {
    await untilAborted(signal);
    emit({ type: 'run_end', status: 'stopped', text: '' });
  });
  manager.start({ text: 'x' });
  await manager.close();
  expect(events.at(-1)).toMatchObject({ type: 'run_end', status: 'stopped' });
  expect(() => manager.start({ text: 'y' })).toThrow(/closing/);
});

test('a run that fails before the loop begins still shows what was asked, and ends with the reason', async () => {
  const { manager, events } = bed(async () => {
    throw new Error('no such workspace');
  });
  manager.start({ text: 'x' });
  await idle(manager);
  expect(events).toEqual([
    { type: 'run_start', session: 's1', model: '', workspace: '' },
    { type: 'user', text: 'x' },
    { type: 'run_end', status: 'failed', text: 'no such workspace' },
  ]);
});

test('a question waits for its answer, once', async () => {
  const { manager, events } = bed(async (_task, { ask, emit }) => {
    emit({ type: 'run_end', status: 'completed', text: await ask('Which?', ['a', 'b']) });
  });
  manager.start({ text: 'x' });
  await vi.waitFor(() => expect(events).toHaveLength(1), { timeout: 30_000 });
  const [question] = events;
  if (question?.type !== 'question') throw new Error('no question');
  expect(() => manager.answer({ id: 'another', text: 'a' })).toThrow();
  expect(manager.ongoing()).toMatchObject({ session: 's1', unrecorded: [question] });
  manager.answer({ id: question.id, text: 'b' });
  expect(() => manager.answer({ id: question.id, text: 'a' })).toThrow();
  await idle(manager);
  expect(events.at(-1)).toMatchObject({ text: 'b' });
  expect(manager.ongoing()).toBeNull();
});

test('what has streamed of an answer is known until a record tells it, or it is asked for anew', async () => {
  const seen: unknown[] = [];
  const { manager } = bed(async (_task, { emit }) => {
    const after = (event: RunEvent): void => {
      emit(event);
      seen.push(manager.ongoing()?.unrecorded);
    };
    after({ type: 'delta', text: 'Hel' });
    after({ type: 'delta', text: 'lo' });
    after({ type: 'notice', code: 'LIMIT_NEAR', text: '' });
    after({ type: 'notice', code: 'MODEL_RETRY', text: '' });
    after({ type: 'delta', text: 'Hi' });
    after({ type: 'assistant', text: 'Hi' });
  });
  manager.start({ text: 'x' });
  await idle(manager);
  const streamed = (text: string) => [{ type: 'delta', text }];
  expect(seen).toEqual([streamed('Hel'), streamed('Hello'), streamed('Hello'), [], streamed('Hi'), []]);
});

test('a stop ends a question', async () => {
  const { manager, events } = bed(async (_task, { ask }) => ask('Which?', []));
  manager.start({ text: 'x' });
  await vi.waitFor(() => expect(events).toHaveLength(1), { timeout: 30_000 });
  await manager.stop();
  expect(events.at(-1)).toMatchObject({ type: 'run_end' });
});

test('a paused run waits, and goes on', async () => {
  const steps: string[] = [];
  const { manager } = bed(async (_task, { whenUnpaused }) => {
    await whenUnpaused();
    steps.push('went on');
  });
  manager.start({ text: 'x' });
  manager.pause(true);
  expect(manager.state().paused).toBe(true);
  await nextTurn();
  expect(steps).toEqual([]);
  manager.pause(false);
  await idle(manager);
  expect(steps).toEqual(['went on']);
  expect(manager.state().paused).toBe(false);
});

test('nothing can be paused when nothing runs', () => {
  const { manager } = bed(async () => undefined);
  manager.pause(true);
  expect(manager.state().paused).toBe(false);
});
