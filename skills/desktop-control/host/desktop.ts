import type { Capture } from '../coordinates';
import { checkNotBlank } from './blank';
import { HostError } from './error';
import type { AwaitedFocus } from './focus';
import type { CaptureSource } from './capture';
import { Captures } from './captures';
import { usualPrivateWindows } from '../../../preload/contract/private-windows';
import { isPrivateWindow } from '../private-windows';
import { copied } from './picture-memory';
import { around, cover, intersection, paste, subtract, visibleAreas, type Frame } from './frame';
import type { AccessibleNode, Display, PersonInput, Platform, Point, Rectangle, WindowInfo } from './platform/platform';
import type { Situation } from './settle';
import { viewOf } from './view';

/** Pictures taken anew because windows moved while they were taken. */
const attempts = 4;

/** What must not be seen, at one moment. */
interface Survey {
  stack: WindowInfo[];
  windows: WindowInfo[];
  own: Rectangle[];
  passwords: Rectangle[];
  /** All of these places, to be compared. */
  secrets: string;
}

/** State of one host: what it sees with, and what it has told about so far. */
export class Desktop {
  readonly captures = new Captures();
  readonly memory: {
    lastClick: { button: string; point: Point; at: number } | null;
    awaited: AwaitedFocus | null;
    /** The field of a spreadsheet's window that names the cell with the cursor, and its table. */
    nameBox: { window: number; key: string; table: string } | null;
    /** Windows that were there in the last answer; null before the first. */
    toldWindows: Set<number> | null;
  } = { lastClick: null, awaited: null, nameBox: null, toldWindows: null };
  /** While held, nothing may be clicked or typed: a dialog waits for the person. */
  held = false;
  /** The person used mouse or keyboard during an act; how things stood then, once that is known. */
  takenOver: { by: PersonInput; before: Situation | null } | null = null;
  onTakeOver: (by: PersonInput) => void = () => undefined;
  /** Where the next act will land, for the preview. */
  spot: Point | null = null;
  private readonly refs = new Map<string, AccessibleNode>();
  private readonly refByKey = new Map<string, string>();
  private cached: { frame: Frame; changes: number; ignoring: string } | null = null;
  /** What changes in these areas is not told of: a frame from before they were others may show what has gone. */
  private ignoring = '[]';
  /** The picture that the model was given last; `told` once it was answered with "unchanged". */
  lastShown: { frame: Frame; area: Rectangle; capture: Capture; told: boolean } | null = null;
  /** Places and sizes of the displays, as they were asked for last. */
  layout = '';
  private lastCovered: { of: Frame; key: string; frame: Frame; behind: Frame[] } | null = null;
  /** Words that make a window private. */
  privateWords: readonly string[] = usualPrivateWindows;
  /** The desktop as a model may see it. */
  readonly view: Platform;
  readonly isPrivate = (window: WindowInfo): boolean => isPrivateWindow(this.privateWords, window);

  constructor(
    readonly platform: Platform,
    private readonly source: CaptureSource,
    readonly ownPids: ReadonlySet<number>,
  ) {
    this.view = viewOf(platform, this.isPrivate);
  }

  /** The ref of a node; the same node keeps its ref. */
  refOf(node: AccessibleNode): string {
    const key = `${node.key}|${node.role}`;
    const ref = this.refByKey.get(key) ?? `e${this.refByKey.size + 1}`;
    this.refByKey.set(key, ref);
    this.refs.set(ref, node);
    return ref;
  }

