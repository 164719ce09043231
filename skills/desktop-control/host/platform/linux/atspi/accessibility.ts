import { Variant } from 'dbus-next';
import { HostError } from '../../../error';
import type { Frame } from '../../../frame';
import type { CellPlace } from '../../../cell-name';
import type { Accessibility, AccessibleNode, AccessibleSight, CellContent, Point, Rectangle, WindowInfo } from '../../platform';
import { keyOf, placeOf, type AccessibilityBus, type Place } from './bus';
import { AccessibilityEvents } from './events';
import { children, describe, extents, from, place2, role, states, type From, type StateSet } from './node';
import { moved, PaneShift } from './pane-shift';
import { Passwords } from './passwords';
import { isPartOf, popUpHit } from './pop-up';
import { cellAnew, inside, readCells } from './table';
import { isPlaceless, isQt } from './toolkit';
import { walk } from './walk';

const registryRoot: Place = { bus: 'org.a11y.atspi.Registry', path: '/org/a11y/atspi/accessible/root' };
const deepestHit = 30;
/** A program that is busy is waited for this long, and looked at anew this often, before its elements count as missing. */
const patienceMs = 6000;
const looks = 3;
const officeDocument = / LibreOffice (Calc|Writer|Impress|Draw|Base|Math)$/;

/** AT-SPI: what programs say about what they show. */
export class AtSpi implements Accessibility {
  private lastFocused: Place | null = null;

  private readonly shift: PaneShift;
  private readonly hidden: Passwords;
  /** Windows that were searched for password fields, with the title they had. */
  private readonly searched = new Map<number, string>();

  private readonly events: AccessibilityEvents;

  constructor(
    private readonly bus: AccessibilityBus,
    /** What a window shows in an area of the screen; null where something stands in front of it. */
    private readonly drawn: (window: WindowInfo, area: Rectangle) => Promise<Frame | null> = () => Promise.resolve(null),
  ) {
    this.events = new AccessibilityEvents(bus);
    this.shift = new PaneShift(bus);
    this.hidden = new Passwords(bus);
  }

  async start(): Promise<void> {
    await this.bus.listen('Object', 'StateChanged', 'focused', (place, body) => {
      if (Number(body[1]) !== 1) return;
      this.lastFocused = place;
      void this.hidden.noteFocus(place);
    });
    await this.events.start();
  }

  changesOf(pid: number): { changes: number; stillFor: number } {
    return this.events.of(pid);
  }

  async look(window: WindowInfo, signal: AbortSignal): Promise<AccessibleSight> {
    for (let count = 1; ; count += 1) {
      const started = Date.now();
      const { sight, asked } = await this.lookOnce(window, signal);
      const silent = asked.find((bus) => this.bus.wasSilent(bus, started));
      if (silent === undefined) return sight;
      // What a busy program left unanswered is missing: asked anew once it answers.
      if (count < looks && (await this.bus.answers(silent, patienceMs, signal))) continue;
      return { ...sight, partial: sight.partial ?? `"${window.app}" is busy and does not answer: elements are missing, look again later` };
    }
  }

  async again(key: string): Promise<AccessibleNode | null> {
    const place = placeOf(key);
    const set = await this.statesInTime(place);
    if (set && !set.has('defunct')) return this.placed(place, set);
    const cell = await cellAnew(this.bus, key);
    const anew = cell && (await states(this.bus, cell));
    return cell && anew && !anew.has('defunct') ? this.placed(cell, anew) : null;
  }

  async focused(window: WindowInfo | null): Promise<AccessibleNode | null> {
    const place = this.lastFocused;
    const set = place && (await states(this.bus, place));
    if (place && set?.has('focused')) {
      const node = await this.placed(place, set);
      if (!window || window.pid === 0 || node.pid === window.pid) return node;
    }
    // What got the focus before we listened was not told to us.
    if (!window || place) return null;
    const sight = await this.look(window, new AbortController().signal);
    const node = sight.nodes.find((candidate) => candidate.states.includes('focused')) ?? null;
    if (node) this.lastFocused = placeOf(node.key);
    return node;
  }

