import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ChangeList, ChangeView } from '../../../preload/contract/changes';
import { createChangesSlice, type ChangesSlice } from './slice';

const change = (number: number): ChangeView => ({ number, run: 1, at: '', tool: 'Write', kind: 'created', path: `/${number}`, from: null, count: 1, lines: null, state: 'made', uncertain: false, dropped: false });

/** A store whose lists and undoing are answered when the test says so. */
function changes() {
  const lists: { session: string; answer(list: ChangeList): void }[] = [];
  const undos: (() => void)[] = [];
  const store = createStore<ChangesSlice>()((set, get) =>
    createChangesSlice(set, get, {
      listChanges: ({ session }) =>
        new Promise((resolve) => {
          lists.push({ session, answer: resolve });
        }),
      showChange: () => Promise.resolve(null),
      undoChanges: () =>
        new Promise((resolve) => {
          undos.push(() => resolve([]));
        }),
    }),
  );
  return { store, lists, undos };
}

it('shows the newest list, whichever answer comes last', async () => {
  const { store, lists } = changes();
  const both = [store.getState().loadChanges('s'), store.getState().loadChanges('s')];
  lists[1]?.answer({ changes: [change(1), change(2)], uncovered: [] });
  lists[0]?.answer({ changes: [change(1)], uncovered: [] });
  await Promise.all(both);
  expect(store.getState().changes).toHaveLength(2);
});

it('stays with the session that is shown by now, when undoing in another is over', async () => {
  const { store, lists, undos } = changes();
  void store.getState().loadChanges('one');
  const undoing = store.getState().undoChanges({ direction: 'undo' });
  void store.getState().loadChanges('two');
  undos[0]?.();
  await undoing;
  expect(store.getState()).toMatchObject({ changesOf: 'two', undoing: false });
  expect(lists.map(({ session }) => session)).toEqual(['one', 'two']);
});
