import type { ActRequest } from '../protocol';
import { cellName, cellPlace, type CellPlace } from './cell-name';
import type { Desktop } from './desktop';
import { mannerOf } from './manner';
import type { CellContent } from './platform/platform';
import type { Situation } from './settle';

/** Cells looked at after one typing; what is beyond is not vouched for. */
const mostCells = 400;
/** Differences told of one by one. */
const mostTold = 8;
const longestTold = 40;
/** Of a longer text only the beginning is known. */
const readWhole = 300;

/** The spreadsheet that is typed into, and where its cell cursor stands. */
export interface Sheet {
  /** Key of the table. */
  table: string;
  cursor: CellPlace;
}

/** What became of the cells that were typed. */
export interface TypedCells {
  /** Cells that hold what was typed. */
  same: number;
  /** What others hold, each as a sentence's part: `B2 holds "½" (typed "1/2")`. */
  differ: string[];
}

/** Before typing: null where no cells are typed, or where the cursor is can't be said. */
export async function sheetBefore(desktop: Desktop, request: ActRequest, { active, focus }: Situation, signal: AbortSignal): Promise<Sheet | null> {
  if (request.action !== 'type' || request.ref || request.x !== undefined || !active || mannerOf(active, focus) !== 'cells') return null;
  if (!/[\n\t]/.test(request.text ?? '')) return null;
  const { view, memory } = desktop;
  if (memory.nameBox?.window !== active.id) {
    const nodes = (await view.accessibility?.look(active, signal))?.nodes ?? [];
    const box = nodes.find((node) => node.role !== 'table cell' && node.states.includes('editable') && cellPlace(node.value ?? '') !== null);
    const table = nodes.find((node) => node.role === 'table');
    memory.nameBox = box && table ? { window: active.id, key: box.key, table: table.key } : null;
  }
  if (!memory.nameBox) return null;
  const table = focus?.role === 'table' ? focus.key : memory.nameBox.table;
  const cursor = await cursorNow(desktop);
  return cursor && { table, cursor };
}

/**
 * After typing: the cells are read and compared with what was typed into them. Null when the cursor is not
 * where Tab and Enter lead to, since then nobody knows which cells were typed.
 */
export async function cellsAfter(desktop: Desktop, text: string, before: Sheet): Promise<TypedCells | null> {
  const end = await cursorNow(desktop);
  const typed = end && typedCells(text, before.cursor, end);
  if (!typed) return null;
  const asked = typed.filter((cell) => cell.text !== '').slice(0, mostCells);
  const held = (await desktop.view.accessibility?.cells(before.table, asked)) ?? [];
  const result: TypedCells = { same: 0, differ: [] };
  asked.forEach((cell, index) => {
    const content = held[index];
    if (!content) return;
    const difference = differenceOf(cell.text, content);
    if (difference === null) result.same += 1;
    else result.differ.push(`${cellName(cell)} ${difference}`);
  });
  const more = result.differ.length - mostTold;
  if (more > 0) result.differ = [...result.differ.slice(0, mostTold), `${more} more`];
  return result;
}

async function cursorNow({ view, memory }: Desktop): Promise<CellPlace | null> {
  const box = memory.nameBox && (await view.accessibility?.again(memory.nameBox.key).catch(() => null));
  if (!box) memory.nameBox = null;
  return cellPlace(box?.value ?? '');
}

export interface TypedCell extends CellPlace {
  text: string;
}

/**
 * Which cells a text went to: Tab to the right, Enter to the next row, in the column where the row was begun,
 * which the end tells. What is behind the last of them is still being edited. Null when the end does not fit.
 */
export function typedCells(text: string, from: CellPlace, end: CellPlace): TypedCell[] | null {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const last = (lines.at(-1) ?? '').split('\t');
  const column = lines.length === 1 ? from.column : end.column - (last.length - 1);
  if (end.row - from.row !== lines.length - 1 || end.column !== column + last.length - 1 || column < 0) return null;
  return lines.flatMap((line, index) => {
    const parts = line.split('\t');
    const begun = index === 0 ? from.column : column;
    const done = index === lines.length - 1 ? parts.slice(0, -1) : parts;
    return done.map((part, offset) => ({ row: from.row + index, column: begun + offset, text: part }));
  });
}

const plainNumber = /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(%?)$/;
const likeNumber = /^[+-]?\p{Sc}? ?\d[\d.,'’ ]*\p{Sc}?%?$/u;
const mostDigits = 15;

/** What a cell holds instead of what was typed into it; null when it holds that, in whatever form it is shown. */
export function differenceOf(typed: string, { text, number, formula }: CellContent): string | null {
  if (/^[=+-]/.test(typed) && formula !== null) return text === '' ? `gives no value but an error${unknownFunction(typed, formula)} (typed ${quoted(typed)})` : null;
  const percent = plainNumber.exec(typed)?.[1];
  if (percent !== undefined && typed.replace(/\D/g, '').length <= mostDigits) {
    const wanted = Number(typed.replace('%', '')) / (percent ? 100 : 1);
    if (Math.abs(number - wanted) <= Math.abs(wanted) * 1e-14) return null;
    return number === 0 ? `holds the text ${quoted(text)}, no number` : `holds ${quoted(text)} (typed ${quoted(typed)})`;
  }
  const words = typed.startsWith("'") ? typed.slice(1) : typed;
  const shown = text.length >= readWhole ? words.startsWith(text) : text === words || text === typed;
  if (shown && likeNumber.test(typed) && number === 0 && /[1-9]/.test(typed) && !/^0\d/.test(typed)) return `holds the text ${quoted(text)}, no number`;
  return shown ? null : `holds ${quoted(text)} (typed ${quoted(typed)})`;
}

/** Calc writes the name of a function in capitals when it knows it, and in small letters when not. */
function unknownFunction(typed: string, formula: string): string {
  const names = [...typed.matchAll(/\p{L}[\p{L}\d._]*(?=\()/gu)].map(([name]) => name);
  const unknown = names.find((name) => name.toLowerCase() !== name.toUpperCase() && formula.includes(`${name.toLowerCase()}(`) && !formula.includes(`${name.toUpperCase()}(`));
  return unknown === undefined ? '' : `: it knows no function ${unknown.toUpperCase()}, which has another name in the program's language or none`;
}

function quoted(text: string): string {
  const characters = [...text];
  return JSON.stringify(characters.length > longestTold ? `${characters.slice(0, longestTold).join('')}…` : text);
}