  async at(asked: WindowInfo | Promise<WindowInfo | null>, point: Point): Promise<AccessibleNode | null> {
    // Which programs there are can be asked while the window is not known yet.
    const programs = children(this.bus, registryRoot);
    const window = await asked;
    if (!window) return null;
    for (const top of (await this.topsOf(window, programs)).tops.reverse()) {
      const box = await extents(this.bus, top);
      if (!box || (await isPlaceless(this.bus, top))) continue;
      // Qt's pop-ups are windows of their own and parts of the window below, whose elements are not what is seen there.
      if (!isPartOf(box, window.box) && (await isQt(this.bus, top))) return popUpHit((await this.look(window, new AbortController().signal)).nodes, window.box, point);
      if (!inside(box, point.x, point.y)) continue;
      const hit = await this.hit(top, point);
      const set = await states(this.bus, hit);
      if (set) return this.placed(hit, set);
    }
    return null;
  }

  cells(table: string, places: CellPlace[]): Promise<(CellContent | null)[]> {
    return readCells(this.bus, placeOf(table), places);
  }

  async press(key: string): Promise<boolean> {
    const place = placeOf(key);
    const count = await this.bus.property(place, 'Action', 'NActions');
    if (typeof count !== 'number' || count < 1) return false;
    // A modal dialog opened by the action may hold the answer back: no answer is not a failure.
    const reply = await this.bus.ask(place, 'Action', 'DoAction', 'i', [0], 1500);
    return reply === null || reply[0] !== false;
  }

  async setValue(key: string, value: string): Promise<boolean> {
    const place = placeOf(key);
    const kinds: unknown = (await this.bus.ask(place, 'Accessible', 'GetInterfaces'))?.[0];
    // Qt answers to writing into what holds no text as if it had been done.
    const written = Array.isArray(kinds) && !kinds.includes('org.a11y.atspi.EditableText') ? null : await this.bus.ask(place, 'EditableText', 'SetTextContents', 's', [value], 2000);
    if (written?.[0] === true) return true;
    const number = Number(value);
    if (value.trim() === '' || Number.isNaN(number)) return false;
    return this.bus.setProperty(place, 'Value', 'CurrentValue', new Variant('d', number));
  }

  async focus(key: string): Promise<boolean> {
    const reply = await this.bus.ask(placeOf(key), 'Component', 'GrabFocus');
    return reply?.[0] === true;
  }

  async passwords(windows: WindowInfo[], suspects: WindowInfo[], signal: AbortSignal): Promise<Rectangle[]> {
    // LibreOffice's documents have none, and a tree that takes long to walk.
    const unknown = suspects.filter((window) => window.pid > 0 && !(officeDocument.test(window.title) && /^(soffice|libreoffice)/.test(window.app)) && (window.active || this.searched.get(window.id) !== window.title));
    await Promise.all(
      unknown.map(async (window) => {
        const { tops } = await this.topsOf(window);
        const whole = await Promise.all(tops.map((top) => this.hidden.search(top, signal)));
        if (whole.every(Boolean)) this.searched.set(window.id, window.title);
      }),
    );
    return this.hidden.boxes(windows, (place) => this.boxOf(place));
  }

  private async lookOnce(window: WindowInfo, signal: AbortSignal): Promise<{ sight: AccessibleSight; asked: string[] }> {
    const { tops, asked } = await this.topsOf(window);
    const sights = await Promise.all(tops.map((top) => this.lookAt(window, top, signal)));
    const nodes = sights.flatMap((sight) => sight.nodes);
    for (const { key, role: roleName } of nodes) this.hidden.note(key, roleName);
    return { sight: { nodes, partial: sights.find((sight) => sight.partial !== null)?.partial ?? null }, asked };
  }

