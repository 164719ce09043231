import type { AccessibleNode, Rectangle } from '../../platform';
import { keyOf, type AccessibilityBus, type Place } from './bus';

/** Bits of AT-SPI's state set (atspi-constants.h) that matter here. */
export const stateBits = {
  active: 1, checked: 4, collapsed: 5, defunct: 6, editable: 7, enabled: 8, expandable: 9, expanded: 10, focusable: 11, focused: 12,
  modal: 16, multi_line: 17, pressed: 20, selected: 23, sensitive: 24, showing: 25, visible: 30, manages_descendants: 31, required: 33,
  default: 39, checkable: 41, read_only: 43,
} as const;
export type State = keyof typeof stateBits;

/** States told to the model; the rest is noise. `disabled` is the absence of sensitive. */
const told: State[] = ['active', 'checked', 'collapsed', 'editable', 'expanded', 'focused', 'modal', 'pressed', 'selected', 'required', 'read_only'];

const textRoles = new Set(['text', 'entry', 'password text', 'paragraph', 'heading', 'terminal', 'document text', 'table cell', 'spin button', 'combo box', 'label', 'static', 'editbar', 'link', 'list item']);
const valueRoles = new Set(['slider', 'spin button', 'scroll bar', 'progress bar', 'level bar', 'dial']);
const clickable = /button|menu item|check box|radio|toggle|link|tab$|combo box|list item/;
const longestText = 300;

export interface StateSet {
  has(state: State): boolean;
}

export async function states(bus: AccessibilityBus, place: Place): Promise<StateSet | null> {
  const reply = await bus.ask(place, 'Accessible', 'GetState');
  const words = reply?.[0];
  if (!Array.isArray(words)) return null;
  const low = Number(words[0] ?? 0);
  const high = Number(words[1] ?? 0);
  return {
    has(state) {
      const bit = stateBits[state];
      return bit < 32 ? ((low >>> bit) & 1) === 1 : ((high >>> (bit - 32)) & 1) === 1;
    },
  };
}

export async function children(bus: AccessibilityBus, place: Place): Promise<Place[]> {
  const reply = await bus.ask(place, 'Accessible', 'GetChildren');
  const list = reply?.[0];
  return Array.isArray(list) ? list.map((pair: unknown) => place2(pair)).filter((found): found is Place => found !== null) : [];
}

/** An (so) pair of a reply; null for AT-SPI's null object. */
export function place2(pair: unknown): Place | null {
  if (!Array.isArray(pair)) return null;
  const [bus, path] = pair as [unknown, unknown];
  if (typeof bus !== 'string' || typeof path !== 'string' || path.endsWith('/null') || path === '') return null;
  return { bus, path };
}

/** What a box is measured from (AT-SPI's coordinate types). */
export const from = { screen: 0, window: 1 } as const;
export type From = (typeof from)[keyof typeof from];

export async function extents(bus: AccessibilityBus, place: Place, origin: From = from.screen): Promise<Rectangle | null> {
  const reply = await bus.ask(place, 'Component', 'GetExtents', 'u', [origin]);
  const box = reply?.[0];
  if (!Array.isArray(box)) return null;
  const [x, y, width, height] = box.map(Number);
  if (x === undefined || y === undefined || !width || !height || width <= 0 || height <= 0) return null;
  return { x, y, width, height };
}

/** AT-SPI's number of a password field (atspi-constants.h). */
const passwordNumber = 40;

/** A role by the name that most programs have for it. Qt calls a password field "text", and only the number of its role tells. */
export async function role(bus: AccessibilityBus, place: Place): Promise<string> {
  const reply = await bus.ask(place, 'Accessible', 'GetRoleName');
  const name = String(reply?.[0] ?? '');
  if (name === 'spin box') return 'spin button';
  if (name !== 'text') return name;
  const number = await bus.ask(place, 'Accessible', 'GetRole');
  return Number(number?.[0]) === passwordNumber ? 'password text' : name;
}

/** The beginning of a node's text. LibreOffice answers "" to an end beyond the text, so its length is asked first. */
export async function text(bus: AccessibilityBus, place: Place): Promise<string | null> {
  const count = await bus.property(place, 'Text', 'CharacterCount');
  if (typeof count !== 'number') return null;
  if (count === 0) return '';
  const reply = await bus.ask(place, 'Text', 'GetText', 'ii', [0, Math.min(count, longestText)]);
  return typeof reply?.[0] === 'string' ? reply[0] : null;
}

/** Answers to the questions whose answers need no other first. */
export type Features = [name: unknown, role: string, box: Rectangle | null, pid: number];

/** Never rejects. `known` is the node's role when an earlier look has learnt it. */
export function features(bus: AccessibilityBus, place: Place, origin: From, known?: string): Promise<Features> {
  return Promise.all([bus.property(place, 'Accessible', 'Name'), known ?? role(bus, place), extents(bus, place, origin), bus.pid(place.bus)]);
}

/** Everything about one node but its children. A password is never read. */
export async function describe(bus: AccessibilityBus, place: Place, set: StateSet, depth: number, origin: From = from.screen, asked = features(bus, place, origin)): Promise<AccessibleNode> {
  const [name, roleName, box, pid] = await asked;
  const named = typeof name === 'string' ? name : '';
  const read = await valueOf(bus, place, roleName, named, set);
  // Qt gives a combo box what is chosen in it for a name.
  const labelled = roleName === 'combo box' && read === null && named !== '' ? await labelOf(bus, place) : null;
  const [label, value] = labelled === null || labelled === named ? [named, read] : [labelled, named];
  const shown: string[] = told.filter((state) => set.has(state));
  // Qt does not say that its spin buttons are written into.
  if (roleName === 'spin button' && set.has('focusable') && set.has('sensitive') && !set.has('read_only') && !set.has('editable')) shown.push('editable');
  if (clickable.test(roleName) && !set.has('sensitive') && !set.has('enabled')) shown.push('disabled');
  return { key: keyOf(place), role: roleName, name: label, value, states: shown, multiline: set.has('multi_line'), box, depth, pid };
}

/** AT-SPI's number of the relation to a label (atspi-constants.h). */
const labelledBy = 2;

async function labelOf(bus: AccessibilityBus, place: Place): Promise<string | null> {
  const relations = (await bus.ask(place, 'Accessible', 'GetRelationSet'))?.[0];
  const found = Array.isArray(relations) ? (relations as unknown[]).find((relation) => Array.isArray(relation) && Number(relation[0]) === labelledBy) : undefined;
  const [, targets] = (found ?? []) as unknown[];
  const label = Array.isArray(targets) ? place2(targets[0]) : null;
  const name = label && (await bus.property(label, 'Accessible', 'Name'));
  return typeof name === 'string' && name !== '' ? name : null;
}

async function valueOf(bus: AccessibilityBus, place: Place, roleName: string, name: string, set: StateSet): Promise<string | null> {
  if (roleName === 'password text') return null;
  if (textRoles.has(roleName) || set.has('editable')) {
    const content = await text(bus, place);
    if (content !== null && (content !== name || roleName === 'paragraph')) return content;
  }
  if (!valueRoles.has(roleName)) return null;
  const number = await bus.property(place, 'Value', 'CurrentValue');
  return typeof number === 'number' ? String(number) : null;
}
