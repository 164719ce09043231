import { ToolFault } from './fault';
import { findPlaceholder } from './placeholder';
import { encode, encodeText, type DecodedText } from './text-encoding';
import { matchTolerantly, type Splice, type TolerantMatch } from './tolerant-match';

export interface TextEdit {
  old_string: string;
  new_string: string;
  replace_all?: boolean | undefined;
}

export interface EditedFile {
  bytes: Buffer;
  /** The text before and after, with plain line breaks, for the diff. */
  before: string;
  after: string;
  replaced: number;
  /** Where old_string was not there exactly: the lines that were taken for it, and in what they differ. */
  tolerant: { lines: [number, number]; differs: string }[];
}

/**
 * Applies edits to a file's bytes. All are matched against the original; every byte outside the
 * matches stays. Matching sees "\r\n" as a line break; a line that stays keeps its own ending, a
 * new one takes the ending of the line it replaces or follows. Replacements are literal. A text that is not there exactly
 * is looked for by `matchTolerantly`, which is said in the result.
 * @throws ToolFault INVALID_PARAM, NOT_FOUND, NOT_UNIQUE or ENCODING; then nothing has changed
 */
export function applyEdits(file: DecodedText, edits: readonly TextEdit[]): EditedFile {
  const before = file.text.replace(/\r\n/g, '\n');
  const found = edits.map((edit, index) => locate(before, edit, edits.length > 1 ? `Edit ${index + 1}: ` : ''));
  const splices = found.flatMap((match) => match.splices);
  splices.sort((a, b) => a.start - b.start);
  for (const [index, splice] of splices.entries()) {
    const previous = splices[index - 1];
    if (previous && splice.start < previous.end) {
      throw new ToolFault('INVALID_PARAM', `Two edits overlap at line ${lineAt(before, splice.start)}. Nothing was changed.`, 'Join them into one edit.');
    }
  }
  const narrowed = splices.map((splice) => narrow(before, splice)).filter((splice) => splice.end > splice.start || splice.insert !== '');
  return { bytes: splice(file, before, narrowed), before, after: replaceIn(before, splices), replaced: found.reduce((sum, match) => sum + match.places, 0), tolerant: found.flatMap((match) => match.tolerant) };
}

interface Located {
  splices: Splice[];
  /** Places that old_string was found at. */
  places: number;
  tolerant: Pick<TolerantMatch, 'lines' | 'differs'>[];
}

function locate(before: string, edit: TextEdit, label: string): Located {
  const old = edit.old_string.replace(/\r\n/g, '\n');
  const insert = edit.new_string.replace(/\r\n/g, '\n');
  if (old === '') throw new ToolFault('INVALID_PARAM', `${label}old_string is empty.`, 'Give the text to replace; use Write for a new file.');
  if (old === insert) throw new ToolFault('INVALID_PARAM', `${label}old_string and new_string are the same.`, 'Give the changed text as new_string.');
  const placeholder = findPlaceholder(insert, before);
  if (placeholder !== null) {
    throw new ToolFault('INVALID_PARAM', `${label}new_string has a placeholder instead of text: “${placeholder}”. Nothing was changed.`, 'Send the whole new text of the place, or a smaller place.');
  }
  const found: Splice[] = [];
  for (let at = before.indexOf(old); at !== -1; at = before.indexOf(old, at + old.length)) {
    // Half of a surrogate pair is no match: its other half would be left behind.
    if (isInsidePair(before, at) || isInsidePair(before, at + old.length)) continue;
    found.push({ start: at, end: at + old.length, insert });
  }
  if (found.length === 0) return locateTolerantly(before, old, insert, label);
  if (found.length > 1 && edit.replace_all !== true) throw notUnique(found.map(({ start }) => lineAt(before, start)), label, 'occurs');
  return { splices: found, places: found.length, tolerant: [] };
}

function locateTolerantly(before: string, old: string, insert: string, label: string): Located {
  const match = matchTolerantly(before, old, insert);
  if (match === null) throw notFound(before, old, label);
  if ('ambiguous' in match) throw notUnique(match.ambiguous, label, 'is not there exactly; something like it is there');
  return { splices: match.splices, places: 1, tolerant: [{ lines: match.lines, differs: match.differs }] };
}

function notUnique(lines: readonly number[], label: string, what: string): ToolFault {
  return new ToolFault(
    'NOT_UNIQUE',
    `${label}old_string ${what} ${lines.length} times, at lines ${lines.slice(0, 20).join(', ')}. Nothing was changed.`,
    'Add neighbouring lines to old_string until it is unique, or set replace_all.',
    { lines: lines.slice(0, 200) },
  );
}

