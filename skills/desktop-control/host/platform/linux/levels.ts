import type { XEvent } from 'x11';
import type { Rectangle } from '../platform';
import { ask, property, watchRoot, type Connection } from './connection';

const viewable = 2;
const inputOnly = 2;
const deepestClient = 3;
const rearranging = new Set(['CreateNotify', 'MapNotify', 'UnmapNotify', 'ConfigureNotify', 'ReparentNotify', 'GravityNotify', 'CirculateNotify', 'DestroyNotify']);

/** A window on the screen. */
export interface Level {
  /** Top-level child of the root: the window manager's frame, or the window itself. */
  frame: number;
  /** The program's own window inside the frame. */
  client: number;
  /** The client has the mark of a managed window (WM_STATE); one that has not may get it at any time. */
  managed: boolean;
  box: Rectangle;
}

/** All windows on the screen, front to back, and how often the stack had changed when they were asked for. */
export interface Levels {
  readonly levels: readonly Level[];
  readonly version: number;
}

/**
 * The stack of windows. The server tells of each change of it before the next answer, so what was once asked
 * for need not be asked again as long as nothing was told: `isCurrent` after any round trip.
 */
export class Stack {
  private version = 0;
  private known: Levels | null = null;
  private readonly clients = new Map<number, number>();

  constructor(private readonly connection: Connection) {
    watchRoot(connection);
    connection.client.on('event', (event: XEvent) => {
      if (rearranging.has(event.name)) this.version += 1;
    });
  }

  /** As they were when the last answer of the server came in; asked for when it told of a change since. */
  async levels(): Promise<Levels> {
    if (this.known && this.isCurrent(this.known)) return this.known;
    let { version } = this;
    // What the server told of before this answer is in it.
    const frames = (await this.childrenOf(this.connection.root, () => ({ version } = this))).reverse();
    const levels = (await Promise.all(frames.map((frame) => this.level(frame)))).filter((level): level is Level => level !== null);
    this.known = { levels, version };
    return this.known;
  }

  isCurrent({ version }: Levels): boolean {
    return version === this.version;
  }

  /** A window got or lost its mark, which no change of the stack tells. */
  forget(): void {
    this.known = null;
  }

  /** Whether what is known of a window's mark holds, asked along with other questions. */
  async stillFits({ frame, client, managed }: Level): Promise<boolean> {
    if (managed) return this.isManaged(client);
    const [isManaged, below] = await Promise.all([this.isManaged(frame), this.childrenOf(frame)]);
    return !isManaged && (below.length === 0 || (await this.clientIn(frame)) === null);
  }

  private async level(frame: number): Promise<Level | null> {
    const { client } = this.connection;
    const [attributes, geometry] = await Promise.all([
      ask<{ mapState: number; klass: number }>((callback) => client.GetWindowAttributes(frame, callback)),
      ask<{ xPos: number; yPos: number; width: number; height: number; borderWidth: number }>((callback) => client.GetGeometry(frame, callback)),
    ]);
    if (!attributes || !geometry || attributes.mapState !== viewable || attributes.klass === inputOnly) return null;
    const border = geometry.borderWidth * 2;
    const box = { x: geometry.xPos, y: geometry.yPos, width: geometry.width + border, height: geometry.height + border };
    return { frame, box, ...(await this.clientOf(frame)) };
  }

  /** The search takes a question for every part of a frame's decoration, so its result is kept while the client lives. */
  private async clientOf(frame: number): Promise<{ client: number; managed: boolean }> {
    const known = this.clients.get(frame);
    if (known !== undefined && (await this.isManaged(known))) return { client: known, managed: true };
    const found = await this.clientIn(frame);
    if (found === null) this.clients.delete(frame);
    else this.clients.set(frame, found);
    return { client: found ?? frame, managed: found !== null };
  }

  /** A window manager puts the program's window one or two levels below its frame. Null when none below is managed. */
  private async clientIn(window: number, depth = 0): Promise<number | null> {
    if (await this.isManaged(window)) return window;
    if (depth >= deepestClient) return null;
    const below = await this.childrenOf(window);
    const managed = await Promise.all(below.map((child) => this.isManaged(child)));
    const direct = below[managed.indexOf(true)];
    if (direct !== undefined) return direct;
    const found = await Promise.all(below.map((child) => this.clientIn(child, depth + 1)));
    return found.find((client) => client !== null) ?? null;
  }

  /** Back to front. */
  private async childrenOf(window: number, onAnswer: () => void = () => undefined): Promise<number[]> {
    const tree = await ask<{ children: number[] }>((callback) =>
      this.connection.client.QueryTree(window, (error, found) => {
        onAnswer();
        return callback(error, found);
      }),
    );
    return [...(tree?.children ?? [])];
  }

  private async isManaged(window: number): Promise<boolean> {
    return (await property(this.connection, window, 'WM_STATE')).length > 0;
  }
}
