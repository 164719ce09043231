import { add, addLanes, dot, get, i32, load, loadBytes, multiply, narrow, number, repeat, set, shiftRight, shuffle, splat, storeBytes, storeLane, v128, wasmModule, widen, type Code } from './wasm';

/** Weights are integers of this many bits after the point. */
export const fraction = 14;
const half = splat(number(1 << (fraction - 1)));
/** Two weights, as the products take them: of one pixel and the next. */
const weights = (at: number): Code => splat(load(get(at)));

/** Weighs rows of pixels into one: `blocks` times sixteen bytes. */
function column(): Parameters<typeof wasmModule>[0][number] {
  const [from, stride, blocks, to, table, pairs, at, left, weight] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const [above, below, pair, near, far] = [9, 10, 11, 12, 13];
  const sums = [14, 15, 16, 17];
  const weighed = (value: Code, sum: number): Code => set(sum, addLanes(get(sum), dot(value, get(pair))));
  const body = repeat(blocks, [
    set(at, get(from)),
    set(weight, get(table)),
    set(left, get(pairs)),
    sums.map((sum) => set(sum, half)),
    repeat(left, [
      set(above, loadBytes[16](get(at))),
      set(below, loadBytes[16](add(get(at), get(stride)))),
      set(pair, weights(weight)),
      set(near, shuffle(get(above), get(below), [0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23])),
      set(far, shuffle(get(above), get(below), [8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31])),
      weighed(widen.low(get(near)), sums[0] ?? 0),
      weighed(widen.high(get(near)), sums[1] ?? 0),
      weighed(widen.low(get(far)), sums[2] ?? 0),
      weighed(widen.high(get(far)), sums[3] ?? 0),
      set(at, add(get(at), multiply(get(stride), number(2)))),
      set(weight, add(get(weight), number(4))),
    ]),
    storeBytes(get(to), narrow.toBytes(words(sums[0], sums[1]), words(sums[2], sums[3]))),
    set(from, add(get(from), number(16))),
    set(to, add(get(to), number(16))),
  ]);
  return { name: 'column', parameters: 6, locals: [i32, i32, i32, v128, v128, v128, v128, v128, v128, v128, v128, v128], body };
}

const words = (a = 0, b = 0): Code => narrow.toWords(shiftRight(get(a), fraction), shiftRight(get(b), fraction));

/** Weighs pixels of a row into `count` others. The table holds, for each, where its first pixel is (bytes) and the weights. */
function row(): Parameters<typeof wasmModule>[0][number] {
  const [from, table, to, count, pairs, at, left] = [0, 1, 2, 3, 4, 5, 6];
  const [two, sum] = [7, 8];
  const body = repeat(count, [
    set(at, add(get(from), load(get(table)))),
    set(table, add(get(table), number(4))),
    set(left, get(pairs)),
    set(sum, half),
    repeat(left, [
      set(two, loadBytes[8](get(at))),
      set(two, widen.low(shuffle(get(two), get(two), [0, 4, 1, 5, 2, 6, 3, 7, 0, 0, 0, 0, 0, 0, 0, 0]))),
      set(sum, addLanes(get(sum), dot(get(two), weights(table)))),
      set(at, add(get(at), number(8))),
      set(table, add(get(table), number(4))),
    ]),
    storeLane(get(to), narrow.toBytes(words(sum, sum), words(sum, sum))),
    set(to, add(get(to), number(4))),
  ]);
  return { name: 'row', parameters: 5, locals: [i32, i32, v128, v128], body };
}

/** The inner loops of the scaler: plain JavaScript takes ten times as long (measured). */
export const scalerCode = (): Uint8Array<ArrayBuffer> => wasmModule([column(), row()]);
