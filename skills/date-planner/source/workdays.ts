import { weekdayOf, type Day } from './day';

/** Which days people work. */
export interface Workweek {
  /** 0 is Sunday. */
  weekend: ReadonlySet<number>;
  holidays: ReadonlySet<Day>;
  /** Days that are worked although they fall on a weekend or a holiday, as China moves them. */
  extra: ReadonlySet<Day>;
}

export function isWorkday(day: Day, { weekend, holidays, extra }: Workweek): boolean {
  return extra.has(day) || (!weekend.has(weekdayOf(day)) && !holidays.has(day));
}

/**
 * The day that many workdays later, or earlier when negative; the first day isn't counted. With 0 the day
 * itself, or the next workday when it is none. Null when `limit` days are not enough, as with no workdays at all.
 */
export function addWorkdays(from: Day, amount: number, week: Workweek, limit: number): Day | null {
  if (amount === 0) return isWorkday(from, week) ? from : addWorkdays(from, 1, week, limit);
  const step = Math.sign(amount);
  let left = Math.abs(amount);
  for (let day = from + step, walked = 1; walked <= limit; day += step, walked++) {
    if (isWorkday(day, week) && --left === 0) return day;
  }
  return null;
}

/** Workdays after `from` up to and with `to`, so that adding them to `from` leads to `to`; negative backwards. */
export function workdaysBetween(from: Day, to: Day, week: Workweek): number {
  const step = to < from ? -1 : 1;
  let count = 0;
  for (let day = from; day !== to; ) {
    day += step;
    if (isWorkday(day, week)) count += step;
  }
  return count;
}

/** The holidays from the day after `from` up to `to` that took a workday away. */
export function holidaysMet(from: Day, to: Day, { weekend, holidays, extra }: Workweek): Day[] {
  const [low, high] = from <= to ? [from + 1, to] : [to, from - 1];
  return [...holidays].filter((day) => day >= low && day <= high && !weekend.has(weekdayOf(day)) && !extra.has(day)).sort((a, b) => a - b);
}
