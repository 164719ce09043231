/** Longer lines are cut around the match, characters. */
const longestLine = 300;

/** A line without its ending; a long one by the piece around the match, which starts at character `start`. */
export function cutAround(line: string, start: number): string {
  const text = line.replace(/\r?\n$|\r$/, '');
  if (text.length <= longestLine) return text;
  const from = Math.round(Math.max(0, Math.min(start - longestLine / 3, text.length - longestLine)));
  const piece = text.slice(from, from + longestLine).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${from > 0 ? '…' : ''}${piece}${from + longestLine < text.length ? '…' : ''}`;
}
