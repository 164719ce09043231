/** What an open session must be able to do here. */
interface Disposable {
  dispose(): void;
}

interface Opened<S> {
  circumstances: string;
  session: Promise<S>;
  /** The same, once it is there. */
  ready: S | null;
  /** Runs that go on in it. */
  uses: number;
}

/** The sessions this app has open: each once, however many ask for it at the same time. */
export interface OpenSessions<S extends Disposable> {
  /**
   * Gives the session, opened by `open` where it isn't yet. One that was opened under other
   * `circumstances` (its folder, its tools) is let go of and opened anew, unless a run goes on in it.
   */
  get(id: string, circumstances: string, open: () => Promise<S>): Promise<S>;
  /** The same for a run: until `work` is over nobody lets go of the session. */
  use<T>(id: string, circumstances: string, open: () => Promise<S>, work: (session: S) => Promise<T>): Promise<T>;
  /** The session, where it is open; what is just being opened is waited for. */
  known(id: string): Promise<S | null>;
  close(id: string): void;
  closeAll(): void;
}

export function createOpenSessions<S extends Disposable>(): OpenSessions<S> {
  const opened = new Map<string, Opened<S>>();

  const close = (id: string): void => {
    const entry = opened.get(id);
    opened.delete(id);
    if (entry?.ready) entry.ready.dispose();
    // One that is still being opened goes when it is there.
    else entry?.session.then((session) => session.dispose(), () => undefined);
  };
  const entryOf = (id: string, circumstances: string, open: () => Promise<S>): Opened<S> => {
    const known = opened.get(id);
    if (known && (known.uses > 0 || known.circumstances === circumstances)) return known;
    close(id);
    const entry: Opened<S> = { circumstances, session: open(), ready: null, uses: 0 };
    opened.set(id, entry);
    entry.session.then(
      (session) => {
        if (opened.get(id) === entry) entry.ready = session;
      },
      () => {
        if (opened.get(id) === entry) opened.delete(id);
      },
    );
    return entry;
  };

  return {
    get: (id, circumstances, open) => entryOf(id, circumstances, open).session,
    async use(id, circumstances, open, work) {
      const entry = entryOf(id, circumstances, open);
      entry.uses += 1;
      try {
        return await work(await entry.session);
      } finally {
        entry.uses -= 1;
      }
    },
    known: async (id) => (await opened.get(id)?.session.catch(() => null)) ?? null,
    close,
    closeAll() {
      for (const id of [...opened.keys()]) close(id);
    },
  };
}
