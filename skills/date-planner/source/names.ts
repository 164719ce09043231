/** Names of months and weekdays as people write them. */
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const CHINESE_WEEKDAYS = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'];

/** 1 to 12 for "march", "Mar", "Sept."; null for anything else. */
export function monthNamed(name: string): number | null {
  const index = placeIn(MONTHS, name.replace(/^sept\.?$/i, 'sep'));
  return index < 0 ? null : index + 1;
}

/** 0 (Sunday) to 6 for "monday", "Mon", 星期一, 周一, 礼拜天; null for anything else. */
export function weekdayNamed(name: string): number | null {
  const chinese = /^(?:星期|周|礼拜)([日天一二三四五六])$/.exec(name)?.[1];
  if (chinese) return Math.max(0, '日一二三四五六'.indexOf(chinese === '天' ? '日' : chinese));
  const index = placeIn(WEEKDAYS, name.replace(/^(tue|thu)rs?$|^tues$/i, (found) => found.slice(0, 3)));
  return index < 0 ? null : index;
}

export function weekdayName(weekday: number, language: 'en' | 'zh'): string {
  const name = (language === 'zh' ? CHINESE_WEEKDAYS : WEEKDAYS)[weekday] ?? '';
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function monthName(month: number): string {
  const name = MONTHS[month - 1] ?? '';
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function placeIn(names: readonly string[], written: string): number {
  const name = written.toLowerCase().replace(/\.$/, '');
  return names.findIndex((full) => full === name || full.slice(0, 3) === name);
}