/** Cuts off what old and new have in common, so that only what changes is touched. */
function narrow(before: string, { start, end, insert }: Splice): Splice {
  let head = 0;
  while (head < end - start && head < insert.length && before[start + head] === insert[head]) head++;
  while (head > 0 && (isInsidePair(before, start + head) || isInsidePair(insert, head))) head--;
  let tail = 0;
  while (tail < end - start - head && tail < insert.length - head && before[end - 1 - tail] === insert[insert.length - 1 - tail]) tail++;
  while (tail > 0 && (isInsidePair(before, end - tail) || isInsidePair(insert, insert.length - tail))) tail--;
  return { start: start + head, end: end - tail, insert: insert.slice(head, insert.length - tail) };
}

function splice(file: DecodedText, before: string, splices: readonly Splice[]): Buffer {
  const { text, encoding } = file;
  const ends = lineEnds(text);
  const pieces: Buffer[] = [encoding.mark];
  let done = 0;
  for (const { start, end, insert } of splices) {
    const from = originalOffset(ends, start);
    const to = originalOffset(ends, end);
    pieces.push(encode(text.slice(done, from), encoding.name));
    pieces.push(encodeText(withEndings(insert, text, from, to), encoding));
    done = to;
  }
  pieces.push(encode(text.slice(done), encoding.name));
  return Buffer.concat(pieces);
}

/** Offsets, in the text with plain line breaks, of the breaks that are "\r\n" in the file. */
function lineEnds(text: string): number[] {
  const ends: number[] = [];
  for (let at = text.indexOf('\r\n'); at !== -1; at = text.indexOf('\r\n', at + 2)) ends.push(at - ends.length);
  return ends;
}

function originalOffset(ends: readonly number[], plain: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] as number) < plain) low = middle + 1;
    else high = middle;
  }
  return plain + low;
}

/** Gives each inserted line break the ending of the break it replaces, else of the nearest one before, else after. */
function withEndings(insert: string, text: string, from: number, to: number): string {
  if (!insert.includes('\n')) return insert;
  const replaced = text.slice(from, to).match(/\r?\n/g) ?? [];
  const near = replaced.at(-1) ?? endingBefore(text, from) ?? /\r?\n/.exec(text.slice(to))?.[0] ?? '\n';
  let index = 0;
  return insert.replace(/\n/g, () => replaced[index++] ?? near);
}

function endingBefore(text: string, from: number): string | null {
  const at = text.lastIndexOf('\n', from - 1);
  if (from === 0 || at === -1) return null;
  return text[at - 1] === '\r' ? '\r\n' : '\n';
}

function replaceIn(before: string, splices: readonly Splice[]): string {
  let done = 0;
  const pieces = splices.map(({ start, end, insert }) => {
    const piece = before.slice(done, start) + insert;
    done = end;
    return piece;
  });
  return pieces.join('') + before.slice(done);
}

function isInsidePair(text: string, at: number): boolean {
  return at > 0 && at < text.length && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1));
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function notFound(before: string, old: string, label: string): ToolFault {
  const near = nearestLines(before, old);
  if (/^\s*\d+\t/.test(old)) {
    return new ToolFault('NOT_FOUND', `${label}old_string is not in the file. Nothing was changed.`, 'It begins with a line number as Read shows them; leave the numbers and tabs out.', { nearest: near });
  }
  const hint = near.length > 0 ? `The nearest lines are ${near.join(' | ')}. Read the file again and copy the text exactly.` : 'Read the file again and copy the text exactly.';
  return new ToolFault('NOT_FOUND', `${label}old_string is not in the file. Nothing was changed.`, hint, { nearest: near });
}

/** Up to three lines that share most words with the first telling line of the wanted text. */
function nearestLines(text: string, wanted: string): string[] {
  const words = (line: string) => new Set(line.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);
  const first = wanted.split('\n').find((line) => words(line).size > 0) ?? '';
  const target = words(first);
  if (target.size === 0) return [];
  const scored = text.split('\n', 20_000).map((line, index) => {
    const found = words(line);
    const shared = [...target].filter((word) => found.has(word)).length;
    return { line, index, score: shared / Math.max(target.size, found.size) };
  });
  const best = scored.filter(({ score }) => score >= 0.5).sort((a, b) => b.score - a.score);
  return best.slice(0, 3).map(({ line, index }) => `${index + 1}: ${line.trim().slice(0, 120)}`);
}
