import { keyOf, type AccessibilityBus, type Place } from './bus';

const mostNodes = 20_000;
const mostCells = 20_000;

/** What an earlier look has learnt of a node. Object paths are never given to another object while a program runs. */
export interface Known {
  /** Never changes. */
  role: string;
  showing: boolean;
  managed: boolean;
}

/** A cell's place in its table, which is told by its key. */
export interface CellAddress {
  table: string;
  row: number;
  column: number;
}

/** Spares a look the questions whose answers are known; what can change is always asked. */
export class Memory {
  private readonly nodes = new Map<string, Known>();
  private readonly cells = new Map<string, Place>();
  private readonly addresses = new Map<string, CellAddress>();

  node(key: string): Known | undefined {
    return this.nodes.get(key);
  }

  note(key: string, known: Known): void {
    if (this.nodes.size >= mostNodes) this.nodes.clear();
    this.nodes.set(key, known);
  }

  cell(table: string, row: number, column: number): Place | undefined {
    return this.cells.get(`${table} ${row} ${column}`);
  }

  noteCell(table: string, row: number, column: number, cell: Place | null): void {
    const key = `${table} ${row} ${column}`;
    if (this.cells.size >= mostCells) {
      this.cells.clear();
      this.addresses.clear();
    }
    if (cell) {
      this.cells.set(key, cell);
      this.addresses.set(keyOf(cell), { table, row, column });
    } else this.cells.delete(key);
  }

  /** Where a cell was seen, by its own key. */
  addressOf(cell: string): CellAddress | undefined {
    return this.addresses.get(cell);
  }
}

const memories = new WeakMap<AccessibilityBus, Memory>();

export function memoryOf(bus: AccessibilityBus): Memory {
  const known = memories.get(bus) ?? new Memory();
  memories.set(bus, known);
  return known;
}
