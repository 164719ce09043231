import { randomBytes } from 'node:crypto';
import { closeSync, openSync, read, unlinkSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import type { XShm } from 'x11';
import { makeOpaque, type Frame } from '../../frame';
import { pictureMemory } from '../../picture-memory';
import type { Rectangle } from '../platform';
import { extension, type Connection } from './connection';

const folder = '/dev/shm';
const zPixmap = 2;
const allPlanes = 0xffffffff;
const bytesPerPixel = 4;
/** Rows that are made opaque while the next ones are read. */
const parts = 4;
const readInto = promisify(read);

interface Segment {
  id: number;
  file: number;
  bytes: number;
}

/**
 * Pictures through memory that the server and we both see (MIT-SHM 1.2): one answer instead of eight megabytes in
 * a hundred pieces, each of which waits for both programs to run. The memory is a file without a name, so nothing
 * of the screen is left behind, whoever ends first.
 */
export class SharedMemory {
  private segment: Segment | null = null;
  /** One picture at a time: the next would be written over it. */
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly connection: Connection,
    private readonly shm: XShm,
  ) {}

  /** Null where server or system have no such memory, or the server is another machine's. */
  static async open(connection: Connection): Promise<SharedMemory | null> {
    const shm = await extension<XShm>(connection, 'shm');
    if (!shm?.provider) return null;
    const memory = new SharedMemory(connection, shm);
    const segment = await memory.atLeast(bytesPerPixel).catch(() => null);
    return segment && memory;
  }

  /** A rectangle inside a window or pixmap, opaque unless its fourth byte is wanted `asItIs`. Rejects when there is no such picture. */
  image(drawable: number, area: Rectangle, asItIs = false): Promise<Frame & { depth: number }> {
    const picture = this.turn.then(() => this.take(drawable, area, asItIs));
    this.turn = picture.catch(() => undefined);
    return picture;
  }

  private async take(drawable: number, { x, y, width, height }: Rectangle, asItIs: boolean): Promise<Frame & { depth: number }> {
    const bytes = width * height * bytesPerPixel;
    const { id, file } = await this.atLeast(bytes);
    const { size, depth } = await this.answered<{ size: number; depth: number }>((done) => this.shm.GetImage(drawable, x, y, width, height, allPlanes, zPixmap, id, 0, done));
    if (size < bytes) throw new Error('the picture of the screen came back incomplete');
    const data = await pictureMemory(bytes);
    const rows = Math.ceil(height / parts);
    const part = async (from: number): Promise<Frame> => {
      const start = from * width * bytesPerPixel;
      const length = Math.min(rows * width * bytesPerPixel, bytes - start);
      const { bytesRead } = await readInto(file, data, start, length, start);
      if (bytesRead !== length) throw new Error('the picture of the screen came back incomplete');
      return { width, height: Math.min(rows, height - from), data: data.subarray(start, start + length) };
    };
    let reading = part(0);
    for (let from = 0; from < height; from += rows) {
      const ready = await reading;
      if (from + rows < height) reading = part(from + rows);
      if (!asItIs) makeOpaque(ready);
    }
    return { width, height, data, depth };
  }

  private async atLeast(bytes: number): Promise<Segment> {
    if (this.segment && this.segment.bytes >= bytes) return this.segment;
    const old = this.segment;
    this.segment = null;
    if (old) {
      this.shm.Detach(old.id);
      closeSync(old.file);
    }
    const file = namelessFile(bytes);
    try {
      const id = this.connection.client.AllocID();
      await this.answered<unknown>((done) => this.shm.AttachFd(id, file, false, done));
      this.segment = { id, file, bytes };
      return this.segment;
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  private answered<T>(send: (done: (error: Error | null | undefined, value: T) => boolean) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const gone = new Error('the screen went away while it was photographed');
      if (this.connection.closed()) {
        reject(gone);
        return;
      }
      const forget = this.connection.onClose(() => reject(gone));
      send((error, value) => {
        forget();
        if (error) reject(error);
        else resolve(value);
        return true;
      });
    });
  }
}

/** Filled at once: a file system that is full is noticed here, not by the server. */
function namelessFile(bytes: number): number {
  const path = `${folder}/deskwright-${randomBytes(8).toString('hex')}`;
  const file = openSync(path, 'wx+', 0o600);
  try {
    unlinkSync(path);
    const zeros = Buffer.alloc(bytes);
    for (let at = 0; at < bytes; ) at += writeSync(file, zeros, at, bytes - at, at);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}
