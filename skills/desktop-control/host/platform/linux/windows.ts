import { intersection } from '../../frame';
import type { Point, Rectangle, WindowInfo } from '../platform';
import type { Layer } from './behind';
import { ask, atom, numbers, property, type Connection } from './connection';
import { Stack, type Level } from './levels';

const terminals = /^(xterm|uxterm|gnome-terminal.*|konsole|xfce4-terminal|lxterminal|mate-terminal|terminator|tilix|alacritty|kitty|foot|urxvt|rxvt.*|st|st-256color|wezterm.*|qterminal|terminology|guake|tilda|yakuake|kgx|ptyxis|cool-retro-term)$/;
/** Looks taken anew because windows came, went or moved meanwhile. */
const attempts = 5;
const deepest = 20;

interface Described {
  level: Level;
  info: WindowInfo;
}

/** Some windows, front to back, at one moment; `fits` is false when what was known of them from before does not hold. */
interface Look {
  windows: Described[];
  focus: Focus;
  /** Windows that the window manager keeps; null without a window manager. */
  managed: ReadonlySet<number> | null;
  fits: boolean;
}

interface Focus {
  /** The window that the window manager calls active, and its frame. */
  active: number;
  activeFrame: number | null;
  /** Frame of the window with the X input focus; null when nobody has it. */
  focused: number | null;
}

const everything = 'all';

const marked = ({ windows, focus }: Look): Described[] => windows.map(({ level, info }) => ({ level, info: { ...info, active: info.id === focus.active } }));

/** Window managers park the focus on a tiny window off the screen when nobody has it. */
const isThere = ({ box }: Level): boolean => box.width * box.height > 4;

function frameOfActive(levels: readonly Level[], { focused, activeFrame }: Focus): number | null {
  return levels.some((level) => level.frame === focused && isThere(level)) ? focused : activeFrame;
}

/** Windows by EWMH and the X tree: `nut.getWindows()` finds none under many window managers. */
export class Windows {
  private readonly order: Stack;
  private readonly asked = new Map<string, Promise<Look>>();
  /** From a window with the focus up to the child of the root, as it was climbed last. */
  private path: number[] = [];
  /** Frame of the window that had the focus when it was asked for last. */
  private lastActive = 0;

  constructor(
    private readonly connection: Connection,
    private readonly ownPids: ReadonlySet<number>,
  ) {
    this.order = new Stack(connection);
  }

  /** Managed windows and dialogs, front to back. */
  async list(): Promise<WindowInfo[]> {
    const { windows, managed } = await this.all();
    return windows.filter(({ level, info }) => (managed === null || managed.has(level.client)) && (info.title !== '' || info.app !== '')).map(({ info }) => info);
  }

  /** Everything drawn on the root, front to back, with pop-ups: what a click at a point meets. */
  async stack(): Promise<WindowInfo[]> {
    return (await this.all()).windows.map(({ info }) => info);
  }

  /** Whether an area of a window is on the screen with nothing in front of it. */
  async shows(window: WindowInfo, area: Rectangle): Promise<boolean> {
    const stack = await this.stack();
    const at = stack.findIndex(({ id }) => id === window.id);
    return at >= 0 && stack.slice(0, at).every(({ box }) => intersection(box, area) === null);
  }

  /** The same as it is drawn. */
  async layers(): Promise<Layer[]> {
    return (await this.all()).windows.map(({ level: { frame, box }, info: { own } }) => ({ frame, box, own }));
  }

  /** Asks about the window there alone: this stands before each event of the mouse. */
  async at(point: Point): Promise<WindowInfo | null> {
    const isHit = ({ box: { x, y, width, height } }: Level): boolean => point.x >= x && point.y >= y && point.x < x + width && point.y < y + height;
    const hit = await (this.asked.get(everything) ??
      this.share(`at ${point.x},${point.y}`, async (levels) => {
        const level = levels.find(isHit);
        const [active, described] = await Promise.all([this.activeId(), this.describeAll(level ? [level] : [])]);
        return { ...described, focus: { active, activeFrame: null, focused: null }, managed: null };
      }));
    return marked(hit).find(({ level }) => isHit(level))?.info ?? null;
  }

  /** The window that keys reach: the X input focus first, the window manager's word second. Asks about that one alone, as long as it is the same. */
  async active(): Promise<WindowInfo | null> {
    const look = await (this.asked.get(everything) ??
      this.share('active', async (levels) => {
        const guess = levels.filter(({ frame }) => frame === this.lastActive);
        const [focus, described] = await Promise.all([this.whereFocus(levels), this.describeAll(guess)]);
        const frame = frameOfActive(levels, focus);
        if (frame === null || frame === this.lastActive) return { ...described, focus, managed: null };
        this.lastActive = frame;
        return { ...(await this.describeAll(levels.filter((level) => level.frame === frame))), focus, managed: null };
      }));
    const { windows, focus } = look;
    const wanted = frameOfActive(windows.map(({ level }) => level), focus);
    const found = windows.find(({ level }) => level.frame === wanted);
    return found ? { ...found.info, active: wanted === focus.focused || found.info.id === focus.active } : null;
  }

