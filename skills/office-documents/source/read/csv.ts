import { isDate, trimRows, type Cell, type Sheet } from '../cell';

const DELIMITERS = [',', ';', '\t', '|'];
/** Digits that a number keeps exactly. */
const MOST_DIGITS = 15;

/**
 * The one sheet of a CSV file. Only plain numbers and ISO dates are taken as such: 00123, 1,5 and =1+1 stay the texts
 * that they are.
 */
export function readCsv(bytes: Uint8Array): { sheets: Sheet[]; warnings: string[] } {
  const { text, guessed } = decode(bytes);
  const delimiter = delimiterOf(text);
  const rows = fields(text, delimiter).map((row) => row.map(cellOfField));
  return { sheets: [{ name: 'Sheet1', rows: trimRows(rows) }], warnings: guessed === null ? [] : [`The file does not say its encoding; it was read as ${guessed}.`] };
}

function cellOfField(field: string): Cell {
  if (field === '') return { kind: 'empty' };
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(field) && field.replace(/\D/g, '').length <= MOST_DIGITS) return { kind: 'number', number: Number(field) };
  return isDate(field) ? { kind: 'date', text: field.length === 16 ? `${field}:00` : field } : { kind: 'text', text: field };
}

/** UTF-8 or UTF-16 where it is one; else by whether all foreign letters come in pairs of bytes, as Chinese ones do. */
function decode(bytes: Uint8Array): { text: string; guessed: string | null } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), guessed: null };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), guessed: null };
  } catch {
    const latin = Buffer.from(bytes).toString('latin1');
    const name = [...latin.matchAll(/[\u0080-\u00ff]+/g)].every(([run]) => run.length % 2 === 0) ? 'gb18030' : 'windows-1252';
    return { text: new TextDecoder(name).decode(bytes), guessed: name };
  }
}

/** The one that parts the first lines into the most fields, the same number in each. */
function delimiterOf(text: string): string {
  const head = text.slice(0, 20_000);
  const score = (delimiter: string): number => {
    const counts = fields(head, delimiter).slice(0, 20).filter((row) => row.length > 1 || row[0] !== '').map((row) => row.length);
    const [first = 1] = counts;
    return first > 1 ? (counts.slice(0, -1).every((count) => count === first) ? 1_000 : 0) + first : 0;
  };
  return DELIMITERS.map((delimiter) => ({ delimiter, score: score(delimiter) })).reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}

/** Fields of each line; in quotes a field may hold delimiters, line ends, and quotes written twice. */
function fields(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at <= text.length; ) {
    let field = '';
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      field = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    }
    const rest = nextBreak(text, at, delimiter);
    field += text.slice(at, rest);
    row.push(field);
    at = rest + 1;
    if (text[rest] === delimiter) continue;
    if (text[rest] === '\r' && text[at] === '\n') at += 1;
    if (rest < text.length || row.length > 1 || field !== '') rows.push(row);
    row = [];
  }
  return rows;
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return text.length;
}

function nextBreak(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at++) if (text[at] === delimiter || text[at] === '\n' || text[at] === '\r') return at;
  return text.length;
}
