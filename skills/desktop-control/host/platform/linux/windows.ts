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

/** All there is to know of the windows at one moment. */
interface Look {
  /** Front to back. */
  windows: Described[];
  /** Windows that the window manager keeps; null without a window manager. */
  managed: ReadonlySet<number> | null;
  /** The one that the window manager calls active. */
  active: number;
  /** Frame of the window with the X input focus; null when nobody has it. */
  focused: number | null;
  /** Frame of the active one. */
  activeFrame: number | null;
}

/** Windows by EWMH and the X tree: `nut.getWindows()` finds none under many window managers. */
export class Windows {
  private readonly order: Stack;
  private asked: Promise<Look> | null = null;
  /** From a window with the focus up to the child of the root, as it was climbed last. */
  private path: number[] = [];

  constructor(
    private readonly connection: Connection,
    private readonly ownPids: ReadonlySet<number>,
  ) {
    this.order = new Stack(connection);
  }

  /** Managed windows and dialogs, front to back. */
  async list(): Promise<WindowInfo[]> {
    const { windows, managed } = await this.look();
    return windows.filter(({ level, info }) => (managed === null || managed.has(level.client)) && (info.title !== '' || info.app !== '')).map(({ info }) => info);
  }

  /** Everything drawn on the root, front to back, with pop-ups: what a click at a point meets. */
  async stack(): Promise<WindowInfo[]> {
    return (await this.look()).windows.map(({ info }) => info);
  }

  /** Whether an area of a window is on the screen with nothing in front of it. */
  async shows(window: WindowInfo, area: Rectangle): Promise<boolean> {
    const stack = await this.stack();
    const at = stack.findIndex(({ id }) => id === window.id);
    return at >= 0 && stack.slice(0, at).every(({ box }) => intersection(box, area) === null);
  }

  /** The same as it is drawn. */
  async layers(): Promise<Layer[]> {
    return (await this.look()).windows.map(({ level: { frame, box }, info: { own } }) => ({ frame, box, own }));
  }

  async at(point: Point): Promise<WindowInfo | null> {
    const found = (await this.stack()).find(({ box: { x, y, width, height } }) => point.x >= x && point.y >= y && point.x < x + width && point.y < y + height);
    return found ?? null;
  }

  /** The window that keys reach: the X input focus first, the window manager's word second. */
  async active(): Promise<WindowInfo | null> {
    const { windows, focused, active, activeFrame } = await this.look();
    const withFocus = windows.find(({ level }) => level.frame === focused);
    // Window managers park the focus on a tiny window off the screen when nobody has it.
    if (withFocus && withFocus.info.box.width * withFocus.info.box.height > 4) return { ...withFocus.info, active: true };
    const named = windows.find(({ level }) => level.frame === activeFrame);
    return named ? { ...named.info, active: named.info.id === active } : null;
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

  /** Shared by all who ask in the same turn of the event loop: they would all get the same answer. */
  private look(): Promise<Look> {
    if (this.asked) return this.asked;
    setImmediate(() => (this.asked = null));
    this.asked = this.lookAnew();
    return this.asked;
  }

  /** One round trip as long as nothing comes, goes or moves. */
  private async lookAnew(): Promise<Look> {
    for (let attempt = 1; ; attempt += 1) {
      const asked = await this.order.levels();
      const { look, fits } = await this.ask(asked.levels);
      if (attempt === attempts || (fits && this.order.isCurrent(asked))) return look;
      if (!fits) this.order.forget();
    }
  }

  private async ask(levels: readonly Level[]): Promise<{ look: Look; fits: boolean }> {
    const { connection } = this;
    const { client, root } = connection;
    const { path } = this;
    const [list, manager, [active = 0], focus, climbs, described] = await Promise.all([
      numbers(connection, root, '_NET_CLIENT_LIST'),
      numbers(connection, root, '_NET_SUPPORTING_WM_CHECK'),
      numbers(connection, root, '_NET_ACTIVE_WINDOW'),
      ask<{ focus: number }>((callback) => client.GetInputFocus(callback)),
      Promise.all(path.map((window) => this.parentOf(window))),
      Promise.all(levels.map((level) => this.describe(level))),
    ]);
    const windows = described.map(({ level, info }) => ({ level, info: { ...info, active: info.id === active } }));
    const isSamePath = path.every((_, index) => climbs[index] === (path[index + 1] ?? root));
    const frameOf = async (window: number): Promise<number | null> => levels.find((level) => level.client === window || level.frame === window)?.frame ?? (isSamePath && path[0] === window ? (path.at(-1) ?? null) : this.climb(window));
    return {
      look: {
        windows,
        managed: list.length > 0 || manager.length > 0 ? new Set(list) : null,
        active,
        focused: focus && focus.focus > 1 ? await frameOf(focus.focus) : null,
        activeFrame: active ? (levels.find((level) => level.client === active)?.frame ?? null) : null,
      },
      fits: described.every(({ fits }) => fits),
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
