import { intersection } from '../../frame';
import type { Point, Rectangle, WindowInfo } from '../platform';
import type { Layer } from './behind';
import { ask, atom, numbers, property, type Connection } from './connection';

const terminals = /^(xterm|uxterm|gnome-terminal.*|konsole|xfce4-terminal|lxterminal|mate-terminal|terminator|tilix|alacritty|kitty|foot|urxvt|rxvt.*|st|st-256color|wezterm.*|qterminal|terminology|guake|tilda|yakuake|kgx|ptyxis|cool-retro-term)$/;
const viewable = 2;

interface Level {
  /** Top-level child of the root: the window manager's frame, or the window itself. */
  frame: number;
  /** The program's own window inside the frame. */
  client: number;
  box: Rectangle;
}

/** Windows by EWMH and the X tree: `nut.getWindows()` finds none under many window managers. */
export class Windows {
  private readonly clients = new Map<number, number>();
  private asked: Promise<Level[]> | null = null;

  constructor(
    private readonly connection: Connection,
    private readonly ownPids: ReadonlySet<number>,
  ) {}

  /** Managed windows and dialogs, front to back. */
  async list(): Promise<WindowInfo[]> {
    const [list, manager, active, levels] = await Promise.all([
      numbers(this.connection, this.connection.root, '_NET_CLIENT_LIST'),
      numbers(this.connection, this.connection.root, '_NET_SUPPORTING_WM_CHECK'),
      this.activeId(),
      this.levels(),
    ]);
    const clients = new Set(list);
    const managed = clients.size > 0 || manager.length > 0 ? levels.filter((level) => clients.has(level.client)) : levels;
    const found = await Promise.all(managed.map((level) => this.describe(level, active)));
    return found.filter((window): window is WindowInfo => window !== null && (window.title !== '' || window.app !== ''));
  }

  /** Everything drawn on the root, front to back, with pop-ups: what a click at a point meets. */
  async stack(): Promise<WindowInfo[]> {
    const [levels, active] = await Promise.all([this.levels(), this.activeId()]);
    return (await Promise.all(levels.map((level) => this.describe(level, active)))).filter((window): window is WindowInfo => window !== null);
  }

  /** Whether an area of a window is on the screen with nothing in front of it. */
  async shows(window: WindowInfo, area: Rectangle): Promise<boolean> {
    const stack = await this.stack();
    const at = stack.findIndex(({ id }) => id === window.id);
    return at >= 0 && stack.slice(0, at).every(({ box }) => intersection(box, area) === null);
  }

  /** The same as it is drawn. */
  async layers(): Promise<Layer[]> {
    return Promise.all(
      (await this.levels()).map(async ({ frame, client, box }) => {
        const [pid = 0] = await numbers(this.connection, client, '_NET_WM_PID');
        return { frame, box, own: this.ownPids.has(pid) };
      }),
    );
  }

  async at(point: Point): Promise<WindowInfo | null> {
    for (const level of await this.levels()) {
      const { x, y, width, height } = level.box;
      if (point.x < x || point.y < y || point.x >= x + width || point.y >= y + height) continue;
      return this.describe(level, await this.activeId());
    }
    return null;
  }