  /** The window's own tree and the open pop-ups of its program; `asked`: the bus names that this rests on. */
  private async topsOf(window: WindowInfo, running = children(this.bus, registryRoot)): Promise<{ tops: Place[]; asked: string[] }> {
    const programs = await running;
    const owners = await Promise.all(programs.map((program) => this.bus.pid(program.bus)));
    const mine = programs.filter((_, index) => owners[index] === window.pid);
    const unknown = programs.filter((_, index) => owners[index] === 0);
    const shown = await Promise.all((await Promise.all(mine.map((program) => children(this.bus, program)))).flat().map((place) => this.top(place)));
    const tops = shown.filter((top): top is NonNullable<typeof top> => top !== null);
    const titled = tops.filter((top) => top.name === window.title);
    // A question of GTK calls itself "Question", and its window has the title of the dialog that it is about.
    const main = titled.find((top) => top.active) ?? (window.active ? tops.find((top) => top.active && top.alert) : undefined) ?? titled[0] ?? tops.find((top) => top.active) ?? tops.find((top) => !top.popup);
    return { tops: tops.filter((top) => top === main || top.popup).map((top) => top.place), asked: [registryRoot.bus, ...[...mine, ...unknown].map(({ bus }) => bus)] };
  }

  private async top(place: Place): Promise<{ place: Place; name: string; active: boolean; popup: boolean; alert: boolean } | null> {
    const [set, name, kind] = await Promise.all([states(this.bus, place), this.bus.property(place, 'Accessible', 'Name'), role(this.bus, place)]);
    if (!set || set.has('defunct') || !(set.has('showing') || set.has('visible'))) return null;
    return { place, name: typeof name === 'string' ? name : '', active: set.has('active'), popup: /window|menu|tool tip|popup/.test(kind), alert: kind === 'alert' };
  }

  private async lookAt(window: WindowInfo, top: Place, signal: AbortSignal): Promise<AccessibleSight> {
    const offsets = await this.shift.offsets(top);
    if (!offsets && (await isPlaceless(this.bus, top))) {
      const { nodes, partial } = await walk(this.bus, top, from.screen, signal, () => Promise.resolve(null));
      return { nodes: nodes.map((node) => ({ ...node, box: null })), partial };
    }
    if (!offsets) return walk(this.bus, top, from.screen, signal, (area) => this.drawn(window, area));
    const { x, y } = offsets.inside;
    const sight = await walk(this.bus, top, from.window, signal, (area) => this.drawn(window, { ...area, x: area.x + x, y: area.y + y }));
    return { ...sight, nodes: await this.shift.apply(top, sight.nodes, offsets) };
  }

  /** One node with its box where it is drawn. */
  private async placed(place: Place, set: StateSet): Promise<AccessibleNode> {
    const offset = await this.shift.offsetOf(place);
    if (offset) return moved(await describe(this.bus, place, set, 0, from.window), offset);
    const node = await describe(this.bus, place, set, 0);
    return (await isPlaceless(this.bus, place)) ? { ...node, box: null } : node;
  }

  private async boxOf(place: Place): Promise<Rectangle | null> {
    const offset = await this.shift.offsetOf(place);
    const box = await extents(this.bus, place, offset ? from.window : from.screen);
    return box && offset ? { ...box, x: box.x + offset.x, y: box.y + offset.y } : box;
  }

  /** A busy program is waited for: TIMEOUT when it does not answer at all, since what is asked about may be there. */
  private async statesInTime(place: Place): Promise<StateSet | null> {
    const asked = Date.now();
    const set = await states(this.bus, place);
    if (set || !this.bus.wasSilent(place.bus, asked)) return set;
    if (await this.bus.answers(place.bus, patienceMs)) return states(this.bus, place);
    throw new HostError('TIMEOUT', 'The program of this element is busy and does not answer.', 'Wait a moment and Observe again.');
  }

  private async hit(top: Place, point: Point): Promise<Place> {
    const [offsets, pane] = await Promise.all([this.shift.offsets(top), this.shift.paneOf(top)]);
    if (!offsets || !pane) return this.deepest(top, point, from.screen);
    const told = { x: point.x - offsets.inside.x, y: point.y - offsets.inside.y };
    const area = await extents(this.bus, pane, from.window);
    return area && inside(area, told.x, told.y) ? this.deepest(pane, told, from.window) : this.deepest(top, point, from.screen);
  }

  private async deepest(top: Place, point: Point, origin: From): Promise<Place> {
    let current = top;
    for (let depth = 0; depth < deepestHit; depth += 1) {
      const reply = await this.bus.ask(current, 'Component', 'GetAccessibleAtPoint', 'iiu', [point.x, point.y, origin]);
      const next = place2(reply?.[0]);
      if (!next || keyOf(next) === keyOf(current)) return current;
      current = next;
    }
    return current;
  }
}
