import type { AccessibleNode, Rectangle } from '../../platform';
import { keyOf, type AccessibilityBus, type Place } from './bus';
import { extents, place2, states, text, type From } from './node';

const mostRows = 60;
const mostColumns = 26;
const rowsAtOnce = 6;

/**
 * Filled cells of the visible part of a table, one by one through the Table interface (its children
 * are never listed). Stops after a whole block of empty rows.
 */
export async function readTable(bus: AccessibilityBus, table: Place, node: AccessibleNode, depth: number, origin: From, deadline: number): Promise<AccessibleNode[]> {
  const area = node.box;
  if (!area) return [];
  const corner = await cellAt(bus, table, area.x + 4, area.y + 4, origin);
  const far = await cellAt(bus, table, area.x + area.width - 6, area.y + area.height - 6, origin);
  const first = corner ? await position(bus, table, corner) : { row: 0, column: 0 };
  const last = far ? await position(bus, table, far) : { row: first.row + 30, column: first.column + 12 };
  const rows = Math.min(last.row - first.row + 1, mostRows);
  const columns = Math.min(last.column - first.column + 1, mostColumns);
  const pid = await bus.pid(table.bus);
  const found: AccessibleNode[] = [];
  for (let start = 0; start < rows && Date.now() < deadline; start += rowsAtOnce) {
    const block: Promise<AccessibleNode | null>[] = [];
    for (let row = start; row < Math.min(start + rowsAtOnce, rows); row += 1) {
      for (let column = 0; column < columns; column += 1) block.push(readCell(bus, table, first.row + row, first.column + column, depth, origin, pid));
    }
    const filled = (await Promise.all(block)).filter((cell): cell is AccessibleNode => cell !== null);
    if (filled.length === 0) break;
    found.push(...filled);
  }
  return found;
}

async function readCell(bus: AccessibilityBus, table: Place, row: number, column: number, depth: number, origin: From, pid: number): Promise<AccessibleNode | null> {
  const reply = await bus.ask(table, 'Table', 'GetAccessibleAt', 'ii', [row, column]);
  const cell = place2(reply?.[0]);
  if (!cell) return null;
  const value = await text(bus, cell);
  if (value === null || value === '') return null;
  const [box, set, name, formula] = await Promise.all([extents(bus, cell, origin), states(bus, cell), bus.property(cell, 'Accessible', 'Name'), formulaOf(bus, cell)]);
  const node: AccessibleNode = {
    key: keyOf(cell),
    role: 'table cell',
    name: typeof name === 'string' && name !== '' ? name : address(row, column),
    value,
    states: (['focused', 'selected'] as const).filter((state) => set?.has(state)),
    box,
    multiline: false,
    depth,
    pid,
  };
  return formula === null ? node : { ...node, formula };
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

/** Zero-based row and column as a spreadsheet writes them: (0, 27) → "AB1". */
export function address(row: number, column: number): string {
  let letters = '';
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1) letters = String.fromCharCode(65 + (rest % 26)) + letters;
  return `${letters}${row + 1}`;
}

export function inside(box: Rectangle, x: number, y: number): boolean {
  return x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
}

