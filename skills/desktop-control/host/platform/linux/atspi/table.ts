import { cellName, type CellPlace } from '../../../cell-name';
import { difference, isOneColour, type Frame } from '../../../frame';
import type { AccessibleNode, CellContent, Rectangle } from '../../platform';
import { keyOf, placeOf, type AccessibilityBus, type Place } from './bus';
import { memoryOf } from './memory';
import { extents, place2, states, text, type From } from './node';

const mostRows = 60;
const mostColumns = 26;
const rowsAtOnce = 6;
const cellsAtOnce = 150;
/** Pictures taken anew because something was drawn in the table while it was read. */
const mostLooks = 4;
/** Pixels at a cell's edge that belong to the grid. */
const gridLine = 2;

/** What is drawn in an area (in the walk's own coordinates); null where something stands in front of it. */
export type Look = (area: Rectangle) => Promise<Frame | null>;

/**
 * Filled cells of the visible part of a table, one by one through the Table interface (its children
 * are never listed). Where the table can be seen, only cells with something drawn in them are asked for;
 * where it can't, all are, up to a whole block of empty rows.
 */
export async function readTable(bus: AccessibilityBus, table: Place, node: AccessibleNode, depth: number, origin: From, deadline: number, look: Look): Promise<AccessibleNode[]> {
  const area = node.box;
  if (!area) return [];
  const corner = await cellAt(bus, table, area.x + 4, area.y + 4, origin);
  const far = await cellAt(bus, table, area.x + area.width - 6, area.y + area.height - 6, origin);
  const first = corner ? await position(bus, table, corner) : { row: 0, column: 0 };
  const last = far ? await position(bus, table, far) : { row: first.row + 30, column: first.column + 12 };
  const rows = Math.min(last.row - first.row + 1, mostRows);
  const columns = Math.min(last.column - first.column + 1, mostColumns);
  const pid = await bus.pid(table.bus);
  const read = (row: number, column: number, isDrawn: boolean): Promise<AccessibleNode | null> => readCell(bus, table, first.row + row, first.column + column, depth, origin, pid, isDrawn);
  const [places, shown] = await Promise.all([placesOf(bus, table, first, { rows, columns }, origin), look(area)]);
  let picture = shown;
  if (!picture) return readBlocks({ rows, columns }, deadline, (row, column) => read(row, column, false));
  const found = new Map<number, AccessibleNode | null>();
  for (let count = 1; Date.now() < deadline; count += 1) {
    const isEmpty = emptiness(picture, area, places);
    const drawn = Array.from({ length: rows * columns }, (_, index) => index).filter((index) => !found.has(index) && !isEmpty(Math.floor(index / columns), index % columns));
    for (let start = 0; start < drawn.length && Date.now() < deadline; start += cellsAtOnce) {
      const block = drawn.slice(start, start + cellsAtOnce);
      const cells = await Promise.all(block.map((index) => read(Math.floor(index / columns), index % columns, true)));
      block.forEach((index, at) => found.set(index, cells[at] ?? null));
    }
    // A busy program draws late: what it has drawn in the meantime is read too.
    const again = count < mostLooks ? await look(area) : null;
    if (!again || difference(picture, again) === null) break;
    picture = again;
  }
  return [...found].sort(([a], [b]) => a - b).flatMap(([, cell]) => cell ?? []);
}

/** Where the table can't be seen: row by row, up to a whole block of empty ones. */
async function readBlocks({ rows, columns }: { rows: number; columns: number }, deadline: number, read: (row: number, column: number) => Promise<AccessibleNode | null>): Promise<AccessibleNode[]> {
  const found: AccessibleNode[] = [];
  for (let start = 0; start < rows && Date.now() < deadline; start += rowsAtOnce) {
    const block = Array.from({ length: (Math.min(start + rowsAtOnce, rows) - start) * columns }, (_, index) => read(start + Math.floor(index / columns), index % columns));
    const filled = (await Promise.all(block)).filter((cell): cell is AccessibleNode => cell !== null);
    if (filled.length === 0) break;
    found.push(...filled);
  }
  return found;
}

/** Boxes of the first row's and the first column's cells. */
interface Places {
  across: (Rectangle | null)[];
  down: (Rectangle | null)[];
}

async function placesOf(bus: AccessibilityBus, table: Place, first: { row: number; column: number }, { rows, columns }: { rows: number; columns: number }, origin: From): Promise<Places> {
  const box = async (row: number, column: number): Promise<Rectangle | null> => {
    const cell = await placeOfCell(bus, table, first.row + row, first.column + column);
    return cell && extents(bus, cell, origin);
  };
  const [across, down] = await Promise.all([
    Promise.all(Array.from({ length: columns }, (_, column) => box(0, column))),
    Promise.all(Array.from({ length: rows }, (_, row) => box(row, 0))),
  ]);
  return { across, down };
}

/** Whether nothing is drawn in a cell that shows whole. */
function emptiness(picture: Frame, area: Rectangle, { across, down }: Places): (row: number, column: number) => boolean {
  return (row, column) => {
    const [horizontal, vertical] = [across[column], down[row]];
    if (!horizontal || !vertical) return false;
    const cell = { x: horizontal.x - area.x + gridLine, y: vertical.y - area.y + gridLine, width: horizontal.width - 2 * gridLine, height: vertical.height - 2 * gridLine };
    const shows = cell.x >= 0 && cell.y >= 0 && cell.width > 2 && cell.height > 2 && cell.x + cell.width <= picture.width && cell.y + cell.height <= picture.height;
    return shows && isOneColour(picture, cell);
  };
}

