import { describe, expect, it } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SessionInfo, StoredConversation } from '../../../preload/contract/sessions';
import { createChatSlice, type ChatSlice } from '../chat/slice';
import { createSessionsSlice, type SessionsSlice } from './slice';

type Store = ChatSlice & SessionsSlice;
type Bridge = Parameters<typeof createSessionsSlice>[2];

const info = (id: string, title = id): SessionInfo => ({ id, title, created: '2026-01-01T00:00:00Z', updated: '2026-01-01T00:00:00Z', messages: 2 });
const conversation = (id: string): StoredConversation => ({
  id,
  title: id,
  events: [
    { type: 'run_start', session: id, model: 'm', workspace: '/w' },
    { type: 'user', text: 'hello', message: 0 },
    { type: 'assistant', text: 'Hi.', message: 1 },
    { type: 'run_end', status: 'completed', text: 'Hi.' },
  ],
  unreadable: 0,
  omitted: 0,
  busy: false,
});

const never = (): Promise<never> => new Promise(() => {});
const unused: Bridge = { listSessions: never, searchSessions: never, readSession: never, renameSession: never, deleteSession: never, restoreSession: never, forkSession: never, exportSession: never, getRequests: never };

/** A store over sessions in memory; `asked` are the requests it made. */
function stored(...ids: string[]): { store: StoreApi<Store>; asked: string[]; fail(message: string): void } {
  const asked: string[] = [];
  let list = ids.map((id) => info(id));
  let failure: string | null = null;
  const note = <T>(name: string, value: T): Promise<T> => {
    asked.push(name);
    return failure === null ? Promise.resolve(value) : Promise.reject(new Error(failure));
  };
  const bridge: Bridge = {
    listSessions: () => Promise.resolve(list),
    searchSessions: (query) => Promise.resolve(list.filter(({ title }) => title.includes(query)).map((each) => ({ ...each, excerpt: '', count: 0 }))),
    readSession: (id) => note(`read ${id}`, conversation(id)),
    renameSession: ({ id, title }) => ((list = list.map((each) => (each.id === id ? { ...each, title } : each))), note(`rename ${id} ${title}`, undefined)),
    async deleteSession(id) {
      await note(`delete ${id}`, undefined);
      list = list.filter((each) => each.id !== id);
    },
    restoreSession: (id) => ((list = [...list, info(id)]), note(`restore ${id}`, undefined)),
    forkSession: ({ id, message }) => note(`fork ${id} ${message}`, { id: `${id}-fork` }),
    exportSession: () => note('export', null),
    getRequests: () => note('requests', []),
  };
  const store = createStore<Store>()((set, get) => ({
    ...createChatSlice(set, get, { startRun: () => Promise.resolve({ session: 'new' }), answerQuestion: () => Promise.resolve() }),
    ...createSessionsSlice(set, get, bridge),
  }));
  return { store, asked, fail: (message) => (failure = message) };
}
const shown = (store: StoreApi<Store>): ChatSlice['conversations'][number] | undefined => store.getState().conversations.find(({ key }) => key === store.getState().current);

describe('a stored session', () => {
  it('is read once, shown with its numbers, and goes on as itself', async () => {
    const { store, asked } = stored('a', 'b');
    await store.getState().openSession('a');
    expect(shown(store)).toMatchObject({ session: 'a', title: 'a' });
    expect(shown(store)?.items.map((item) => ('message' in item ? item.message : item.kind))).toEqual([0, 1, 'end']);
    await store.getState().openSession('b');
    await store.getState().openSession('a');
    expect(asked).toEqual(['read a', 'read b']);
    expect(shown(store)?.session).toBe('a');
  });

  it('is the one that was chosen last, whichever is read first', async () => {
    const { store } = stored('a', 'b');
    const answers: (() => void)[] = [];
    const readSession: Bridge['readSession'] = (id) =>
      new Promise((resolve) => {
        answers.push(() => resolve(conversation(id)));
      });
    store.setState({ openSession: createSessionsSlice(store.setState, store.getState, { ...unused, readSession }).openSession });
    const both = [store.getState().openSession('a'), store.getState().openSession('b')];
    for (const answer of answers.reverse()) answer();
    await Promise.all(both);
    expect(shown(store)?.session).toBe('b');
    expect(store.getState().conversations.filter(({ session }) => session === 'a')).toEqual([]);
  });

  it('does not take the window back from a new task that was begun meanwhile', async () => {
    const { store } = stored('a', 'b');
    await store.getState().openSession('b');
    const opening = store.getState().openSession('a');
    store.getState().newConversation();
    await opening;
    expect(shown(store)).toMatchObject({ session: null, items: [] });
  });

  it('that is deleted leaves the window, and comes back by one undo', async () => {
    const { store } = stored('a', 'b');
    await store.getState().openSession('a');
    await store.getState().deleteSession(info('a'));
    expect(store.getState().stored.map(({ id }) => id)).toEqual(['b']);
    expect(shown(store)?.items).toEqual([]);
    await store.getState().undoDelete();
    expect(store.getState().stored.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(store.getState().deleted).toBe(null);
  });

  it('that can’t be deleted stays, with the reason', async () => {
    const { store, fail } = stored('a');
    await store.getState().openSession('a');
    fail('This task is running.');
    await store.getState().deleteSession(info('a'));
    expect(store.getState().sessionsError).toBe('This task is running.');
    expect(shown(store)?.session).toBe('a');
    expect(store.getState().deleted).toBe(null);
  });

  it('is renamed in the list and in the window', async () => {
    const { store } = stored('a');
    await store.getState().openSession('a');
    await store.getState().renameSession('a', 'Budget');
    expect([store.getState().stored[0]?.title, shown(store)?.title]).toEqual(['Budget', 'Budget']);
  });

  it('is forked at a message, and the fork is shown', async () => {
    const { store, asked } = stored('a');
    await store.getState().forkSession('a', 1);
    expect(asked).toEqual(['fork a 1', 'read a-fork']);
    expect(shown(store)?.session).toBe('a-fork');
  });
});

it('shows what the newest words find, and everything without words', async () => {
  const { store } = stored('alpha', 'beta');
  await Promise.all([store.getState().search('al'), store.getState().search('be')]);
  expect(store.getState().hits?.map(({ id }) => id)).toEqual(['beta']);
  await store.getState().search(' ');
  expect(store.getState().hits).toBe(null);
});
