import type { OutlineEntry } from './outline';
import { failure, type Outcome } from './tool';

/** What a call to Read asks for. */
export interface Page {
  startLine: number;
  limit: number;
  /** Only the outline. */
  outline: boolean;
}

/** More entries than this are no longer an overview. */
const mostEntries = 300;

/** Longer lines are cut for the model, characters. */
const longestLine = 2000;
/** A page ends early at this size, bytes, so that wide lines don't fill the context (T11). */
const largestPage = 50_000;

/** One page of a text with line numbers, as an outcome; says where the next page begins. */
export function pageText(text: string, path: string, startLine: number, limit: number, facts: Record<string, unknown>): Outcome {
  if (text === '') return { status: 'success', data: { content: '', total_lines: 0, ...facts }, text: `${path} is empty.` };
  const lines = text.split(/\r\n|\n/);
  if (lines.at(-1) === '') lines.pop();
  return pageLines(lines.slice(startLine - 1, startLine - 1 + limit), path, startLine, lines.length, facts);
}

/** A page made of its lines. `total` is the number of lines in the whole file, null when it goes on for an unknown length. */
export function pageLines(lines: readonly string[], path: string, startLine: number, total: number | null, facts: Record<string, unknown> = {}): Outcome {
  if (lines.length === 0) {
    return failure('OUT_OF_RANGE', `${path} has ${total ?? 0} lines.`, `Start at a line up to ${total ?? 0}.`, { total_lines: total });
  }
  const shown: string[] = [];
  let size = 0;
  let cut = 0;
  for (const line of lines) {
    const short = shortenLine(line);
    const bytes = Buffer.byteLength(short) + 1;
    if (size + bytes > largestPage && shown.length > 0) break;
    if (short !== line) cut++;
    shown.push(`${startLine + shown.length}\t${short}`);
    size += bytes;
  }
  const last = startLine + shown.length - 1;
  const more = total === null || last < total;
  const notes = [more ? `more from start_line ${last + 1}` : '', cut > 0 ? `${cut} long lines cut` : ''].filter(Boolean);
  return {
    status: more || cut > 0 ? 'partial' : 'success',
    data: { content: shown.join('\n'), ...(total === null ? {} : { total_lines: total }), ...(more ? { next_line: last + 1 } : {}), ...facts },
    text: `${path}, lines ${startLine}–${last}${total === null ? '' : ` of ${total}`}${notes.length > 0 ? `; ${notes.join(', ')}` : ''}.`,
  };
}

/** Cuts a line at a length, never inside a surrogate pair, and says how much is missing. */
export function shortenLine(line: string, length = longestLine): string {
  if (line.length <= length) return line;
  const head = line.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
  return `${head}… (${line.length - head.length} more characters)`;
}

/** The outline of a text as an outcome; where there are too many entries, only those of the outer levels. */
export function showOutline(entries: readonly OutlineEntry[], text: string, path: string, facts: Record<string, unknown>): Outcome {
  const deepest = [6, 5, 4, 3, 2].find((level) => entries.filter((entry) => entry.level <= level).length <= mostEntries) ?? 1;
  const outer = entries.filter((entry) => entry.level <= deepest);
  const shown = outer.slice(0, mostEntries);
  const lines = shown.map(({ line, level, title }) => `${line}\t${'  '.repeat(Math.max(0, level - 1))}${title}`);
  const left = entries.length - shown.length;
  return {
    status: left > 0 ? 'partial' : 'success',
    data: { outline: lines.join('\n'), total_lines: text === '' ? 0 : text.split('\n').length, ...facts },
    text: `Outline of ${path}: ${entries.length} entries${left > 0 ? `, ${shown.length} of them shown` : ''}.`,
  };
}
