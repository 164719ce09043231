import type { Answer } from '../../serve';
import { amountOf, flag, unitOf, workweekOf, type Unit } from './arguments';
import { addMonths, calendarOf, dayOf, FIRST, iso, isLeap, isoWeek, LAST, span, weekdayOf, type Day } from './day';
import { Refused } from './fault';
import { weekdayName } from './names';
import { readDate } from './read-date';
import { addedSentence, differenceSentence, movedSentence, weekdaySentence, type Language } from './words';
import { addWorkdays, holidaysMet, isWorkday, workdaysBetween, type Workweek } from './workdays';

const ACTIONS = ['add', 'difference', 'weekday'] as const;

/** Computes with dates; see schema.json for the arguments. */
export function answer(args: Record<string, unknown>, language: Language): Answer {
  try {
    const action = actionOf(args);
    const date = readDate(args['date'], 'date');
    const week = workweekOf(args);
    switch (action) {
      case 'add':
        return added(date, args, week, language);
      case 'difference':
        return difference(date, readDate(args['to'], 'to'), week, language);
      case 'weekday':
        return weekday(date, week, language);
    }
  } catch (error) {
    if (error instanceof Refused) return { status: 'error', code: 'INVALID_PARAM', message: error.message, hint: error.hint };
    throw error;
  }
}

/** What is asked follows from what is given when it isn't said. */
function actionOf(args: Record<string, unknown>): (typeof ACTIONS)[number] {
  const said = args['action'];
  if (said === undefined || said === null) return args['to'] !== undefined ? 'difference' : args['amount'] !== undefined ? 'add' : 'weekday';
  const action = ACTIONS.find((known) => known === String(said).trim().toLowerCase());
  if (action) return action;
  throw new Refused(`“action” is “${String(said)}”.`, `Give one of ${ACTIONS.join(', ')}.`);
}

function added(from: Day, args: Record<string, unknown>, week: Workweek, language: Language): Answer {
  const amount = amountOf(args['amount']);
  const skips = flag(args['skip_weekends'], 'skip_weekends');
  const asked = unitOf(args['unit']);
  const unit: Unit = asked === 'days' && skips ? 'workdays' : asked;
  const plain = unit === 'workdays' ? addWorkdays(from, amount, week, LAST - FIRST) : moved(from, amount, unit);
  if (plain === null) throw new Refused('There are not enough workdays.', 'Check “weekend” and “holidays”: they leave none.');
  if (plain < FIRST || plain > LAST) throw outside();
  const to = skips && unit !== 'workdays' && !isWorkday(plain, week) ? addWorkdays(plain, amount < 0 ? -1 : 1, week, LAST - FIRST) : plain;
  if (to === null || to < FIRST || to > LAST) throw outside();
  const skipped = unit === 'workdays' ? holidaysMet(from, to, week).map(iso) : [];
  return {
    status: 'ok',
    result: {
      date: iso(to),
      weekday: weekdayName(weekdayOf(to), 'en'),
      from: iso(from),
      amount,
      unit,
      ...(unit === 'workdays' && { holidays_skipped: skipped }),
      ...(to !== plain && { moved_from: iso(plain) }),
    },
    text: addedSentence(from, plain, amount, unit, language) + (to === plain ? '' : movedSentence(to, language)),
  };
}

const outside = (): Refused => new Refused('The result lies outside the years 0001 to 9999.', 'Check “amount” and “unit”.');

function moved(from: Day, amount: number, unit: Exclude<Unit, 'workdays'>): Day {
  switch (unit) {
    case 'days':
      return from + amount;
    case 'weeks':
      return from + amount * 7;
    case 'months':
      return Math.abs(amount) > 120_000 ? Infinity : addMonths(from, amount);
    case 'years':
      return Math.abs(amount) > 10_000 ? Infinity : addMonths(from, amount * 12);
  }
}

function difference(from: Day, to: Day, week: Workweek, language: Language): Answer {
  const workdays = workdaysBetween(from, to, week);
  const sign = to < from ? -1 : 1;
  const { years, months, days } = span(Math.min(from, to), Math.max(from, to));
  return {
    status: 'ok',
    result: {
      days: to - from,
      workdays,
      weeks: { weeks: Math.trunc((to - from) / 7), days: (to - from) % 7 },
      calendar: { years: years * sign, months: months * sign, days: days * sign },
      from: iso(from),
      to: iso(to),
      holidays_skipped: holidaysMet(from, to, week).map(iso),
    },
    text: differenceSentence(from, to, workdays, language),
  };
}

function weekday(day: Day, week: Workweek, language: Language): Answer {
  const { year } = calendarOf(day);
  const workday = isWorkday(day, week);
  return {
    status: 'ok',
    result: {
      date: iso(day),
      weekday: weekdayName(weekdayOf(day), 'en'),
      workday,
      iso_week: `${String(isoWeek(day).year).padStart(4, '0')}-W${String(isoWeek(day).week).padStart(2, '0')}`,
      day_of_year: day - dayOf({ year, month: 1, day: 1 }) + 1,
      leap_year: isLeap(year),
    },
    text: weekdaySentence(day, workday, language),
  };
}
