import { iso, weekdayOf, type Day } from './day';
import type { Unit } from './arguments';
import { weekdayName } from './names';

export type Language = 'en' | 'zh';

const CHINESE_UNITS: Record<Unit, string> = { days: '天', workdays: '个工作日', weeks: '周', months: '个月', years: '年' };

export const written = (day: Day, language: Language): string =>
  language === 'zh' ? `${iso(day)}（${weekdayName(weekdayOf(day), 'zh')}）` : `${iso(day)} (${weekdayName(weekdayOf(day), 'en')})`;

export function amountWords(amount: number, unit: Unit, language: Language): string {
  const size = Math.abs(amount);
  return language === 'zh' ? `${size} ${CHINESE_UNITS[unit]}` : `${size} ${size === 1 ? unit.slice(0, -1) : unit}`;
}

/** "45 workdays after 2026-03-02 (Monday) is 2026-05-04 (Monday)." */
export function addedSentence(from: Day, to: Day, amount: number, unit: Unit, language: Language): string {
  const much = amountWords(amount, unit, language);
  if (language === 'zh') return `${written(from, 'zh')}${amount < 0 ? '之前' : '之后'} ${much}是 ${written(to, 'zh')}。`;
  return `${much} ${amount < 0 ? 'before' : 'after'} ${written(from, 'en')} is ${written(to, 'en')}.`;
}

export function movedSentence(to: Day, language: Language): string {
  return language === 'zh' ? `那天不是工作日，顺延到 ${written(to, 'zh')}。` : ` That is no workday, so it moves to ${written(to, 'en')}.`;
}

export function differenceSentence(from: Day, to: Day, workdays: number, language: Language): string {
  if (language === 'zh') return `从 ${written(from, 'zh')}到 ${written(to, 'zh')}：${to - from} 天，其中工作日 ${workdays} 个（不含第一天）。`;
  return `From ${written(from, 'en')} to ${written(to, 'en')}: ${to - from} days, ${workdays} of them workdays (the first day not counted).`;
}

export function weekdaySentence(day: Day, workday: boolean, language: Language): string {
  if (language === 'zh') return `${iso(day)} 是${weekdayName(weekdayOf(day), 'zh')}，${workday ? '工作日' : '非工作日'}。`;
  return `${iso(day)} is a ${weekdayName(weekdayOf(day), 'en')}, ${workday ? 'a workday' : 'no workday'}.`;
}
