import type { Work } from '../script';

/** A folder as people name it: the workspace itself has no name. */
export function placeName(work: Work, folder: string): string {
  return folder === '.' ? work.say('planner.workspace') : folder;
}

/** A Markdown list; names keep their own characters. */
export function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line.replace(/([\\`*_[\]<>])/g, '\\$1')}`).join('\n');
}

/** 950 B, 1.2 KB, 3.4 GB: powers of 1024, one decimal. */
export function bytes(count: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];
  let size = count;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}
