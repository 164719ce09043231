export interface Label {
  name: string;
  /** Where its line begins. */
  start: number;
  /** Right behind its colon. */
  end: number;
}

/** The first of `names` that begins a line (bold or not) and is followed by a colon, ASCII or full-width, from `from` on. */
export function nextLabel(text: string, names: readonly string[], from = 0): Label | null {
  for (let start = lineStart(text, from); start !== -1; start = lineStart(text, start + 1)) {
    const found = labelAt(text, names, start);
    if (found) return found;
  }
  return null;
}

function labelAt(text: string, names: readonly string[], start: number): Label | null {
  const at = skip(text, start, ' \t*#');
  const name = names.find((candidate) => text.startsWith(candidate, at));
  if (name === undefined) return null;
  const colon = skip(text, at + name.length, ' \t*');
  if (text[colon] !== ':' && text[colon] !== '：') return null;
  return { name, start, end: skip(text, colon + 1, '*') };
}

/** The first beginning of a line at or after `from`. */
function lineStart(text: string, from: number): number {
  if (from <= 0) return 0;
  const feed = text.indexOf('\n', from - 1);
  return feed < 0 || feed + 1 > text.length ? -1 : feed + 1;
}

function skip(text: string, from: number, characters: string): number {
  let at = from;
  while (at < text.length && characters.includes(text[at] ?? '')) at++;
  return at;
}
