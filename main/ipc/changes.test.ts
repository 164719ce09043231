import { expect, test } from 'vitest';
import type { UndoChanges } from '../../preload/contract/changes';
import { answerChanges, type ChangeDesk } from './changes';
import type { Door } from './handle';

function bed(held: string | null, working: Promise<void> = Promise.resolve()) {
  const answers = new Map<string, (payload: unknown) => unknown>();
  const undone: UndoChanges[] = [];
  const desk: ChangeDesk = {
    list: (session) => Promise.resolve({ changes: [], uncovered: [session] }),
    show: () => Promise.resolve(null),
    undo: async (request) => {
      undone.push(request);
      await working;
      return [];
    },
    held: () => held,
  };
  const { settled } = answerChanges({ handle: (method, answer) => void answers.set(method, answer as (payload: unknown) => unknown) } as Door, desk);
  return { undone, settled, ask: (method: string, payload: unknown) => answers.get(method)!(payload) };
}

test('changes are undone when no run could be writing the same files', async () => {
  const free = bed(null);
  await free.ask('undoChanges', { session: 's', direction: 'undo' });
  expect(free.undone).toEqual([{ session: 's', direction: 'undo' }]);
  const busy = bed('A run is active.');
  expect(() => busy.ask('undoChanges', { session: 's', direction: 'undo' })).toThrow('A run is active.');
  expect(busy.undone).toEqual([]);
});

test('what is undone is done before the next undo and before a run that wants to begin', async () => {
  let finish = (): void => undefined;
  const { undone, settled, ask } = bed(null, new Promise((resolve) => {
    finish = resolve;
  }));
  const order: string[] = [];
  const first = Promise.resolve(ask('undoChanges', { session: 's', direction: 'undo' })).then(() => order.push('undone'));
  const run = settled().then(() => order.push('run'));
  const second = ask('undoChanges', { session: 's', direction: 'redo' });
  await Promise.resolve();
  expect(undone).toHaveLength(1);
  finish();
  await Promise.all([first, run, second]);
  expect(order).toEqual(['undone', 'run']);
  expect(undone).toHaveLength(2);
});

test('no session name leads out of the journal', () => {
  const { ask } = bed(null);
  for (const session of ['../x', '', 'a/b', '.open']) {
    expect(() => ask('listChanges', { session })).toThrow('no such session');
    expect(() => ask('showChange', { session, change: 1 })).toThrow('no such session');
    expect(() => ask('undoChanges', { session, direction: 'undo' })).toThrow('no such session');
  }
});
