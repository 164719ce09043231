import { StringDecoder } from 'node:string_decoder';
import { cleanOutput } from './clean-output';
import { shortenLine } from './text-page';
import { keepWhole } from './tool-output';

/** Above either, the model gets the ends only (T11). */
const mostLines = 2000;
const mostBytes = 50 * 1024;
/** Lines of head and of tail that it then gets. */
const shownLines = 40;
/** Of an output larger than both together the middle is counted but not kept, characters. */
const mostKept = { beginning: 48 * 1024 * 1024, end: 16 * 1024 * 1024 };
/** Output is cleaned in pieces of whole lines as it comes, so that no long one keeps us busy at its end, characters. */
const pieceSize = 64 * 1024;
/** A longer line is cleaned in parts. */
const longestLine = 1024 * 1024;

export interface CollectedOutput {
  text: string;
  /** File with the whole output, when `text` is only its ends and the disk took it. */
  file?: string;
  /** What `text` does not show, in words; absent when it is the whole. */
  cut?: string;
}

/** Gathers a command's output and makes it fit for a model: clean, and not too much. */
export class OutputCollector {
  private readonly decoder = new StringDecoder('utf8');
  /** What came after the last piece, and how much of it was looked at for a line's end. */
  private open = '';
  private looked = 0;
  private readonly beginning: string[] = [];
  private readonly end: string[] = [];
  private size = { beginning: 0, end: 0, lost: 0 };
  private lines = 0;
  private last: { came: number; collected: CollectedOutput } | null = null;
  private came = 0;
  private file: string | undefined;

  constructor(private readonly most = mostKept) {}

  readonly add = (chunk: Buffer): void => {
    this.came += chunk.length;
    this.open += this.decoder.write(chunk);
    if (this.open.length - this.looked < pieceSize) return;
    const end = this.open.lastIndexOf('\n') + 1 || (this.open.length > longestLine ? this.open.length : 0);
    if (end > 0) this.take(cleanOutput(this.open.slice(0, end)));
    this.open = this.open.slice(end);
    this.looked = this.open.length;
  };

  /** What came so far; a large output is written whole to a file in `folder`, the same each time, and shown by its ends. */
  collect(folder: string, ended = true): CollectedOutput {
    if (ended) this.open += this.decoder.end();
    if (this.last?.came !== this.came) this.last = { came: this.came, collected: this.collectAnew(folder) };
    return this.last.collected;
  }

  private take(piece: string): void {
    this.lines += countBreaks(piece);
    if (this.size.beginning < this.most.beginning) {
      this.beginning.push(piece);
      this.size.beginning += piece.length;
      return;
    }
    this.end.push(piece);
    this.size.end += piece.length;
    while (this.end[0] !== undefined && this.size.end - this.end[0].length >= this.most.end) {
      const { length } = this.end.shift() ?? '';
      this.size.end -= length;
      this.size.lost += length;
    }
  }

  private collectAnew(folder: string): CollectedOutput {
    const open = cleanOutput(this.open);
    const { lost } = this.size;
    const gap = lost > 0 ? [`\n[… ${lost} characters were not kept …]\n`] : [];
    const whole = [...this.beginning, ...gap, ...this.end, open].join('');
    const text = whole.endsWith('\n') ? whole.slice(0, -1) : whole;
    const lines = text === '' ? 0 : this.lines + countBreaks(open) + (whole.length > text.length ? 0 : 1);
    if (lines <= mostLines && text.length <= mostBytes && Buffer.byteLength(text) <= mostBytes) return { text: eachLine(text) };
    const file = keepWhole(folder, whole, this.file);
    if (file !== null) this.file = file;
    const where = file === null ? 'the disk had no room to keep the whole' : lost > 0 ? `all but ${lost} characters of its middle is in ${file}` : `the whole is in ${file}`;
    const found = { ...(file === null ? {} : { file }), cut: `the output was long, its ends are shown; ${where}` };
    if (lines <= shownLines * 2) return { text: eachLine(text, 500), ...found };
    const head = text.slice(0, lineAt(text, shownLines) - 1);
    const tail = text.slice(lineFromEnd(text, shownLines));
    return { text: [eachLine(head, 500), `… ${lines - 2 * shownLines} lines left out; ${where} …`, eachLine(tail, 500)].join('\n'), ...found };
  }
}

const eachLine = (text: string, length?: number): string => text.split('\n').map((line) => shortenLine(line, length)).join('\n');

function countBreaks(text: string): number {
  let count = 0;
  // Twice as fast as looking for one after the other, where the lines are short.
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === 10) count++;
  return count;
}

/** Where the line after so many begins. */
function lineAt(text: string, lines: number): number {
  let at = 0;
  for (let line = 0; line < lines; line++) at = text.indexOf('\n', at) + 1;
  return at;
}

/** Where the last so many lines begin. */
function lineFromEnd(text: string, lines: number): number {
  let at = text.length;
  for (let line = 0; line < lines; line++) at = text.lastIndexOf('\n', at - 1);
  return at + 1;
}
