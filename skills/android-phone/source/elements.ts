import type { Phone } from './adb';

/** Something on the phone's screen, with its place in pixels. */
export interface PhoneElement {
  text: string;
  description: string;
  /** The last part of its class: Button, EditText, TextView … */
  kind: string;
  id: string;
  isClickable: boolean;
  isFocused: boolean;
  isPassword: boolean;
  isEnabled: boolean;
  box: { left: number; top: number; right: number; bottom: number };
  /** Place of what holds it in the list, −1 for none. */
  parent: number;
}

/** What is on the screen by the phone's accessibility; null when the phone gives none, as for games, videos and protected screens. */
export async function elementsOf(phone: Phone): Promise<PhoneElement[] | null> {
  const text = await phone.bytes('uiautomator', 'dump', '/dev/tty').then(String, () => '');
  const start = text.indexOf('<hierarchy');
  return start < 0 ? null : readHierarchy(text.slice(start));
}

/** Reads uiautomator's XML: nodes with attributes only, nested. */
export function readHierarchy(xml: string): PhoneElement[] {
  const elements: PhoneElement[] = [];
  const open: number[] = [];
  for (const [, end, attributes = '', isAlone] of xml.matchAll(/<(\/?)node((?:\s+[\w-]+="[^"]*")*)\s*(\/?)>/g)) {
    if (end === '/') {
      open.pop();
      continue;
    }
    const values = new Map([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescapeXml(value)]));
    const [left = 0, top = 0, right = 0, bottom = 0] = (values.get('bounds') ?? '').match(/-?\d+/g)?.map(Number) ?? [];
    const is = (name: string): boolean => values.get(name) === 'true';
    elements.push({
      text: squeeze(values.get('text') ?? ''),
      description: squeeze(values.get('content-desc') ?? ''),
      kind: (values.get('class') ?? '').split('.').at(-1) ?? '',
      id: (values.get('resource-id') ?? '').split('/').at(-1) ?? '',
      isClickable: is('clickable') || is('long-clickable') || is('checkable'),
      isFocused: is('focused'),
      isPassword: is('password'),
      isEnabled: values.get('enabled') !== 'false',
      box: { left, top, right, bottom },
      parent: open.at(-1) ?? -1,
    });
    if (isAlone !== '/') open.push(elements.length - 1);
  }
  return elements;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescapeXml = (text: string): string => text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => (name === undefined ? String.fromCodePoint(Math.min(0x10ffff, decimal === undefined ? parseInt(hex ?? '0', 16) : Number(decimal))) : (entities[name] ?? whole)));
const squeeze = (text: string): string => text.replace(/[\s\u200b-\u200f]+/g, ' ').trim();

/** What an element says: its own words, or those inside it that are not of something else to press. */
export function sayingOf(element: PhoneElement, all: readonly PhoneElement[]): string {
  const own = element.text || element.description;
  if (own !== '') return own;
  const at = all.indexOf(element);
  return all.filter((each) => isWithin(each, at, all)).map((each) => each.text || each.description).filter((text) => text !== '').join(' ').slice(0, 120);
}

function isWithin(element: PhoneElement, ancestor: number, all: readonly PhoneElement[]): boolean {
  for (let each: PhoneElement | undefined = element; each && !each.isClickable; each = all[each.parent]) if (each.parent === ancestor) return true;
  return false;
}

/** What a tap at a point presses: the smallest that can be clicked there, or the smallest at all. */
export function elementAt(all: readonly PhoneElement[], x: number, y: number): PhoneElement | null {
  const there = all.filter(({ box }) => x >= box.left && x < box.right && y >= box.top && y < box.bottom);
  const area = ({ box }: PhoneElement): number => (box.right - box.left) * (box.bottom - box.top);
  const smallest = (list: PhoneElement[]): PhoneElement | null => list.reduce<PhoneElement | null>((best, each) => (best === null || area(each) <= area(best) ? each : best), null);
  return smallest(there.filter(({ isClickable }) => isClickable)) ?? smallest(there);
}

/** Elements that words mean, best first: the same words, then those that begin with or hold them. */
export function elementsNamed(words: string, all: readonly PhoneElement[]): PhoneElement[] {
  const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  const wanted = plain(words);
  const visible = all.filter(({ box }) => box.right > box.left && box.bottom > box.top);
  const by = (fits: (name: string) => boolean): PhoneElement[] => visible.filter((each) => [each.text, each.description, each.id].some((name) => name !== '' && fits(plain(name))));
  const found = [by((name) => name === wanted), by((name) => name.startsWith(wanted)), by((name) => name.includes(wanted))].find((list) => list.length > 0) ?? [];
  // The row and the words in it are one thing to a person.
  return found.filter((each, at) => !found.some((other, place) => place < at && inside(each, other)));
}

const inside = ({ box }: PhoneElement, { box: outer }: PhoneElement): boolean => box.left >= outer.left && box.top >= outer.top && box.right <= outer.right && box.bottom <= outer.bottom;

/** What a list of a screen shows of it: what says something or can be pressed. */
export const worthTelling = (all: readonly PhoneElement[]): PhoneElement[] => all.filter((each) => (each.text !== '' || each.description !== '' || each.isClickable || each.kind === 'EditText') && each.box.right > each.box.left);
