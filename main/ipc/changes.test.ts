import { expect, test } from 'vitest';
import type { UndoChanges } from '../../preload/contract/changes';
import { answerChanges, type ChangeDesk } from './changes';
import type { Door } from './handle';

function bed(held: string | null) {
  const answers = new Map<string, (payload: unknown) => unknown>();
  const undone: UndoChanges[] = [];
  const desk: ChangeDesk = {
    list: (session) => Promise.resolve({ changes: [], uncovered: [session] }),
    show: () => Promise.resolve(null),
    undo: (request) => (undone.push(request), Promise.resolve([])),
    held: () => held,
  };
  answerChanges({ handle: (method, answer) => void answers.set(method, answer as (payload: unknown) => unknown) } as Door, desk);
  return { undone, ask: (method: string, payload: unknown) => answers.get(method)!(payload) };
}

test('changes are undone when no run could be writing the same files', () => {
  const free = bed(null);
  void free.ask('undoChanges', { session: 's', direction: 'undo' });
  expect(free.undone).toEqual([{ session: 's', direction: 'undo' }]);
  const busy = bed('A run is active.');
  expect(() => busy.ask('undoChanges', { session: 's', direction: 'undo' })).toThrow('A run is active.');
  expect(busy.undone).toEqual([]);
});

test('no session name leads out of the journal', () => {
  const { ask } = bed(null);
  for (const session of ['../x', '', 'a/b', '.open']) {
    expect(() => ask('listChanges', { session })).toThrow('no such session');
    expect(() => ask('showChange', { session, change: 1 })).toThrow('no such session');
    expect(() => ask('undoChanges', { session, direction: 'undo' })).toThrow('no such session');
  }
});
