import { performance } from 'node:perf_hooks';

/** @param {number[]} values @returns {number} NaN of none */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * The median time of some work, after runs that only warm up (caches of the disk, compiled code).
 * @param {() => unknown} work may be asynchronous
 * @param {{ repeats?: number, warmUps?: number }} [options]
 * @returns {Promise<number>} milliseconds
 */
export async function timeOf(work, { repeats = 7, warmUps = 2 } = {}) {
  const times = [];
  for (let run = -warmUps; run < repeats; run++) {
    const started = performance.now();
    await work();
    if (run >= 0) times.push(performance.now() - started);
  }
  return median(times);
}

/**
 * Median times of two works that take turns, so that a slow moment of the machine hits both.
 * @param {() => Promise<number>} ours gives its own time, milliseconds
 * @param {() => Promise<number>} reference likewise
 * @param {{ repeats?: number, warmUps?: number }} [options]
 * @returns {Promise<{ value: number, reference: number }>}
 */
export async function sideBySide(ours, reference, { repeats = 7, warmUps = 2 } = {}) {
  /** @type {[number[], number[]]} */
  const times = [[], []];
  for (let run = -warmUps; run < repeats; run++) {
    const pair = [await ours(), await reference()];
    if (run >= 0) pair.forEach((time, index) => times[index].push(time));
  }
  return { value: median(times[0]), reference: median(times[1]) };
}
