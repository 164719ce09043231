const marker = '[^\\p{L}\\p{N}]*';
const kept = '(?:unchanged|omitted|the same|as (?:before|above|is)|stays?|remains?|goes here|here|below|above|for brevity)';
const thing = '(?:code|content|contents|text|file|function|method|class|body|implementation|logic|page|document|lines?|imports?|tests?|section|rows?)';

/** "..." at a line's beginning with a word that says that something is left out. */
const ellipsis = new RegExp(`^${marker}(?:\\.{3}|…)`, 'u');
const excuse =
  /\b(rest of|the rest|remaining|remainder|existing (code|content|text)|unchanged|same as (before|above)|previous (code|content)|as before|omitted|other (code|content|lines))\b|其余|其他(代码|内容|部分)|省略|保持不变|与(之前|原来)相同/iu;

/** A line that says nothing else: "// existing code", "[rest of the file unchanged]", "# 其余不变". */
const whole = [
  new RegExp(`^[^\\p{L}\\p{N}]+(?:the )?(?:rest of (?:the |this )?${thing}|(?:existing|remaining|previous|original|other) ${thing})(?: ${kept})*${marker}$`, 'iu'),
  new RegExp(`^${marker}(?:the )?(?:rest|remainder|remaining ${thing})(?: of (?:the |this )?${thing})?(?: (?:is|are|stays?|remains?))? (?:unchanged|omitted|as before|the same)(?: for brevity)?${marker}$`, 'iu'),
  new RegExp(`^${marker}(?:其余|剩余|剩下|其他|后面|前面|以下|以上|此处|中间)的?(?:代码|内容|部分|文本|章节|行|段落)?(?:均|都|全部)?(?:保持|已)?(?:不变|省略|同上|未更改|未改动|与(?:之前|原来|上面)相同)${marker}$`, 'u'),
];

/**
 * The first line that stands for text the writer left out ("// ... rest unchanged"), null when
 * there is none. A line that the old file had too is meant as it is.
 */
export function findPlaceholder(content: string, old: string): string | null {
  const isPlaceholder = (line: string): boolean => line.length < 160 && ((ellipsis.test(line) && excuse.test(line)) || whole.some((pattern) => pattern.test(line)));
  const found = content.split(/\r?\n/).filter(isPlaceholder);
  if (found.length === 0) return null;
  const known = new Set(old.split(/\r?\n/));
  return found.find((line) => !known.has(line))?.trim() ?? null;
}
