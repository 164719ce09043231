import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Smaller ones cost nothing to be given anew: bytes. */
const small = 512 * 1024;
/** Pieces that are kept. In use at a time: what was shown last, what was photographed last, the two of an act, the next, and copies of these with parts covered. */
const most = 6;
const fewest = 4;
const mostBytes = 128 * 1024 * 1024;

interface Piece {
  memory: ArrayBuffer;
  /** Who got this memory last. */
  user: WeakRef<Buffer> | null;
}

let pieces: Piece[] = [];
let collect: (() => void) | undefined;

/**
 * Memory for a picture of the screen, with anything in it. It is given again once nobody holds the buffer any more, which
 * the garbage collector alone knows: eight megabytes that the system gives anew each time, page by page, may take longer
 * than to photograph, scale and encode them, most of all in Electron, whose allocator gives large pieces back at once. A
 * view of a part does not hold the buffer: whoever waits for work on one holds the buffer itself meanwhile.
 */
export async function pictureMemory(bytes: number): Promise<Buffer> {
  if (bytes < small) return Buffer.allocUnsafeSlow(bytes);
  const ready = lent(bytes);
  if (ready) return ready;
  // What was looked at is held until this turn of the event loop ends.
  await setImmediate();
  collect ??= garbageCollector();
  collect();
  return lent(bytes) ?? Buffer.allocUnsafeSlow(bytes);
}

/** A copy of a picture's bytes. */
export async function copied(data: Buffer): Promise<Buffer> {
  const copy = await pictureMemory(data.length);
  data.copy(copy);
  return copy;
}

const isFree = ({ user }: Piece): boolean => user?.deref() === undefined;

function lent(bytes: number): Buffer | null {
  const piece = pieces.find((known) => known.memory.byteLength >= bytes && isFree(known)) ?? newPiece(bytes);
  if (!piece) return null;
  const buffer = Buffer.from(piece.memory, 0, bytes);
  piece.user = new WeakRef(buffer);
  return buffer;
}

/** Null while there are as many as may be. A larger screen takes the place of a smaller one's. */
function newPiece(bytes: number): Piece | null {
  const kept = pieces.filter((piece) => piece.memory.byteLength >= bytes || !isFree(piece));
  const total = kept.reduce((sum, { memory }) => sum + memory.byteLength, bytes);
  if (kept.length >= most || (kept.length >= fewest && total > mostBytes)) return null;
  const piece = { memory: new ArrayBuffer(bytes), user: null };
  pieces = [...kept, piece];
  return piece;
}

/** V8's own, which Node hides; nothing where it can't be had. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('typeof gc === "function" ? gc : undefined');
  return typeof found === 'function' ? () => void found() : () => undefined;
}