/** `drawn`: something is to be seen in the cell, so that one without a value may hold a formula with an error. */
async function readCell(bus: AccessibilityBus, table: Place, row: number, column: number, depth: number, origin: From, pid: number, drawn: boolean): Promise<AccessibleNode | null> {
  const [cell, value] = await contentOf(bus, table, row, column);
  if (!cell || value === null || (value === '' && !drawn)) return null;
  if (value === '' && (await formulaOf(bus, cell)) === null) return null;
  const [box, set, name, formula, number] = await Promise.all([extents(bus, cell, origin), states(bus, cell), bus.property(cell, 'Accessible', 'Name'), formulaOf(bus, cell), looksNumeric.test(value) ? numberOf(bus, cell) : null]);
  const node: AccessibleNode = {
    key: keyOf(cell),
    role: 'table cell',
    name: typeof name === 'string' && name !== '' ? name : cellName({ row, column }),
    value,
    states: (['focused', 'selected'] as const).filter((state) => set?.has(state)),
    box,
    multiline: false,
    depth,
    pid,
    ...(number === 0 && /[1-9]/.test(value) ? { isText: true } : {}),
  };
  return formula === null ? node : { ...node, formula };
}

/** What cells hold, one by one; null for one that does not tell. */
export function readCells(bus: AccessibilityBus, table: Place, cells: CellPlace[]): Promise<(CellContent | null)[]> {
  return Promise.all(
    cells.map(async ({ row, column }) => {
      const cell = await placeOfCell(bus, table, row, column);
      const [content, number, formula] = cell ? await Promise.all([text(bus, cell), numberOf(bus, cell), formulaOf(bus, cell)]) : [null, null, null];
      return content === null || number === null ? null : { text: content, number, formula };
    }),
  );
}

/** What may be shown for a number; a text of that kind is told apart by having no value. */
const looksNumeric = /^[-+(]?\p{Sc}? ?\d[\d.,:/'’ -]*[%\p{Sc}]?\)?$/u;

async function numberOf(bus: AccessibilityBus, cell: Place): Promise<number | null> {
  const value = await bus.property(cell, 'Value', 'CurrentValue');
  return typeof value === 'number' ? value : null;
}

/** A cell that was seen before is asked at once; programs forget cells that nobody has asked for in a while. */
async function contentOf(bus: AccessibilityBus, table: Place, row: number, column: number): Promise<[Place | null, string | null]> {
  const known = memoryOf(bus).cell(keyOf(table), row, column);
  const value = known && (await text(bus, known));
  if (known && typeof value === 'string') return [known, value];
  const cell = await placeOfCell(bus, table, row, column);
  return [cell, cell && (await text(bus, cell))];
}

/** A cell that the program has forgotten, which it does when nobody asks for it in a while, by its place in the table; null when there is none. */
export async function cellAnew(bus: AccessibilityBus, key: string): Promise<Place | null> {
  const address = memoryOf(bus).addressOf(key);
  return address ? placeOfCell(bus, placeOf(address.table), address.row, address.column) : null;
}

async function placeOfCell(bus: AccessibilityBus, table: Place, row: number, column: number): Promise<Place | null> {
  const reply = await bus.ask(table, 'Table', 'GetAccessibleAt', 'ii', [row, column]);
  const cell = place2(reply?.[0]);
  memoryOf(bus).noteCell(keyOf(table), row, column, cell);
  return cell;
}

/** LibreOffice tells a cell's formula as an attribute. */
async function formulaOf(bus: AccessibilityBus, cell: Place): Promise<string | null> {
  const reply = await bus.ask(cell, 'Accessible', 'GetAttributes');
  const attributes = reply?.[0] as Record<string, unknown> | undefined;
  const formula = attributes?.['Formula'] ?? attributes?.['formula'];
  if (typeof formula !== 'string' || formula === '') return null;
  // The bridge cuts the text at the first colon and leaves its escape behind.
  return formula.endsWith('\\') ? `=${formula.slice(0, -1)}…` : `=${formula}`;
}

async function cellAt(bus: AccessibilityBus, table: Place, x: number, y: number, origin: From): Promise<Place | null> {
  const reply = await bus.ask(table, 'Component', 'GetAccessibleAtPoint', 'iiu', [x, y, origin]);
  return place2(reply?.[0]);
}

async function position(bus: AccessibilityBus, table: Place, cell: Place): Promise<{ row: number; column: number }> {
  const index = await bus.ask(cell, 'Accessible', 'GetIndexInParent');
  const at = Number(index?.[0] ?? 0);
  const [row, column] = await Promise.all([bus.ask(table, 'Table', 'GetRowAtIndex', 'i', [at]), bus.ask(table, 'Table', 'GetColumnAtIndex', 'i', [at])]);
  return { row: Math.max(0, Number(row?.[0] ?? 0)), column: Math.max(0, Number(column?.[0] ?? 0)) };
}

export function inside(box: Rectangle, x: number, y: number): boolean {
  return x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
}