  /** The node behind a ref as it is now. NOT_FOUND when it is gone or became something else. */
  async node(ref: string): Promise<AccessibleNode> {
    const known = this.refs.get(ref.trim().replace(/^[[@#]|\]$/g, ''));
    if (!known) throw new HostError('NOT_FOUND', `There is no element "${ref}".`, 'Use a ref of the latest Observe.');
    const now = (await this.sameNode(known)) ?? (await this.renewedNode(known));
    if (!now || now.role !== known.role && known.role !== 'table cell') {
      throw new HostError('NOT_FOUND', `Element ${ref} (${known.role} "${known.name}") is no longer there.`, 'Call Observe again: the window has changed.');
    }
    return known.role === 'table cell' ? { ...now, role: known.role, name: known.name } : now;
  }

  private async sameNode(known: AccessibleNode): Promise<AccessibleNode | null> {
    const now = await this.platform.accessibility?.again(known.key);
    return now && (now.role === known.role || known.role === 'table cell') ? now : null;
  }

  /** A program that draws itself anew makes new elements: the only one with the same role and name in its window is the same. */
  private async renewedNode(known: AccessibleNode): Promise<AccessibleNode | null> {
    if (known.name === '' || known.role === 'table cell') return null;
    const window = (await this.view.windows()).find((candidate) => candidate.pid === known.pid && !candidate.own);
    const sight = window && (await this.view.accessibility?.look(window, new AbortController().signal));
    const alike = (sight?.nodes ?? []).filter((node) => node.role === known.role && node.name === known.name);
    return alike.length === 1 ? (alike[0] ?? null) : null;
  }

  /** The displays as they are now. A change of them makes every earlier picture stale. */
  async displays(): Promise<Display[]> {
    const displays = await this.platform.displays();
    if (displays.length === 0) throw new HostError('UNSUPPORTED', 'No display is connected.', 'Connect or start a display.');
    const layout = displays.map((each) => `${each.x},${each.y},${each.width},${each.height}`).join(';');
    if (layout !== this.layout) {
      this.captures.forget();
      this.cached = null;
    }
    this.layout = layout;
    return displays;
  }

  /** The screen as it is. An unchanged screen is not photographed twice. Private to the host: not covered. */
  async rawFrame(): Promise<Frame> {
    return this.frameSince((await this.platform.activity())?.changes);
  }

  /** The frame that was taken last, when nothing has been drawn since; `before` is how far drawing had come when that was asked. */
  private async frameSince(before: number | undefined): Promise<Frame> {
    const { ignoring } = this;
    if (this.cached && before !== undefined && this.cached.changes === before && this.cached.ignoring === ignoring) return this.cached.frame;
    const frame = await this.source.grab();
    this.cached = before === undefined ? null : { frame, changes: before, ignoring };
    return frame;
  }

  private ignore(areas: Rectangle[]): void {
    this.ignoring = JSON.stringify(areas);
    this.platform.ignoreChanges(areas);
  }

  /**
   * A frame to compare with an earlier one: what happens in our own windows does not count. Private to the host.
   * `drawn`: how far drawing has come; null when it had to be photographed, which takes time in which more is drawn.
   */
  async comparableFrame(): Promise<{ frame: Frame; drawn: number | null }> {
    const [activity, stack] = await Promise.all([this.platform.activity(), this.platform.stack()]);
    const areas = visibleAreas(stack, (window) => window.own);
    this.ignore(areas);
    const { cached } = this;
    const frame = await this.frameSince(activity?.changes);
    return { frame: await this.covered(frame, areas, [], null), drawn: activity && frame === cached?.frame ? activity.changes : null };
  }

  /**
   * A frame that may leave the host: our own windows are not in it, private windows and password
   * fields are black. With a signal, as for a model, password fields are searched for; without one, as for
   * the person's own window, the known ones do. What must not be seen is looked up before and, if anything was
   * drawn meanwhile, once more after: a picture between two different answers is taken again, and covered by both at last.
   */
  async publicFrame(signal?: AbortSignal): Promise<Frame> {
    for (let attempt = 1; ; attempt += 1) {
      const start = await this.moment();
      const before = await this.survey(signal);
      this.ignore(before.own);
      const frame = await this.rawFrame();
      if (signal) checkNotBlank(frame, before.windows);
      const end = await this.moment();
      const isStill = start !== null && start.drawn === end?.drawn;
      const after = isStill ? before : await this.survey(signal);
      const isSame = before.secrets === after.secrets && start?.rearranged === end?.rearranged;
      if (isSame || attempt === attempts) return this.hide(frame, isSame ? [before] : [before, after]);
    }
  }

  private async hide(frame: Frame, surveys: Survey[]): Promise<Frame> {
    const screen = { x: 0, y: 0, width: frame.width, height: frame.height };
    // No area twice, since each is drawn with what stands behind it.
    const own = surveys.reduce<Rectangle[]>((all, survey) => [...all, ...all.reduce((left, area) => left.flatMap((part) => subtract(part, area)), survey.own)], []);
    const hidden = own.flatMap((area) => intersection(area, screen) ?? []);
    const behind = hidden.length > 0 ? await this.platform.behind(hidden) : null;
    // What stands behind ours shows too, so a private window there is to be covered like any other.
    const black = surveys.flatMap(({ stack, passwords }) => [...visibleAreas(behind ? stack.filter((window) => !window.own) : stack, this.isPrivate), ...passwords]);
    return this.covered(frame, hidden, [...black, ...this.ways(surveys)], behind);
  }

  /** Where a private window may have been on its way from one place to the other. */
  private ways([before, after]: Survey[]): Rectangle[] {
    return (after?.stack ?? []).flatMap((now) => {
      const then = before?.stack.find(({ id }) => id === now.id);
      return then && (this.isPrivate(then) || this.isPrivate(now)) ? [around(then.box, now.box)] : [];
    });
  }

  /** What must not be seen, and where it is now. */
  private async survey(signal: AbortSignal | undefined): Promise<Survey> {
    const [stack, all] = await Promise.all([this.platform.stack(), signal ? this.platform.windows() : []]);
    const windows = all.filter((window) => !window.own);
    const suspects = windows.filter((window) => !this.isPrivate(window));
    const passwords = (await this.platform.accessibility?.passwords(stack, suspects, signal ?? new AbortController().signal)) ?? [];
    const own = visibleAreas(stack, (window) => window.own);
    return { stack, windows, own, passwords, secrets: JSON.stringify([own, visibleAreas(stack, this.isPrivate), passwords]) };
  }

  /** How far drawing and windows have come; null when nobody watches. */
  private async moment(): Promise<{ drawn: number; rearranged: number | null } | null> {
    const activity = await this.platform.activity();
    return activity && { drawn: activity.changes, rearranged: this.platform.rearranged() };
  }

  /** Without `behind` the first areas are grey. The same frame with the same areas is the same object, so that its pictures need not be made again. */
  private async covered(frame: Frame, hidden: Rectangle[], black: Rectangle[], behind: Frame[] | null): Promise<Frame> {
    if (hidden.length === 0 && black.length === 0) return frame;
    const key = JSON.stringify([hidden, black, behind === null]);
    const last = this.lastCovered;
    if (last?.of === frame && last.key === key && (behind ?? []).every(({ data }, index) => last.behind[index]?.data.equals(data))) return last.frame;
    const copy = { ...frame, data: await copied(frame.data) };
    if (behind) behind.forEach((part, index) => paste(copy, part, hidden[index] ?? { x: 0, y: 0 }));
    else cover(copy, hidden, 0x80);
    cover(copy, black, 0);
    this.lastCovered = { of: frame, key, frame: copy, behind: behind ?? [] };
    return copy;
  }

  /** A window by id, or by part of its title or program name. */
  async window(wanted: string): Promise<WindowInfo> {
    const windows = (await this.view.windows()).filter((window) => !window.own);
    const text = wanted.trim().toLowerCase();
    const found =
      windows.find((window) => String(window.id) === text) ??
      windows.find((window) => window.title.toLowerCase() === text) ??
      windows.find((window) => window.title.toLowerCase().includes(text)) ??
      windows.find((window) => window.app.includes(text));
    if (found) return found;
    const open = windows.map((window) => `"${window.title}"`).join(', ') || 'none';
    throw new HostError('NOT_FOUND', `No window matches "${wanted}".`, `Open windows: ${open}.`);
  }
}