  /** The window that keys reach: the X input focus first, the window manager's word second. */
  async active(): Promise<WindowInfo | null> {
    const focus = await ask<{ focus: number }>((callback) => this.connection.client.GetInputFocus(callback));
    if (focus && focus.focus > 1) {
      const level = await this.levelOf(focus.focus);
      // Window managers park the focus on a tiny window off the screen when nobody has it.
      if (level && level.box.width * level.box.height > 4) return this.describe(level, level.client);
    }
    const id = await this.activeId();
    const level = id ? await this.levelOf(id) : null;
    return level ? this.describe(level, id) : null;
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

  private async activeId(): Promise<number> {
    return (await numbers(this.connection, this.connection.root, '_NET_ACTIVE_WINDOW'))[0] ?? 0;
  }

  /** Shared by all who ask in the same turn of the event loop: they would all get the same answer. */
  private levels(): Promise<Level[]> {
    if (this.asked) return this.asked;
    const asked = this.askLevels();
    this.asked = asked;
    setImmediate(() => (this.asked = null));
    return asked;
  }

  private async askLevels(): Promise<Level[]> {
    const tree = await ask<{ children: number[] }>((callback) => this.connection.client.QueryTree(this.connection.root, callback));
    const frames = [...(tree?.children ?? [])].reverse();
    return (await Promise.all(frames.map((frame) => this.level(frame)))).filter((level): level is Level => level !== null);
  }

  private async level(frame: number): Promise<Level | null> {
    const { client } = this.connection;
    const [attributes, geometry] = await Promise.all([
      ask<{ mapState: number; klass: number }>((callback) => client.GetWindowAttributes(frame, callback)),
      ask<{ xPos: number; yPos: number; width: number; height: number; borderWidth: number }>((callback) => client.GetGeometry(frame, callback)),
    ]);
    if (!attributes || !geometry || attributes.mapState !== viewable || attributes.klass === 2) return null;
    const border = geometry.borderWidth * 2;
    const box = { x: geometry.xPos, y: geometry.yPos, width: geometry.width + border, height: geometry.height + border };
    return { frame, client: await this.clientOf(frame), box };
  }

  /** The search takes a question for every part of a frame's decoration, so its result is kept while the client lives. */
  private async clientOf(frame: number): Promise<number> {
    const known = this.clients.get(frame);
    if (known !== undefined && (await this.managed(known))) return known;
    const found = await this.clientIn(frame, 0);
    if (found === frame) this.clients.delete(frame);
    else this.clients.set(frame, found);
    return found;
  }

  /** A window manager puts the program's window one or two levels below its frame. */
  private async clientIn(window: number, depth: number): Promise<number> {
    if (depth > 2 || (await this.managed(window))) return window;
    const tree = await ask<{ children: number[] }>((callback) => this.connection.client.QueryTree(window, callback));
    const below = tree?.children ?? [];
    const managed = await Promise.all(below.map((child) => this.managed(child)));
    const direct = below[managed.indexOf(true)];
    if (direct !== undefined) return direct;
    const found = await Promise.all(below.map((child) => this.clientIn(child, depth + 1)));
    const inner = await Promise.all(found.map((child) => this.managed(child)));
    return found[inner.indexOf(true)] ?? window;
  }

  private async managed(window: number): Promise<boolean> {
    return (await property(this.connection, window, 'WM_STATE')).length > 0;
  }

  private async levelOf(window: number): Promise<Level | null> {
    let current = window;
    for (let depth = 0; depth < 20; depth += 1) {
      const tree = await ask<{ root: number; parent: number }>((callback) => this.connection.client.QueryTree(current, callback));
      if (!tree) return null;
      if (tree.parent === tree.root || tree.parent === 0) return this.level(current);
      current = tree.parent;
    }
    return null;
  }

  private async describe(level: Level, active: number): Promise<WindowInfo | null> {
    const id = level.client;
    const [title, fallback, klass, pid, types, transient] = await Promise.all([
      property(this.connection, id, '_NET_WM_NAME'),
      property(this.connection, id, 'WM_NAME'),
      property(this.connection, id, 'WM_CLASS'),
      numbers(this.connection, id, '_NET_WM_PID'),
      numbers(this.connection, id, '_NET_WM_WINDOW_TYPE'),
      numbers(this.connection, id, 'WM_TRANSIENT_FOR'),
    ]);
    const dialogType = await atom(this.connection, '_NET_WM_WINDOW_TYPE_DIALOG');
    const app = (klass.toString('latin1').split('\0')[0] ?? '').toLowerCase();
    const processId = pid[0] ?? 0;
    return {
      id,
      title: title.toString('utf8') || fallback.toString('latin1'),
      app,
      pid: processId,
      active: id === active,
      dialog: types.includes(dialogType) || transient.length > 0,
      terminal: terminals.test(app) || terminals.test((klass.toString('latin1').split('\0')[1] ?? '').toLowerCase()),
      own: this.ownPids.has(processId),
      box: level.box,
    };
  }
}
