import { failure, type Outcome } from './tool';

/** Longer lines are cut for the model, characters. */
const longestLine = 2000;
/** A page ends early at this size, characters, so that wide lines don't fill the context. */
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
    if (size + short.length > largestPage && shown.length > 0) break;
    if (short !== line) cut++;
    shown.push(`${startLine + shown.length}\t${short}`);
    size += short.length + 1;
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
