import { createClient, eventMask, type Callback, type Property, type XClient, type XDisplay } from 'x11';

/** A connection to the X server, with promises. */
export interface Connection {
  readonly client: XClient;
  readonly root: number;
  readonly display: XDisplay;
  /** True once the server went away. */
  readonly closed: () => boolean;
  /** Calls when the server goes away; the answer takes the listener back. */
  onClose(listener: () => void): () => void;
}

/**
 * Connects to an X server, or rejects after `timeoutMs`: a display that accepts and never answers is
 * as dead as one that refuses. Done in pure JavaScript, since libnut ends the process on a dead display.
 */
export function connect(display: string, timeoutMs: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    let client: XClient | undefined;
    const timer = setTimeout(() => {
      client?.terminate();
      reject(new Error(`the display ${display} did not answer within ${timeoutMs} ms`));
    }, timeoutMs);
    try {
      client = createClient({ display, bufferRequests: { flushOnReply: false } }, (error, opened) => {
        clearTimeout(timer);
        if (error) reject(error instanceof Error ? error : new Error(String(error)));
        else resolve(wrap(opened));
      });
      client.on('error', (error: unknown) => {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new Error(String(error)));
      });
    } catch (error) {
      clearTimeout(timer);
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

function wrap(display: XDisplay): Connection {
  const client = display.client;
  const screen = display.screen[0];
  if (!screen) throw new Error('the display has no screen');
  let closed = false;
  const listeners = new Set<() => void>();
  const close = (): void => {
    if (closed) return;
    closed = true;
    for (const listener of [...listeners]) listener();
  };
  const onClose = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  client.on('end', close);
  client.on('error', (error: { code?: unknown }) => {
    if (typeof error?.code === 'string') close();
  });
  return { client, root: screen.root, display, closed: () => closed, onClose };
}

/**
 * Tells of what happens to windows, and of answers of programs: most send theirs to whoever listens to windows below
 * the root, Qt to whoever listens to the root itself. One mask for all, since the last one asked for is the one that counts.
 */
export function watchRoot({ client, root }: Connection): void {
  client.ChangeWindowAttributes(root, { eventMask: (eventMask['SubstructureNotify'] ?? 0) | (eventMask['StructureNotify'] ?? 0) });
}

/** One request with a reply. A window that vanished meanwhile gives null, it is no fault. */
export function ask<T>(send: (callback: Callback<T>) => void): Promise<T | null> {
  return new Promise((resolve) => {
    send((error, value) => {
      resolve(error ? null : value);
      return true;
    });
  });
}

export async function atom(connection: Connection, name: string): Promise<number> {
  const known = connection.client.atoms[name];
  if (known) return known;
  return (await ask<number>((callback) => connection.client.InternAtom(false, name, callback))) ?? 0;
}

/** Raw bytes of a window's property, empty when it has none. */
export async function property(connection: Connection, window: number, name: string): Promise<Buffer> {
  const id = connection.client.atoms[name] ?? (await atom(connection, name));
  const value = await ask<Property>((callback) => connection.client.GetProperty(0, window, id, 0, 0, 0x10000, callback));
  return value?.data ?? Buffer.alloc(0);
}

export async function numbers(connection: Connection, window: number, name: string): Promise<number[]> {
  const data = await property(connection, window, name);
  const found: number[] = [];
  for (let offset = 0; offset + 4 <= data.length; offset += 4) found.push(data.readUInt32LE(offset));
  return found;
}

export async function extension<T>(connection: Connection, name: string): Promise<T | null> {
  return (await ask<unknown>((callback) => connection.client.require(name, callback))) as T | null;
}
