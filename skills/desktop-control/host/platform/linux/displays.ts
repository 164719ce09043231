import type { XRandr } from 'x11';
import type { Display } from '../platform';
import { extension, property, type Connection } from './connection';

const getMonitors = 42;
const usualDpi = 96;

/** The displays as RandR knows them now; the whole screen as one where RandR is older than 1.5. Origins are in physical pixels. */
export async function openDisplays(connection: Connection): Promise<() => Promise<Display[]>> {
  const randr = await extension<XRandr>(connection, 'randr');
  return async () => {
    const [monitors, scale] = await Promise.all([randr ? ask(connection, randr.majorOpcode) : null, scaleOf(connection)]);
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
function ask(connection: Connection, majorOpcode: number): Promise<Monitor[] | null> {
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
      parseMonitors,
      (error, monitors) => {
        resolve(error ? null : (monitors as Monitor[]));
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

/** How large programs draw: Xft.dpi of the resource database, which X11 has one of for all displays. */
async function scaleOf(connection: Connection): Promise<number> {
  const resources = (await property(connection, connection.root, 'RESOURCE_MANAGER')).toString('latin1');
  const dpi = Number(/^Xft\.dpi:\s*(\d+(?:\.\d+)?)/m.exec(resources)?.[1] ?? usualDpi);
  return Math.round((dpi / usualDpi) * 100) / 100;
}
