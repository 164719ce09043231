/** Gives new lines the indentation that the file has for the old ones; null when it can't be told. */
export type Reindent = (fresh: readonly string[], old: readonly string[]) => string[] | null;

/**
 * How the indentation of `wanted` leads to that of `actual`, when one rule does it for every line: a piece more or less
 * in front of each, or tabs for so many blanks (or the reverse). Null when no rule does: then the lines don't agree.
 */
export function reindent(wanted: readonly string[], actual: readonly string[]): Reindent | null {
  const pairs = wanted.flatMap((line, index): [string, string][] => (line.trim() === '' ? [] : [[indentOf(line), indentOf(actual[index] ?? '')]]));
  const rule = [more(pairs), less(pairs), tabsForBlanks(pairs), blanksForTabs(pairs)].find((candidate) => candidate !== null && pairs.every(([from, to]) => candidate(from) === to));
  if (!rule) return null;
  return (fresh, old) => {
    const kept = new Set(old);
    const lines = fresh.map((line) => {
      const indent = indentOf(line);
      // Of a line that stays, the file's own bytes are kept anyway.
      const shifted = line.trim() === '' || kept.has(line) ? (rule(indent) ?? indent) : rule(indent);
      return shifted === null ? null : shifted + line.slice(indent.length);
    });
    return lines.every((line) => line !== null) ? lines : null;
  };
}

type Rule = (indent: string) => string | null;

const indentOf = (line: string): string => /^[\t \u00a0\u3000]*/.exec(line)?.[0] ?? '';

function more([first]: readonly [string, string][]): Rule | null {
  if (!first || !first[1].endsWith(first[0])) return null;
  const piece = first[1].slice(0, first[1].length - first[0].length);
  return (indent) => piece + indent;
}

function less([first]: readonly [string, string][]): Rule | null {
  if (!first || !first[0].endsWith(first[1])) return null;
  const piece = first[0].slice(0, first[0].length - first[1].length);
  return (indent) => (indent.startsWith(piece) ? indent.slice(piece.length) : null);
}

function tabsForBlanks(pairs: readonly [string, string][]): Rule | null {
  const width = unitOf(pairs);
  if (width === null) return null;
  return (indent) => (/^ *$/.test(indent) && indent.length % width === 0 ? '\t'.repeat(indent.length / width) : null);
}

function blanksForTabs(pairs: readonly [string, string][]): Rule | null {
  const width = unitOf(pairs.map(([from, to]): [string, string] => [to, from]));
  if (width === null) return null;
  return (indent) => (/^\t*$/.test(indent) ? ' '.repeat(indent.length * width) : null);
}

/** How many blanks stand for one tab. */
function unitOf(pairs: readonly [string, string][]): number | null {
  const [blanks, tabs] = pairs.find(([from, to]) => /^ +$/.test(from) && /^\t+$/.test(to)) ?? ['', ''];
  return tabs !== '' && blanks.length % tabs.length === 0 ? blanks.length / tabs.length : null;
}
