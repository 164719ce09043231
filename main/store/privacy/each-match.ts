/**
 * All matches of a pattern with the `g` flag, without the copy of the pattern that `matchAll` makes:
 * for a short text that copy costs more than the search. Not for patterns that `visit` uses itself.
 */
export function eachMatch(pattern: RegExp, text: string, visit: (match: RegExpExecArray) => void): void {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (match[0] === '') pattern.lastIndex++;
    visit(match);
  }
}
