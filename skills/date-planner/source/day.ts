/** A calendar day: days since 1970-01-01 in the proleptic Gregorian calendar. No clock, no time zone. */
export type Day = number;

/** Year 1 to 9999, month 1 to 12, day of the month from 1. */
export interface Calendar {
  year: number;
  month: number;
  day: number;
}

const MILLISECONDS = 86_400_000;

/** The first and the last day that can be told: 0001-01-01 and 9999-12-31. */
export const FIRST: Day = dayOf({ year: 1, month: 1, day: 1 });
export const LAST: Day = dayOf({ year: 9999, month: 12, day: 31 });

/** The caller has made sure that the day exists. */
export function dayOf({ year, month, day }: Calendar): Day {
  const date = new Date(Date.UTC(2000, month - 1, 1));
  // Date.UTC takes years below 100 for those of the last century.
  date.setUTCFullYear(year, month - 1, day);
  return Math.round(date.getTime() / MILLISECONDS);
}

export function calendarOf(day: Day): Calendar {
  const date = new Date(day * MILLISECONDS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

export const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** 0 is Sunday, 6 is Saturday. */
export const weekdayOf = (day: Day): number => (((day + 4) % 7) + 7) % 7;

/** 2026-03-02 */
export function iso(day: Day): string {
  const { year, month, day: date } = calendarOf(day);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

/** That many months later (or earlier); the 31st becomes the last day of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, day: date } = calendarOf(day);
  const index = year * 12 + (month - 1) + months;
  const target = { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
  return dayOf({ ...target, day: Math.min(date, daysInMonth(target.year, target.month)) });
}

/** The week of ISO 8601: weeks begin on Monday, week 1 has the year's first Thursday. */
export function isoWeek(day: Day): { year: number; week: number } {
  const thursday = day - ((weekdayOf(day) + 6) % 7) + 3;
  const { year } = calendarOf(thursday);
  return { year, week: Math.floor((thursday - dayOf({ year, month: 1, day: 1 })) / 7) + 1 };
}

/** Whole years, months and days from one day to a later one. */
export function span(from: Day, to: Day): { years: number; months: number; days: number } {
  const a = calendarOf(from);
  const b = calendarOf(to);
  let months = (b.year - a.year) * 12 + (b.month - a.month);
  if (addMonths(from, months) > to) months--;
  return { years: Math.floor(months / 12), months: months % 12, days: to - addMonths(from, months) };
}
