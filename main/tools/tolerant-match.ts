import { diffArrays } from 'diff';
import { reindent, type Reindent } from './reindent';

/** A piece of the original to be replaced; offsets into the text with plain line breaks. */
export interface Splice {
  start: number;
  end: number;
  insert: string;
}

export interface TolerantMatch {
  splices: Splice[];
  /** First and last line that agreed, from 1. */
  lines: [number, number];
  /** In what they differ from what was asked for: "trailing blanks", "look-alike characters", "indentation". */
  differs: string;
}

interface Level {
  differs: string;
  key(line: string): string;
  indentation: boolean;
}

/** The strictest first. Each compares whole lines. */
const levels: readonly Level[] = [
  { differs: 'trailing blanks', key: (line) => line.trimEnd(), indentation: false },
  { differs: 'look-alike characters', key: (line) => foldLookAlikes(line).trimEnd(), indentation: false },
  { differs: 'indentation', key: (line) => foldLookAlikes(line).trim(), indentation: true },
];

/**
 * Finds `old` where it isn't there exactly: as whole lines, every one of which agrees but for trailing blanks,
 * look-alike characters or one consistent shift of the indentation. Lines that `fresh` repeats from `old` stay as the
 * file has them, byte for byte; the others are put in literally, with the file's indentation.
 * @returns the only match; the first lines of several; null when there is none
 */
export function matchTolerantly(text: string, old: string, fresh: string): TolerantMatch | { ambiguous: number[] } | null {
  const wanted = withoutLastBreak(old).split('\n');
  if (!wanted.some((line) => /[\p{L}\p{N}]/u.test(line))) return null;
  const lines = text.split('\n');
  for (const level of levels) {
    const found = windows(lines, wanted, level);
    if (found.length > 1) return { ambiguous: found.map(({ first }) => first + 1) };
    const [only] = found;
    if (only === undefined) continue;
    const insert = only.shift(withoutLastBreak(fresh).split('\n'), wanted);
    // A new line whose indentation can't be told from the others would be a guess.
    if (insert === null) return null;
    return {
      splices: splicesFor(lines, only.first, old, fresh, insert),
      lines: [only.first + 1, only.first + wanted.length],
      differs: level.differs,
    };
  }
  return null;
}

function windows(lines: readonly string[], wanted: readonly string[], level: Level): { first: number; shift: Reindent }[] {
  const keys = wanted.map(level.key);
  const anchor = Math.max(0, keys.findIndex((key) => key !== ''));
  const word = tellingWord(wanted[anchor] ?? '');
  const found: { first: number; shift: Reindent }[] = [];
  for (let first = 0; first + wanted.length <= lines.length; first++) {
    const line = lines[first + anchor] ?? '';
    if (!line.includes(word) || level.key(line) !== keys[anchor]) continue;
    if (!keys.every((key, index) => level.key(lines[first + index] ?? '') === key)) continue;
    const shift: Reindent | null = level.indentation ? reindent(wanted, lines.slice(first, first + wanted.length)) : (fresh) => [...fresh];
    if (shift) found.push({ first, shift });
  }
  return found;
}

/** The longest run of letters: most lines lack it, and then needn't be folded. Letters that may be written wide tell nothing. */
function tellingWord(line: string): string {
  const runs = line.match(/\p{L}+/gu) ?? [];
  return runs.reduce((longest, run) => (run.length > longest.length && run.normalize('NFC') === run.normalize('NFD') ? run : longest), '');
}

function splicesFor(lines: readonly string[], first: number, old: string, fresh: string, insert: readonly string[]): Splice[] {
  const wanted = withoutLastBreak(old).split('\n');
  const starts = offsetsOf(lines, first, wanted.length);
  const startOf = (index: number): number => starts[index] ?? 0;
  const endOf = (index: number): number => startOf(index) + (lines[first + index] ?? '').length;
  const last = wanted.length - 1;
  if (fresh === '' || old.endsWith('\n') !== fresh.endsWith('\n')) {
    const breakAfter = old.endsWith('\n') && first + wanted.length < lines.length ? 1 : 0;
    return [{ start: startOf(0), end: endOf(last) + breakAfter, insert: fresh === '' ? '' : insert.join('\n') + (fresh.endsWith('\n') ? '\n' : '') }];
  }
  const splices: Splice[] = [];
  let at = 0;
  let taken = 0;
  // Compared as they were asked for, so that what both have is known as the same.
  for (const { count = 0, added, removed } of compare(wanted, withoutLastBreak(fresh).split('\n'))) {
    if (!added && !removed) {
      at += count;
      taken += count;
    } else if (removed) {
      splices.push({ start: startOf(at), end: at + count <= last ? startOf(at + count) : endOf(last), insert: '' });
      at += count;
    } else {
      const piece = insert.slice(taken, taken + count).join('\n');
      taken += count;
      const before = splices.at(-1);
      if (before && before.insert === '' && (before.end === startOf(at) || (at > last && before.end === endOf(last)))) before.insert = at > last ? piece : `${piece}\n`;
      else splices.push(at > last ? { start: endOf(last), end: endOf(last), insert: `\n${piece}` } : { start: startOf(at), end: startOf(at), insert: `${piece}\n` });
    }
  }
  return splices.map((splice) => closeGap(splice, startOf(0), endOf(last)));
}

/** What stays, goes and comes, line by line; equal beginnings and ends first, because a repeated line fits at several places. */
function compare(old: readonly string[], fresh: readonly string[]): { count?: number; added: boolean; removed: boolean }[] {
  const most = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < most && old[head] === fresh[head]) head++;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail++;
  const same = (count: number) => (count > 0 ? [{ count, added: false, removed: false }] : []);
  return [...same(head), ...diffArrays(old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail)), ...same(tail)];
}

/** Removing the last lines of the match removes the break before them, not the one after, which belongs to what follows. */
function closeGap(splice: Splice, from: number, to: number): Splice {
  return splice.insert === '' && splice.end === to && splice.start > from && splice.start < splice.end ? { ...splice, start: splice.start - 1 } : splice;
}

function offsetsOf(lines: readonly string[], first: number, count: number): number[] {
  let offset = 0;
  for (let index = 0; index < first; index++) offset += (lines[index] ?? '').length + 1;
  return Array.from({ length: count }, (_, index) => {
    const start = offset;
    offset += (lines[first + index] ?? '').length + 1;
    return start;
  });
}

const withoutLastBreak = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text);

const lookAlikes: readonly [RegExp, string][] = [
  [/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u300c\u300d\uff02]/g, '"'],
  [/[\u2018\u2019\u201a\u201b\u2032\u02bc\uff07]/g, "'"],
  [/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-'],
  [/\u2026/g, '...'],
  [/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
  [/[\u200b-\u200d\u2060\ufeff]/g, ''],
];

/** A line with what looks alike written alike: quotes, dashes, blanks, full-width digits and signs, composed accents. */
function foldLookAlikes(line: string): string {
  if (!/[^\0-\x7f]/.test(line)) return line;
  const folded = lookAlikes.reduce((text, [pattern, plain]) => text.replace(pattern, plain), line);
  return folded.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)).normalize('NFC');
}
