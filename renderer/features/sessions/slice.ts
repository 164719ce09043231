import type { DesktopBridge } from '../../../preload/contract/bridge';
import type { RunEvent } from '../../../preload/contract/run-event';
import type { ExportSession, SentRequestView, SessionHit, SessionInfo } from '../../../preload/contract/sessions';
import { reason, type GetSlice, type SetSlice } from '../../lib/slice';
import type { ChatSlice } from '../chat/slice';

export interface SessionsSlice {
  /** The stored sessions, newest first. */
  stored: SessionInfo[];
  /** What is looked for; '' shows all. */
  query: string;
  /** null while nothing is looked for, or until it is found. */
  hits: SessionHit[] | null;
  /** The session that was deleted last, for as long as that can be taken back here. */
  deleted: SessionInfo | null;
  sessionsError: string | null;
  /** Requests of a session whose view is open; null when it is closed. */
  sent: SentRequestView[] | null;
  refreshSessions(): Promise<void>;
  search(query: string): Promise<void>;
  openSession(id: string): Promise<void>;
  renameSession(id: string, title: string): Promise<void>;
  deleteSession(session: SessionInfo): Promise<void>;
  undoDelete(): Promise<void>;
  forgetDeleted(): void;
  forkSession(id: string, message: number): Promise<void>;
  exportSession(what: ExportSession): Promise<void>;
  showSent(id: string): Promise<void>;
  hideSent(): void;
  /** Events after which the list may be another. */
  receiveSessions(events: RunEvent[]): void;
}

type Bridge = Pick<
  DesktopBridge,
  'listSessions' | 'searchSessions' | 'readSession' | 'renameSession' | 'deleteSession' | 'restoreSession' | 'forkSession' | 'exportSession' | 'getRequests'
>;

/** The stored sessions, and what the person does with them. */
export function createSessionsSlice(set: SetSlice<SessionsSlice>, get: GetSlice<SessionsSlice & ChatSlice>, bridge: Bridge): SessionsSlice {
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    set({ sessionsError: null });
    try {
      await work();
    } catch (error) {
      set({ sessionsError: reason(error) });
    }
  };
  const refresh = async (): Promise<void> => {
    set({ stored: await bridge.listSessions() });
    const { query } = get();
    if (query) set({ hits: await bridge.searchSessions(query) });
  };
  let opened = 0;
  const open = async (id: string): Promise<void> => {
    const mine = ++opened;
    const there = (): string | undefined => get().conversations.find((each) => each.session === id)?.key;
    const before = get().current;
    const stored = there() === undefined ? await bridge.readSession(id) : null;
    // The person has gone elsewhere meanwhile.
    if (mine !== opened || get().current !== before) return;
    const shown = there();
    if (shown !== undefined) get().select(shown);
    else if (stored) get().addStored(stored);
  };

  return {
    stored: [],
    query: '',
    hits: null,
    deleted: null,
    sessionsError: null,
    sent: null,
    refreshSessions: () => attempt(refresh),
    async search(query) {
      set({ query, ...(query.trim() ? {} : { hits: null }) });
      if (!query.trim()) return;
      await attempt(async () => {
        const hits = await bridge.searchSessions(query);
        // An answer to what is no longer asked comes late.
        if (get().query === query) set({ hits });
      });
    },
    openSession: (id) => attempt(() => open(id)),
    renameSession: (id, title) =>
      attempt(async () => {
        await bridge.renameSession({ id, title });
        get().renameConversation(id, title);
        await refresh();
      }),
    deleteSession: (session) =>
      attempt(async () => {
        await bridge.deleteSession(session.id);
        get().dropConversation(session.id);
        set({ deleted: session });
        await refresh();
      }),
    undoDelete: () =>
      attempt(async () => {
        const { deleted } = get();
        if (!deleted) return;
        await bridge.restoreSession(deleted.id);
        set({ deleted: null });
        await refresh();
      }),
    forgetDeleted: () => set({ deleted: null }),
    forkSession: (id, message) =>
      attempt(async () => {
        const fork = await bridge.forkSession({ id, message });
        await refresh();
        await open(fork.id);
      }),
    exportSession: (what) => attempt(async () => void (await bridge.exportSession(what))),
    showSent: (id) => attempt(async () => set({ sent: await bridge.getRequests(id) })),
    hideSent: () => set({ sent: null }),
    receiveSessions(events) {
      if (events.some((event) => event.type === 'run_start' || event.type === 'run_end' || event.type === 'user')) void attempt(refresh);
    },
  };
}
