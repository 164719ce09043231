import { shortenLine } from './text-page';
import { keepWhole } from './tool-output';

/** Above either, the model gets the ends only (T11). */
const mostLines = 2000;
const mostBytes = 50 * 1024;
/** Lines of head and of tail that it then gets. */
const shownLines = 40;
/** Output beyond this is counted but not kept, bytes. */
const mostKept = 64 * 1024 * 1024;

export interface CollectedOutput {
  text: string;
  /** File with the whole output, when `text` is only its ends. */
  file?: string;
  bytes: number;
  lines: number;
}

/** Gathers a command's output and makes it fit for a model: clean, and not too much. */
export class OutputCollector {
  private readonly chunks: Buffer[] = [];
  private kept = 0;
  private total = 0;

  readonly add = (chunk: Buffer): void => {
    this.total += chunk.length;
    if (this.kept >= mostKept) return;
    this.chunks.push(chunk);
    this.kept += chunk.length;
  };

  /** What came so far; a large output is written whole to a file in `folder` and shown by its ends. */
  collect(folder: string): CollectedOutput {
    const text = cleanOutput(Buffer.concat(this.chunks).toString('utf8'));
    const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
    const base = { bytes: this.total, lines: lines.length };
    if (lines.length <= mostLines && this.total <= mostBytes) return { text: lines.map((line) => shortenLine(line)).join('\n'), ...base };
    const file = keepWhole(folder, text);
    if (lines.length <= shownLines * 2) return { text: lines.map((line) => shortenLine(line, 500)).join('\n'), file, ...base };
    const head = lines.slice(0, shownLines);
    const tail = lines.slice(-shownLines);
    const gap = `… ${lines.length - 2 * shownLines} lines left out; the whole is in ${file} …`;
    return { text: [...head, gap, ...tail].map((line) => shortenLine(line, 500)).join('\n'), file, ...base };
  }
}

/** Takes out colours, cursor movements and other control characters; a line overwritten by "\r" shows its last state. */
export function cleanOutput(text: string): string {
  return text
    .replace(/\x1b\[[0-?]*[ -/]*[@-~]/g, '')
    .replace(/\x1b\][^\x07\x1b]*(\x07|\x1b\\)/g, '')
    .replace(/\x1b[@-Z\\-_]/g, '')
    .replace(/\r\n/g, '\n')
    .replace(/[^\n]*\r(?=[^\n])/g, '')
    .replace(/[\x00-\x08\x0b-\x1f\x7f]/g, '');
}