  async focus(id: number): Promise<void> {
    const { client, root } = this.connection;
    const supported = await numbers(this.connection, root, '_NET_SUPPORTED');
    const request = await atom(this.connection, '_NET_ACTIVE_WINDOW');
    if (supported.includes(request)) {
      client.SendClientMessage(root, id, request, 32, [2, 0, 0, 0, 0]);
    } else {
      client.RaiseWindow(id);
      client.SetInputFocus(id, 2);
    }
    await client.sync();
  }

  private async all(): Promise<Look> {
    const look = await this.share(everything, async (levels) => {
      const [list, manager, focus, described] = await Promise.all([
        numbers(this.connection, this.connection.root, '_NET_CLIENT_LIST'),
        numbers(this.connection, this.connection.root, '_NET_SUPPORTING_WM_CHECK'),
        this.whereFocus(levels),
        this.describeAll(levels),
      ]);
      return { ...described, focus, managed: list.length > 0 || manager.length > 0 ? new Set(list) : null };
    });
    return { ...look, windows: marked(look) };
  }

  /** Shared by all who ask the same in the same turn of the event loop: they would all get the same answer. */
  private share(what: string, ask: (levels: readonly Level[]) => Promise<Look>): Promise<Look> {
    const shared = this.asked.get(what);
    if (shared) return shared;
    if (this.asked.size === 0) setImmediate(() => this.asked.clear());
    const asked = this.look(ask);
    this.asked.set(what, asked);
    return asked;
  }

  /** One round trip as long as nothing comes, goes or moves. */
  private async look(ask: (levels: readonly Level[]) => Promise<Look>): Promise<Look> {
    for (let attempt = 1; ; attempt += 1) {
      const asked = await this.order.levels();
      const look = await ask(asked.levels);
      if (attempt === attempts || (look.fits && this.order.isCurrent(asked))) return look;
      if (!look.fits) this.order.forget();
    }
  }

  private async activeId(): Promise<number> {
    return (await numbers(this.connection, this.connection.root, '_NET_ACTIVE_WINDOW'))[0] ?? 0;
  }

  private async whereFocus(levels: readonly Level[]): Promise<Focus> {
    const { client, root } = this.connection;
    const { path } = this;
    const [active, focus, parents] = await Promise.all([this.activeId(), ask<{ focus: number }>((callback) => client.GetInputFocus(callback)), Promise.all(path.map((window) => this.parentOf(window)))]);
    const isSamePath = path.every((_, index) => parents[index] === (path[index + 1] ?? root));
    const frameOf = (window: number): number | null => levels.find((level) => level.client === window || level.frame === window)?.frame ?? (isSamePath && path[0] === window ? (path.at(-1) ?? null) : null);
    return {
      active,
      activeFrame: active ? (levels.find((level) => level.client === active)?.frame ?? null) : null,
      focused: focus && focus.focus > 1 ? (frameOf(focus.focus) ?? (await this.climb(focus.focus))) : null,
    };
  }

  private async parentOf(window: number): Promise<number> {
    return (await ask<{ parent: number }>((callback) => this.connection.client.QueryTree(window, callback)))?.parent ?? 0;
  }

  /** The child of the root that a window is in; null when the window has gone. */
  private async climb(window: number): Promise<number | null> {
    const path = [window];
    for (let current = window; path.length <= deepest; path.push(current)) {
      const parent = await this.parentOf(current);
      if (parent === this.connection.root) {
        this.path = path;
        return current;
      }
      if (parent === 0) return null;
      current = parent;
    }
    return null;
  }

  private async describeAll(levels: readonly Level[]): Promise<Pick<Look, 'windows' | 'fits'>> {
    const windows = await Promise.all(levels.map((level) => this.describe(level)));
    return { windows, fits: windows.every(({ fits }) => fits) };
  }

  /** `fits`: the window still is, or is not, one that a window manager keeps. */
  private async describe(level: Level): Promise<{ level: Level; info: WindowInfo; fits: boolean }> {
    const { connection } = this;
    const id = level.client;
    const dialogType = await atom(connection, '_NET_WM_WINDOW_TYPE_DIALOG');
    const [fits, title, fallback, klass, [pid = 0], types, transient] = await Promise.all([
      this.order.stillFits(level),
      property(connection, id, '_NET_WM_NAME'),
      property(connection, id, 'WM_NAME'),
      property(connection, id, 'WM_CLASS'),
      numbers(connection, id, '_NET_WM_PID'),
      numbers(connection, id, '_NET_WM_WINDOW_TYPE'),
      numbers(connection, id, 'WM_TRANSIENT_FOR'),
    ]);
    const [app = '', kind = ''] = klass.toString('latin1').toLowerCase().split('\0');
    return {
      level,
      fits,
      info: {
        id,
        title: title.toString('utf8') || fallback.toString('latin1'),
        app,
        pid,
        active: false,
        dialog: types.includes(dialogType) || transient.length > 0,
        terminal: terminals.test(app) || terminals.test(kind),
        own: this.ownPids.has(pid),
        box: level.box,
      },
    };
  }
}
