import { createContext, useContext } from 'react';
import { useStore, type StoreApi } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Conversation } from '../features/chat/conversation';
import type { AppStore } from './store';

export const StoreContext = createContext<StoreApi<AppStore> | null>(null);

/** A part of the window's store; draws again only when that part changes. */
export function useApp<T>(select: (store: AppStore) => T): T {
  const store = useContext(StoreContext);
  if (!store) throw new Error('useApp needs a StoreContext above it');
  return useStore(store, select);
}

/** Several parts of the store at once; draws again only when one of them changes. */
export function usePick<K extends keyof AppStore>(...keys: K[]): Pick<AppStore, K> {
  return useApp(useShallow((store) => Object.fromEntries(keys.map((key) => [key, store[key]])) as Pick<AppStore, K>));
}

/** The conversation whose run goes on, else the one that is shown. */
export function useActiveConversation(): Conversation {
  return useApp((store) => {
    const key = store.active ? store.running : store.current;
    const found = store.conversations.find((each) => each.key === key) ?? store.conversations[0];
    if (!found) throw new Error('the store always holds a conversation');
    return found;
  });
}

/** The conversation that is shown. */
export function useConversation(): Conversation {
  return useApp((store) => {
    const shown = store.conversations.find((each) => each.key === store.current);
    if (!shown) throw new Error(`no conversation ${store.current}`);
    return shown;
  });
}
