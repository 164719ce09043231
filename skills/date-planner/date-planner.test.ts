import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callSkill } from '../test-bed';
import { serve } from './run';

const ask = async (args: Record<string, unknown>, language = 'en') => (await callSkill(serve, args, { DESKWRIGHT_LANGUAGE: language })).answer;

const dateOf = async (args: Record<string, unknown>): Promise<string> => {
  const answer = await ask(args);
  return answer.status === 'ok' ? (answer.result as { date: string }).date : `${answer.message} ${answer.hint ?? ''}`;
};

describe('the date planner skill', () => {
  it('finds the day 45 workdays later, also when skip_weekends is the string "true"', async () => {
    expect(await ask({ date: '2026-03-02', amount: '45', skip_weekends: 'true' })).toEqual({
      status: 'ok',
      result: { date: '2026-05-04', weekday: 'Monday', from: '2026-03-02', amount: 45, unit: 'workdays', holidays_skipped: [] },
      text: '45 workdays after 2026-03-02 (Monday) is 2026-05-04 (Monday).',
    });
  });

  it('leaves out holidays and counts moved workdays, given as lists or as text', async () => {
    const lists = { holidays: ['2026-04-06', '2026-05-01..2026-05-05'], extra_workdays: ['2026-05-09'] };
    expect(await ask({ date: '2026-03-02', amount: 46, unit: 'workdays', ...lists })).toMatchObject({
      result: { date: '2026-05-09', weekday: 'Saturday', holidays_skipped: ['2026-04-06', '2026-05-01', '2026-05-04', '2026-05-05'] },
    });
    const texts = { holidays: '2026-04-06, 2026-05-01/2026-05-05', extra_workdays: '["2026-05-09"]' };
    expect(await dateOf({ date: '2026-03-02', amount: 46, unit: 'business days', ...texts })).toBe('2026-05-09');
    expect(await dateOf({ date: 'April 3, 2026', amount: 1, unit: 'workdays', holidays: 'April 6, 2026; 7 April 2026' })).toBe('2026-04-08');
  });

  it.each([
    [{ date: '2026-03-06', amount: 1, unit: 'workdays' }, '2026-03-09'],
    [{ date: '2026-03-07', amount: 1, unit: 'workdays' }, '2026-03-09'],
    [{ date: '2026-03-07', amount: 0, unit: 'workdays' }, '2026-03-09'],
    [{ date: '2026-03-09', amount: -1, unit: 'workdays' }, '2026-03-06'],
    [{ date: '2026-03-05', amount: 1, unit: 'workdays', weekend: ['Friday', 'Sat'] }, '2026-03-08'],
    [{ date: '2026-01-31', amount: 1, unit: 'months' }, '2026-02-28'],
    [{ date: '2024-02-29', amount: 1, unit: 'years' }, '2025-02-28'],
    [{ date: '2026-03-15', amount: -3, unit: 'month' }, '2025-12-15'],
    [{ date: '2026-12-25', amount: 2, unit: 'weeks' }, '2027-01-08'],
    [{ date: '0001-01-01', amount: 365 }, '0002-01-01'],
    [{ date: '2000-02-28', amount: 1 }, '2000-02-29'],
    [{ date: '1900-02-28', amount: 1 }, '1900-03-01'],
  ])('%o leads to %s', async (args, date) => {
    expect(await dateOf({ action: 'add', ...args })).toBe(date);
  });

  it('moves a month’s end to a workday when asked, and says from where', async () => {
    expect(await ask({ date: '2026-01-31', amount: 1, unit: 'months', skip_weekends: true })).toMatchObject({
      result: { date: '2026-03-02', moved_from: '2026-02-28' },
      text: '1 month after 2026-01-31 (Saturday) is 2026-02-28 (Saturday). That is no workday, so it moves to 2026-03-02 (Monday).',
    });
  });

  it('tells the difference in days, workdays, weeks and on the calendar', async () => {
    expect(await ask({ date: '2026-03-02', to: '2026-12-31' })).toMatchObject({
      result: { days: 304, workdays: 218, weeks: { weeks: 43, days: 3 }, calendar: { years: 0, months: 9, days: 29 } },
    });
    expect(await ask({ date: '2026-05-04', to: '2026-03-02' })).toMatchObject({ result: { days: -63, workdays: -45 } });
    expect(await ask({ date: '2026-05-04', to: '2026-05-04' })).toMatchObject({ result: { days: 0, workdays: 0 } });
  });

  it('tells the weekday, the week and whether people work', async () => {
    expect(await ask({ date: '2027-01-01', holidays: ['2027-01-01'] })).toMatchObject({
      result: { weekday: 'Friday', workday: false, iso_week: '2026-W53', day_of_year: 1, leap_year: false },
    });
  });

  it('speaks Chinese to those who do', async () => {
    expect(await ask({ date: '2026年3月2日', amount: 45, unit: 'workdays' }, 'zh')).toMatchObject({ text: '2026-03-02（星期一）之后 45 个工作日是 2026-05-04（星期一）。' });
  });

  it.each([
    '2026-03-02', '2026/3/2', '2026.3.2', '20260302', '2026年3月2日', '２０２６年３月２日', '2026年3月2日 星期一', '2026-03-02T18:00:00+08:00', '2 March 2026', '2 Mar. 2026',
    'March 2, 2026', 'Mar 2nd 2026', '2-Mar-2026', 'Monday, 2 March 2026', 'Mon, March 2, 2026', '2 of March 2026', 'March 2 2026 (Monday)',
  ])('reads %s', async (date) => {
    expect(await dateOf({ date })).toBe('2026-03-02');
  });

  it.each([
    ['25/12/2026', '2026-12-25'],
    ['12/25/2026', '2026-12-25'],
    ['25.12.2026', '2026-12-25'],
    ['5/5/2026', '2026-05-05'],
    ['Sept 9 2026', '2026-09-09'],
  ])('reads %s, which has one reading', async (date, found) => {
    expect(await dateOf({ date })).toBe(found);
  });

  it.each([
    ['03/04/2026', ['4 March 2026 (month first)', '3 April 2026 (day first)', '"2026-03-04"', '"2026-04-03"']],
    ['3-4-2026', ['two ways']],
    ['03.04.2026', ['two ways']],
    ['Tue, March 2, 2026', ['names a Tuesday', 'is a Monday']],
    ['2026-02-30', ['30 February 2026', '28 days']],
    ['2026-13-01', ['month 13']],
    ['31/31/2026', ['month 31']],
    ['2026-00-10', ['month 0']],
    ['0000-01-01', ['year 0']],
    ['March 2', ['no year']],
    ['3月2日', ['no year']],
    ['1/2/26', ['four digits']],
    ['25/12', ['no year']],
    ['soon', ['can’t be read']],
    ['2026-03-2x', ['can’t be read']],
    ['', ['empty']],
  ])('refuses %s and says why', async (date, parts) => {
    const said = await dateOf({ date });
    for (const part of parts) expect(said).toContain(part);
  });

  it.each([
    [{ amount: 1 }, '“date” is missing'],
    [{ date: '2026-03-02', action: 'subtract' }, 'add, difference, weekday'],
    [{ date: '2026-03-02', action: 'add' }, '“amount” is missing'],
    [{ date: '2026-03-02', amount: 1.5 }, 'whole number'],
    [{ date: '2026-03-02', amount: 1, unit: 'fortnights' }, 'days, workdays, weeks'],
    [{ date: '2026-03-02', amount: 1, skip_weekends: 'maybe' }, 'true or false'],
    [{ date: '2026-03-02', amount: 1, unit: 'workdays', weekend: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] }, 'not enough workdays'],
    [{ date: '2026-03-02', amount: 1, weekend: ['holiday'] }, 'no weekday'],
    [{ date: '2026-03-02', amount: 1, holidays: ['2026-05-05..2026-05-01'] }, 'ends before it begins'],
    [{ date: '2026-03-02', amount: 1, holidays: ['2026-05-01', '04/05/2026'] }, 'holidays[1]'],
    [{ date: '2026-03-02', amount: 1, holidays: ['0001-01-01..9999-12-31'] }, 'more than 5000 days'],
    [{ date: '9999-12-31', amount: 1 }, '0001 to 9999'],
    [{ date: '2026-03-02', amount: 1_000_000, unit: 'years', skip_weekends: true }, '0001 to 9999'],
  ])('%o is refused', async (args, part) => {
    expect(await dateOf(args)).toContain(part);
  });

  it('agrees with a walk over the calendar, there and back', async () => {
    const day = fc.integer({ min: -200_000, max: 200_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
    await fc.assert(
      fc.asyncProperty(day, fc.integer({ min: 1, max: 400 }), fc.boolean(), async (date, amount, back) => {
        const walker = new Date(`${date}T00:00:00Z`);
        for (let left = amount; left > 0; ) {
          walker.setUTCDate(walker.getUTCDate() + (back ? -1 : 1));
          if (![0, 6].includes(walker.getUTCDay())) left--;
        }
        const found = walker.toISOString().slice(0, 10);
        expect(await dateOf({ date, amount: back ? -amount : amount, unit: 'workdays' })).toBe(found);
        expect(await ask({ date, to: found })).toMatchObject({ result: { workdays: back ? -amount : amount } });
      }),
    );
  });

  describe('relative days', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 1, 23, 59) }));
    afterEach(() => void vi.useRealTimers());

    it.each([
      ['today', '2026-03-01'],
      ['Tomorrow', '2026-03-02'],
      ['昨天', '2026-02-28'],
    ])('reads %s by the clock of this place', async (date, found) => {
      expect(await dateOf({ date })).toBe(found);
    });
  });
});
