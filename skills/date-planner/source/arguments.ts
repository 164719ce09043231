import type { Day } from './day';
import { Refused } from './fault';
import { weekdayNamed } from './names';
import { readDate } from './read-date';
import type { Workweek } from './workdays';

export const UNITS = ['days', 'workdays', 'weeks', 'months', 'years'] as const;
export type Unit = (typeof UNITS)[number];

/** A list of holidays longer than this is no list that a person gave. */
const MOST_DAYS = 5000;

export function workweekOf(args: Record<string, unknown>): Workweek {
  return { weekend: weekendOf(args['weekend']), holidays: days(args['holidays'], 'holidays'), extra: days(args['extra_workdays'], 'extra_workdays') };
}

/** True and false as models write them. */
export function flag(value: unknown, what: string): boolean {
  if (value === undefined || value === null || value === '') return false;
  if (typeof value === 'boolean') return value;
  const word = String(value).trim().toLowerCase();
  if (['true', 'yes', '1', '是'].includes(word)) return true;
  if (['false', 'no', '0', '否'].includes(word)) return false;
  throw new Refused(`“${what}” is “${word}”.`, 'Give true or false.');
}

export function amountOf(value: unknown): number {
  const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof amount === 'number' && Number.isInteger(amount) && Math.abs(amount) <= 1_000_000) return amount;
  throw new Refused(value === undefined ? '“amount” is missing.' : `“amount” is “${String(value)}”.`, 'Give a whole number up to 1,000,000; negative goes back in time.');
}

export function unitOf(value: unknown): Unit {
  const word = value === undefined || value === null ? 'days' : String(value).trim().toLowerCase().replace(/^(day|workday|week|month|year)$/, '$1s');
  const unit = UNITS.find((known) => known === word.replace(/^(?:business|working|work)[ _-]?days$/, 'workdays'));
  if (unit) return unit;
  throw new Refused(`“unit” is “${String(value)}”.`, `Give one of ${UNITS.join(', ')}.`);
}

function weekendOf(value: unknown): Set<number> {
  if (value === undefined || value === null || value === '') return new Set([0, 6]);
  const names = listOf(value).map(String);
  const weekend = new Set<number>();
  for (const name of names) {
    const weekday = weekdayNamed(name.trim());
    if (weekday === null) throw new Refused(`“weekend” has “${name}”, which is no weekday.`, 'Give names such as ["friday", "saturday"].');
    weekend.add(weekday);
  }
  return weekend;
}

/** Single days, and ranges written first..last or first/last. */
function days(value: unknown, what: string): Set<Day> {
  const found = new Set<Day>();
  listOf(value).forEach((entry, index) => {
    const name = `${what}[${index}]`;
    const range = typeof entry === 'string' ? (/^(.+?)\s*(?:\.\.|~|～|至)\s*(.+)$/.exec(entry) ?? /^(\d{4}-\d{2}-\d{2})\/(\d{4}-\d{2}-\d{2})$/.exec(entry)) : null;
    const first = readDate(range ? range[1] : entry, name);
    const last = range ? readDate(range[2], name) : first;
    if (last < first) throw new Refused(`“${String(entry)}” (${name}) ends before it begins.`, 'Write the earlier day first.');
    if (last - first + found.size > MOST_DAYS) throw new Refused(`“${what}” has more than ${MOST_DAYS} days.`, 'Give only the days that matter here.');
    for (let day = first; day <= last; day++) found.add(day);
  });
  return found;
}

/** A list as it is, as JSON in a string, or as a string with separators. */
function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value as unknown[];
  if (typeof value !== 'string') return [value];
  try {
    const parsed = JSON.parse(value) as unknown;
    if (Array.isArray(parsed)) return parsed as unknown[];
  } catch {
    // Not JSON: a plain list.
  }
  // A comma stands in "March 2, 2026" too, so it parts only what can't be one date.
  return value.split(/[;；、\n]|[,，](?=\s*(?:\d{4}[-/年]|[a-z]{3,}\s*(?:$|,)))/iu).map((part) => part.trim()).filter((part) => part !== '');
}
