import { expect, it } from 'vitest';
import { blank, type Frame } from '../../../frame';
import type { AccessibleNode } from '../../platform';
import type { AccessibilityBus, Place } from './bus';
import { cellAnew, readTable } from './table';

const cell = { width: 40, height: 10 };
const rows = 30;
const columns = 6;
const origin = { x: 100, y: 50 };
const node = { box: { ...origin, width: columns * cell.width, height: rows * cell.height } } as AccessibleNode;
const filled = new Map([['0,0', 'Item'], ['1,1', '3.5'], ['27,4', 'far below']]);

/** A program with a table, as it answers on the bus; `texts` counts whose text was asked for. */
function program(): { bus: AccessibilityBus; texts: string[]; forget(): void } {
  const texts: string[] = [];
  let made = 1;
  const placed = (path: string): [number, number] => path.split('/').slice(2, 4).map(Number) as [number, number];
  const ask = ({ path }: Place, _: string, member: string, _signature = '', body: unknown[] = []): Promise<unknown[] | null> => {
    const [row, column] = placed(path);
    const reply = {
      GetAccessibleAt: () => [[':1.9', `/cell/${String(body[0])}/${String(body[1])}/${made}`]],
      GetAccessibleAtPoint: () => [[':1.9', `/cell/${Math.floor((Number(body[1]) - origin.y) / cell.height)}/${Math.floor((Number(body[0]) - origin.x) / cell.width)}/${made}`]],
      GetIndexInParent: () => [row * 100 + column],
      GetRowAtIndex: () => [Math.floor(Number(body[0]) / 100)],
      GetColumnAtIndex: () => [Number(body[0]) % 100],
      GetExtents: () => [[origin.x + column * cell.width, origin.y + row * cell.height, cell.width, cell.height]],
      GetState: () => [[0, 0]],
      GetText: () => [filled.get(`${row},${column}`) ?? ''],
    }[member];
    return Promise.resolve(reply ? reply() : null);
  };
  const property = ({ path }: Place, _: string, name: string): Promise<unknown> => {
    const at = placed(path).join();
    if (name !== 'CharacterCount') return Promise.resolve('');
    texts.push(at);
    return Promise.resolve((filled.get(at) ?? '').length);
  };
  return { bus: { ask, property, pid: () => Promise.resolve(7) } as unknown as AccessibilityBus, texts, forget: () => void made++ };
}

/** White, with grid lines, and a dot in each filled cell. */
function drawn(): Frame {
  const frame = blank({ width: columns * cell.width, height: rows * cell.height }, 255);
  const dot = (x: number, y: number): void => void frame.data.fill(0, (y * frame.width + x) * 4, (y * frame.width + x) * 4 + 3);
  for (let y = 0; y < frame.height; y += 1) for (let x = 0; x < frame.width; x += 1) if (x % cell.width === 0 || y % cell.height === 0) dot(x, y);
  for (const key of filled.keys()) {
    const [row = 0, column = 0] = key.split(',').map(Number);
    dot(column * cell.width + 9, row * cell.height + 5);
  }
  return frame;
}

it('reads the cells in which something is drawn, far below an empty stretch too, and no others', async () => {
  const { bus, texts } = program();
  const found = await readTable(bus, { bus: ':1.9', path: '/table' }, node, 2, 0, Date.now() + 60_000, () => Promise.resolve(drawn()));
  expect(found.map(({ name, value }) => `${name}=${String(value)}`)).toEqual(['A1=Item', 'B2=3.5', 'E28=far below']);
  expect(texts.sort()).toEqual([...filled.keys()].sort());
});

it('reads what is drawn late, while the other cells are read, and then no cell twice', async () => {
  const { bus, texts } = program();
  const early = drawn();
  early.data.fill(255, (15 * early.width) * 4, (16 * early.width) * 4);
  let looks = 0;
  const found = await readTable(bus, { bus: ':1.9', path: '/table' }, node, 2, 0, Date.now() + 60_000, () => Promise.resolve((looks += 1) === 1 ? early : drawn()));
  expect(found.map(({ name }) => name)).toEqual(['A1', 'B2', 'E28']);
  expect(texts.sort()).toEqual([...filled.keys()].sort());
  expect(looks).toBe(3);
});

it('asks every cell up to an empty stretch where something stands in front', async () => {
  const { bus, texts } = program();
  const found = await readTable(bus, { bus: ':1.9', path: '/table' }, node, 2, 0, Date.now() + 60_000, () => Promise.resolve(null));
  expect(found.map(({ value }) => value)).toEqual(['Item', '3.5']);
  expect(texts).toHaveLength(12 * columns);
});

it('finds a cell again that the program has forgotten, and none that it never saw', async () => {
  const { bus, forget } = program();
  const [, , far] = await readTable(bus, { bus: ':1.9', path: '/table' }, node, 2, 0, Date.now() + 60_000, () => Promise.resolve(drawn()));
  forget();
  expect(await cellAnew(bus, far?.key ?? '')).toEqual({ bus: ':1.9', path: '/cell/27/4/2' });
  expect(await cellAnew(bus, ':1.9/cell/9/9/1')).toBeNull();
});
