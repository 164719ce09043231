import type { XRandr } from 'x11';
import type { Display } from '../platform';
import { ask as askServer, extension, property, type Connection } from './connection';

const getMonitors = 42;
const usualDpi = 96;

/** The displays as RandR knows them now; the whole screen as one where RandR is older than 1.5. Origins are in physical pixels. */
export async function openDisplays(connection: Connection): Promise<() => Promise<Display[]>> {
  const randr = await extension<XRandr>(connection, 'randr');
  return async () => {
    const [monitors, scale] = await Promise.all([randr ? ask(connection, randr.majorOpcode, parseMonitors) : null, scaleOf(connection)]);
    const shown = (monitors ?? []).filter(({ width, height }) => width > 0 && height > 0);
    if (shown.length === 0) {
      const screen = connection.display.screen[0];
      return [{ id: 0, primary: true, x: 0, y: 0, width: screen?.pixel_width ?? 0, height: screen?.pixel_height ?? 0, scale }];
    }
    // Without a primary the first one counts: it has the task bar where there is one.
    const primary = Math.max(0, shown.findIndex((monitor) => monitor.primary));
    return shown.map((monitor, id) => ({ ...monitor, id, primary: id === primary, scale }));
  };
}

type Monitor = Omit<Display, 'id' | 'scale'>;

/** RRGetMonitors (RandR 1.5), which the x11 package does not have. */
function ask<T>(connection: Connection, majorOpcode: number, parse: (reply: Buffer) => T): Promise<T | null> {
  const { client, root } = connection;
  const request = Buffer.alloc(12);
  request.writeUInt8(majorOpcode, 0);
  request.writeUInt8(getMonitors, 1);
  request.writeUInt16LE(3, 2);
  request.writeUInt32LE(root, 4);
  request.writeUInt8(1, 8);
  return new Promise((resolve) => {
    client.seq_num += 1;
    client.replies[client.seq_num] = [
      parse,
      (error, parsed) => {
        resolve(error ? null : (parsed as T));
        return true;
      },
    ];
    client.pack_stream.put(request);
    client.pack_stream.submit(true);
  });
}

/** Reply of RRGetMonitors from its ninth byte on: the count at 4, then 24 bytes and the outputs of each. */
export function parseMonitors(reply: Buffer): Monitor[] {
  const count = reply.readUInt32LE(4);
  const found: Monitor[] = [];
  let at = 24;
  for (let index = 0; index < count; index += 1) {
    const outputs = reply.readUInt16LE(at + 6);
    found.push({ primary: reply[at + 4] === 1, x: reply.readInt16LE(at + 8), y: reply.readInt16LE(at + 10), width: reply.readUInt16LE(at + 12), height: reply.readUInt16LE(at + 14) });
    at += 24 + outputs * 4;
  }
  return found;
}

/**
 * Whether the server is Xwayland, which shows and drives X11 programs only: the newer ones say it by an
 * extension, the older ones by the names of their displays.
 */
export async function isXwayland(connection: Connection): Promise<boolean> {
  const { client } = connection;
  const told = await askServer<{ present: number }>((callback) => client.QueryExtension('XWAYLAND', callback));
  if (told?.present) return true;
  const randr = await extension<XRandr>(connection, 'randr');
  const atoms = (randr && (await ask(connection, randr.majorOpcode, monitorNames))) ?? [];
  const names = await Promise.all(atoms.map((atom) => askServer<string>((callback) => client.GetAtomName(atom, callback))));
  return names.some((name) => name?.startsWith('XWAYLAND'));
}

/** Atoms of the names, from the same reply as parseMonitors. */
export function monitorNames(reply: Buffer): number[] {
  const found: number[] = [];
  for (let at = 24; found.length < reply.readUInt32LE(4); at += 24 + reply.readUInt16LE(at + 6) * 4) found.push(reply.readUInt32LE(at));
  return found;
}

/** How large programs draw: Xft.dpi of the resource database, which X11 has one of for all displays. */
async function scaleOf(connection: Connection): Promise<number> {
  const resources = (await property(connection, connection.root, 'RESOURCE_MANAGER')).toString('latin1');
  const dpi = Number(/^Xft\.dpi:\s*(\d+(?:\.\d+)?)/m.exec(resources)?.[1] ?? usualDpi);
  return Math.round((dpi / usualDpi) * 100) / 100;
}
