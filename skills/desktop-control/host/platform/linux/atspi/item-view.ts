import { cellName } from '../../../cell-name';
import type { AccessibleNode, Rectangle } from '../../platform';
import { keyOf, type AccessibilityBus, type Place } from './bus';
import { memoryOf } from './memory';
import { extents, features, place2, states, type From } from './node';

const mostRows = 100;
const mostColumns = 30;
const rowsAtOnce = 8;
/** States of an item that say something; of tabs and lists Qt says more than is so. */
const told = ['focused', 'selected', 'checked', 'expanded', 'collapsed'] as const;

interface Cell {
  place: Place;
  box: Rectangle;
}

/**
 * What shows of a list, tree or table of Qt: its items, one by one by row and column. They may be millions, so the first
 * one that shows is searched for by its place; what they hold is their name.
 */
export async function readItems(bus: AccessibilityBus, view: Place, node: AccessibleNode, depth: number, origin: From, deadline: number): Promise<AccessibleNode[]> {
  const area = node.box;
  const [rows, columns] = (await Promise.all([bus.property(view, 'Table', 'NRows'), bus.property(view, 'Table', 'NColumns')])).map((count) => Number(count ?? 0)) as [number, number];
  if (!area || rows < 1 || columns < 1) return [];
  const cellAt = async (row: number, column: number): Promise<Cell | null> => {
    const reply = await bus.ask(view, 'Table', 'GetAccessibleAt', 'ii', [row, column]);
    const place = place2(reply?.[0]);
    memoryOf(bus).noteCell(keyOf(view), row, column, place);
    const box = place && (await extents(bus, place, origin));
    return place && box ? { place, box } : null;
  };
  const firstRow = await first(rows, async (row) => {
    const cell = await cellAt(row, 0);
    return cell === null ? null : cell.box.y + cell.box.height > area.y;
  });
  const firstColumn = await first(columns, async (column) => {
    const cell = await cellAt(firstRow, column);
    return cell === null ? null : cell.box.x + cell.box.width > area.x;
  });
  const found = node.role === 'list' ? [] : await headers(bus, view, area, firstColumn, Math.min(columns, firstColumn + mostColumns), depth, origin);
  for (let row = firstRow; row < Math.min(rows, firstRow + mostRows) && Date.now() < deadline; row += rowsAtOnce) {
    const block = Array.from({ length: Math.min(rowsAtOnce, rows - row) * Math.min(columns - firstColumn, mostColumns) }, async (_, index): Promise<AccessibleNode | 'outside' | null> => {
      const [across, down] = [Math.min(columns - firstColumn, mostColumns), row];
      const at = { row: down + Math.floor(index / across), column: firstColumn + (index % across) };
      const cell = await cellAt(at.row, at.column);
      if (!cell || cell.box.x >= area.x + area.width) return null;
      return cell.box.y >= area.y + area.height ? 'outside' : item(bus, cell, at, depth, origin);
    });
    const read = await Promise.all(block);
    found.push(...read.filter((entry): entry is AccessibleNode => entry !== null && entry !== 'outside'));
    if (read.includes('outside')) break;
  }
  return found;
}

async function item(bus: AccessibilityBus, { place, box }: Cell, at: { row: number; column: number }, depth: number, origin: From): Promise<AccessibleNode | null> {
  const [set, [name, role, , pid]] = await Promise.all([states(bus, place), features(bus, place, origin)]);
  const content = typeof name === 'string' ? name : '';
  const shown = told.filter((state) => set?.has(state));
  if (!set?.has('showing') || (content === '' && shown.length === 0)) return null;
  const known = { key: keyOf(place), states: shown, box, multiline: false, depth, pid };
  return role === 'cell' ? { ...known, role: 'table cell', name: cellName(at), value: content } : { ...known, role, name: content, value: null };
}

async function headers(bus: AccessibilityBus, view: Place, area: Rectangle, from: number, to: number, depth: number, origin: From): Promise<AccessibleNode[]> {
  const all = await Promise.all(
    Array.from({ length: to - from }, async (_, index): Promise<AccessibleNode | null> => {
      const place = place2((await bus.ask(view, 'Table', 'GetColumnHeader', 'i', [from + index]))?.[0]);
      if (!place) return null;
      const [name, role, box, pid] = await features(bus, place, origin);
      const shows = box && box.x < area.x + area.width && typeof name === 'string' && name !== '';
      return shows ? { key: keyOf(place), role, name, value: null, states: [], multiline: false, box, depth, pid } : null;
    }),
  );
  return all.filter((header): header is AccessibleNode => header !== null);
}

/** The first of so many for which it is true, false for all before; one that does not tell counts as the next. */
async function first(count: number, isTrue: (index: number) => Promise<boolean | null>): Promise<number> {
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    let probe = middle;
    let answer = await isTrue(probe);
    while (answer === null && probe < Math.min(high, middle + rowsAtOnce)) answer = await isTrue((probe += 1));
    if (answer === false) low = probe + 1;
    else high = middle;
  }
  return Math.min(low, count - 1);
}
