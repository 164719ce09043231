const ellipsis = /^\W*(\.{3}|…)\W*/;
const excuse =
  /\b(rest of|the rest|remaining|remainder|existing (code|content|text)|unchanged|same as (before|above)|previous (code|content)|as before|omitted|other (code|content|lines))\b|其余|省略|保持不变|与之前相同/i;

/**
 * The first line that stands for text the writer left out ("// ... rest unchanged"), null when
 * there is none. A line that the old file had too is meant as it is.
 */
export function findPlaceholder(content: string, old: string): string | null {
  const known = new Set(old.split(/\r?\n/));
  const isPlaceholder = (line: string) => line.length < 160 && ellipsis.test(line) && excuse.test(line) && !known.has(line);
  return content.split(/\r?\n/).find(isPlaceholder)?.trim() ?? null;
}
