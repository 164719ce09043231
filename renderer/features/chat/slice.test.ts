import { describe, expect, it } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { StartRun } from '../../../preload/contract/bridge';
import type { QuestionItem } from './conversation';
import { createChatSlice, type ChatSlice } from './slice';

interface Bridge {
  startRun(request: StartRun): Promise<{ session: string }>;
  answerQuestion(): Promise<void>;
}

function chat(bridge: Partial<Bridge> = {}): StoreApi<ChatSlice> {
  const whole: Bridge = { startRun: () => Promise.resolve({ session: 's1' }), answerQuestion: () => Promise.resolve(), ...bridge };
  return createStore<ChatSlice>()((set, get) => createChatSlice(set, get, whole));
}

const begin = (store: StoreApi<ChatSlice>, session: string, text: string): void =>
  store.getState().receiveChat([{ type: 'run_start', session, model: 'm', workspace: '/w' }, { type: 'user', text }], 0);

const shown = (store: StoreApi<ChatSlice>) => store.getState().conversations.find((each) => each.key === store.getState().current);

describe('sending', () => {
  it('continues the session that is shown, and begins a new one after New task', async () => {
    const requests: StartRun[] = [];
    const store = chat({
      startRun: (request) => {
        requests.push(request);
        return Promise.resolve({ session: 's1' });
      },
    });
    await store.getState().send('one');
    begin(store, 's1', 'one');
    await store.getState().send('two');
    store.getState().newConversation();
    await store.getState().send('three');
    expect(requests).toEqual([{ text: 'one' }, { text: 'two', session: 's1' }, { text: 'three' }]);
  });

  it('puts the text back with the reason when it fails', async () => {
    const store = chat({ startRun: () => Promise.reject(new Error("Error invoking remote method 'run:start': Error: A run is active.")) });
    await store.getState().send('keep me');
    expect(store.getState()).toMatchObject({ draft: 'keep me', sendError: 'A run is active.', sending: false });
  });

  it('leaves a run where it is when another request is refused', async () => {
    const store = chat({ startRun: () => Promise.reject(new Error('A run is active.')) });
    begin(store, 's1', 'one');
    store.getState().newConversation();
    await store.getState().send('two');
    store.getState().receiveChat([{ type: 'assistant', text: 'still one' }], 1);
    expect(store.getState().conversations.find((each) => each.session === 's1')?.items).toHaveLength(2);
  });

  it('keeps what was typed in the meantime when it fails', async () => {
    const store = chat({ startRun: () => Promise.reject(new Error('no')) });
    const sent = store.getState().send('first');
    store.getState().setDraft('second');
    await sent;
    expect(store.getState().draft).toBe('second');
  });
});

describe('conversations', () => {
  it('keep receiving their run while another one is shown', async () => {
    const store = chat();
    await store.getState().send('one');
    begin(store, 's1', 'one');
    store.getState().newConversation();
    store.getState().receiveChat([{ type: 'assistant', text: 'late' }], 1);
    expect(shown(store)?.items).toHaveLength(0);
    expect(store.getState().conversations.find((each) => each.session === 's1')?.items).toHaveLength(2);
  });

  it('keep the place of a run that was sent and has told nothing yet, whatever is shown meanwhile', async () => {
    for (const leave of [(store: StoreApi<ChatSlice>) => store.getState().newConversation(), (store: StoreApi<ChatSlice>) => store.getState().addStored({ id: 'old', title: 'old', events: [{ type: 'user', text: 'old' }], unreadable: 0, omitted: 0, busy: false })]) {
      const store = chat();
      const sent = store.getState().send('one');
      leave(store);
      await sent;
      begin(store, 's1', 'one');
      expect(shown(store)?.items.filter((item) => item.kind === 'user' && item.text === 'one')).toEqual([]);
      expect(store.getState().conversations.find((each) => each.session === 's1')?.items).toMatchObject([{ kind: 'user', text: 'one' }]);
    }
  });

  it('do not pile up empty ones', () => {
    const store = chat();
    store.getState().newConversation();
    store.getState().newConversation();
    expect(store.getState().conversations).toHaveLength(1);
  });

  it('take in a run that the window did not start', () => {
    const store = chat();
    begin(store, 's9', 'from elsewhere');
    expect(shown(store)).toMatchObject({ session: 's9', title: 'from elsewhere' });
  });
});

describe('answering', () => {
  it('closes the question, and opens it again with the words kept when it fails', async () => {
    let fail = (): void => undefined;
    const store = chat({
      answerQuestion: () =>
        new Promise((_, reject) => {
          fail = () => reject(new Error('The run has ended.'));
        }),
    });
    store.getState().receiveChat([{ type: 'question', id: 'q', question: 'Which?', options: [] }], 0);
    const item = (): QuestionItem => shown(store)?.items[0] as QuestionItem;
    const sent = store.getState().answer(item(), 'Blue');
    expect(item()).toMatchObject({ open: false, answer: 'Blue' });
    fail();
    await sent;
    expect(item()).toMatchObject({ open: true, answer: null });
    expect(store.getState()).toMatchObject({ draft: 'Blue', sendError: 'The run has ended.' });
  });
});
