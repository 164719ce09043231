import { calendarOf, dayOf, daysInMonth, iso, weekdayOf, type Day } from './day';
import { Refused } from './fault';
import { monthName, monthNamed, weekdayName, weekdayNamed } from './names';

const RELATIVE: Record<string, number> = { today: 0, tomorrow: 1, yesterday: -1, 今天: 0, 明天: 1, 后天: 2, 昨天: -1, 前天: -2 };

/**
 * Reads a date in any spelling that has one reading: ISO, 2026/3/2, 20260302, 2026年3月2日, "2 March 2026",
 * "Mon, March 2, 2026", 25/12/2026, today. `what` names the argument in messages.
 * @throws Refused for two readings, a missing year, a day that doesn't exist, a weekday that isn't that day's
 */
export function readDate(written: unknown, what: string): Day {
  if (written === undefined || written === null) throw new Refused(`“${what}” is missing.`, 'Give a date, for example "2026-03-02".');
  if (typeof written !== 'string' && typeof written !== 'number') throw new Refused(`“${what}” is not a date.`, 'Give it as text, for example "2026-03-02".');
  const text = String(written)
    .replace(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .trim();
  if (text === '') throw new Refused(`“${what}” is empty.`, 'Give a date, for example "2026-03-02".');
  const away = RELATIVE[text.toLowerCase()];
  if (away !== undefined) return today() + away;
  const { rest, weekday } = withoutWeekday(text);
  const day = yearFirst(rest, what) ?? named(rest, what) ?? numbers(rest, what);
  if (day === null) throw new Refused(`“${written}” (${what}) can’t be read as a date.`, 'Write it as YEAR-MONTH-DAY, for example "2026-03-02".');
  if (weekday !== null && weekdayOf(day) !== weekday) {
    throw new Refused(`“${written}” (${what}) names a ${weekdayName(weekday, 'en')}, but ${iso(day)} is a ${weekdayName(weekdayOf(day), 'en')}.`, 'Find out which of the two is meant, and give the date alone.');
  }
  return day;
}

/** The day it is here, by this machine's clock and zone. */
export function today(): Day {
  const now = new Date();
  return dayOf({ year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() });
}

function withoutWeekday(text: string): { rest: string; weekday: number | null } {
  const before = /^(\p{L}+)\.?[,，\s]+(.+)$/u.exec(text);
  const first = before ? weekdayNamed(before[1] ?? '') : null;
  if (before && first !== null) return { rest: before[2] ?? '', weekday: first };
  const behind = /^(.+?)[,，\s(（]*(\p{L}+|(?:星期|周|礼拜).)[)）]?$/u.exec(text);
  const last = behind ? weekdayNamed(behind[2] ?? '') : null;
  return behind && last !== null ? { rest: (behind[1] ?? '').trim(), weekday: last } : { rest: text, weekday: null };
}

/** The year leads, so the order is year, month, day everywhere. A time behind it counts for nothing. */
function yearFirst(text: string, what: string): Day | null {
  const found =
    /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?$/.exec(text) ??
    /^(\d{4})()(\d{2})(\d{2})$/.exec(text) ??
    /^(\d{4})\s*(年)\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]?$/.exec(text);
  return found ? checked(Number(found[1]), Number(found[3]), Number(found[4]), what) : null;
}

/** The month is a word, so nothing can be mistaken. */
function named(text: string, what: string): Day | null {
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?(?:\s+of)?[\s./-]*([a-z]+)\.?[\s,./-]*(\d+)?$/i.exec(text);
  const monthFirst = /^([a-z]+)\.?[\s./-]*(\d{1,2})(?:st|nd|rd|th)?(?:[\s,./-]+(\d+))?$/i.exec(text);
  const [day, name, year] = dayFirst ? [dayFirst[1], dayFirst[2], dayFirst[3]] : monthFirst ? [monthFirst[2], monthFirst[1], monthFirst[3]] : [];
  const month = name === undefined ? null : monthNamed(name);
  if (month === null) return null;
  return checked(wholeYear(year, text, what), month, Number(day), what);
}

/** Three numbers with the year at the end: day and month are told apart only when one of them is above 12 or both are alike. */
function numbers(text: string, what: string): Day | null {
  const chinese = /^(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]?$/.exec(text);
  if (chinese) wholeYear(undefined, text, what);
  const found = /^(\d{1,2})([-/.])(\d{1,2})(?:\2(\d+))?$/.exec(text);
  if (!found) return null;
  const year = wholeYear(found[4], text, what);
  const [a, b] = [Number(found[1]), Number(found[3])];
  if (a !== b && a >= 1 && b >= 1 && a <= 12 && b <= 12) {
    const [american, european] = [checked(year, a, b, what), checked(year, b, a, what)];
    throw new Refused(
      `“${text}” (${what}) can be read two ways: ${describe(american)} (month first) or ${describe(european)} (day first).`,
      `Find out which is meant and write "${iso(american)}" or "${iso(european)}".`,
    );
  }
  return a > 12 ? checked(year, b, a, what) : checked(year, a, b, what);
}

function wholeYear(year: string | undefined, text: string, what: string): number {
  if (year?.length === 4) return Number(year);
  const problem = year === undefined ? 'has no year' : 'needs a year of four digits';
  throw new Refused(`“${text}” (${what}) ${problem}.`, `Write the whole date, for example "${calendarOf(today()).year}-03-02".`);
}

function checked(year: number, month: number, day: number, what: string): Day {
  if (year < 1) throw new Refused(`“${what}” has the year 0, which the calendar doesn’t have.`, 'Years run from 0001 to 9999.');
  if (month < 1 || month > 12) throw new Refused(`“${what}” has the month ${month}; months run from 1 to 12.`, 'Write it as YEAR-MONTH-DAY, for example "2026-03-02".');
  const days = daysInMonth(year, month);
  if (day < 1 || day > days) throw new Refused(`“${what}” is ${day} ${monthName(month)} ${year}, but that month has ${days} days.`, 'Correct the day.');
  return dayOf({ year, month, day });
}

function describe(day: Day): string {
  const { year, month, day: date } = calendarOf(day);
  return `${date} ${monthName(month)} ${year}`;
}
