import { contains, toScreen, type Capture, type Point } from '../coordinates';
import { HostError } from './error';

/** Captures that a model may still point into; older ones are stale. */
const remembered = 12;

/** The pictures that were handed out, by id. */
export class Captures {
  private readonly known = new Map<string, Capture>();
  private next = 1;
  private readonly prefix = Math.floor(Date.now() % 46656).toString(36);

  add(capture: Omit<Capture, 'id'>): Capture {
    // The prefix keeps a capture of an earlier host from being taken for one of this host.
    const full = { ...capture, id: `${this.prefix}-${this.next}` };
    this.next += 1;
    this.known.set(full.id, full);
    const oldest = this.known.keys().next().value;
    if (this.known.size > remembered && oldest !== undefined) this.known.delete(oldest);
    return full;
  }

  has(id: string): boolean {
    return this.known.has(id);
  }

  latest(): Capture | null {
    return [...this.known.values()].at(-1) ?? null;
  }

  /** After the displays changed no earlier picture fits any more. */
  forget(): void {
    this.known.clear();
  }

  /** Picture pixel → screen; STALE_CAPTURE or OUT_OF_RANGE instead of a guess. */
  resolve(id: string | undefined, point: Point): Point {
    const capture = id === undefined ? this.latest() : this.known.get(id);
    if (!capture) {
      throw new HostError('STALE_CAPTURE', id === undefined ? 'There is no picture yet that x and y could belong to.' : `Capture "${id}" is unknown or too old.`, 'Call Observe and use x, y and the capture id of its answer, or act on an element by ref.');
    }
    if (!contains(capture, point)) {
      throw new HostError('OUT_OF_RANGE', `(${point.x}, ${point.y}) lies outside capture ${capture.id}, which is ${capture.width} × ${capture.height} pixels.`, 'Use pixels of that picture, from its upper left corner; for what is off the picture scroll or Observe again.');
    }
    return toScreen(capture, point);
  }
}
