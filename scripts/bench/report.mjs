import { cpus, loadavg, platform, release } from 'node:os';

/**
 * @typedef {object} Bench
 * @property {string} folder an empty folder of this run, removed at its end
 * @property {(line: string) => void} log
 *
 * @typedef {object} Measured
 * @property {number} value      in the row's unit, the median of several repeats
 * @property {number} [reference] the same of what it is compared with, measured in the same run
 * @property {string} [note]     what a reader must know of this run
 *
 * @typedef {object} Row
 * @property {string} name       what is measured, and what it is compared with
 * @property {string} unit
 * @property {{ most: number, of?: 'value' | 'ratio' }} [goal] the largest value, or the largest ratio to the reference,
 *   that is good enough; without one the row only informs
 * @property {(bench: Bench) => Promise<Measured>} measure
 *
 * @typedef {object} Result
 * @property {string} group
 * @property {string} name
 * @property {string} unit
 * @property {number | null} value
 * @property {number | null} reference
 * @property {number | null} ratio value / reference
 * @property {string | null} goal like "≤ 1.3 × reference"
 * @property {boolean | null} met null without a goal or without a value
 * @property {string} [note]
 * @property {string} [error] why it could not be measured
 */

/**
 * Measures one row; what it throws becomes the result's error.
 * @param {string} group @param {Row} row @param {Bench} bench
 * @returns {Promise<Result>}
 */
export async function judge(group, row, bench) {
  const { name, unit, goal } = row;
  const known = { group, name, unit, goal: goal ? (goal.of === 'ratio' ? `≤ ${goal.most} × reference` : `≤ ${goal.most} ${unit}`) : null };
  try {
    const { value, reference = null, note } = await row.measure(bench);
    const ratio = reference === null ? null : round(value / reference);
    const judged = goal?.of === 'ratio' ? ratio : round(value);
    if (judged !== null && !Number.isFinite(judged)) throw new Error(`measured ${judged}, which is no number`);
    if (goal && judged === null) throw new Error('has a goal for its ratio and no reference');
    const met = goal && judged !== null ? judged <= goal.most : null;
    return { ...known, value: round(value), reference: reference === null ? null : round(reference), ratio, met, ...(note ? { note } : {}) };
  } catch (error) {
    return { ...known, value: null, reference: null, ratio: null, met: null, error: error instanceof Error ? error.message : String(error) };
  }
}

/** @param {Result[]} results @returns {object} what results.json holds */
export function toReport(results) {
  return {
    date: new Date().toISOString(),
    machine: { node: process.version, platform: platform(), release: release(), processor: cpus()[0]?.model ?? '', processors: cpus().length, load: round(loadavg()[0]) },
    met: results.filter(({ met }) => met === true).length,
    missed: results.filter(({ met }) => met === false).length,
    failed: results.filter(({ error }) => error !== undefined).length,
    rows: results,
  };
}

/** @param {Result[]} results @returns {string} */
export function renderTable(results) {
  const head = ['group', 'row', 'value', 'reference', 'ratio', 'goal', 'met'];
  const lines = results.map((result) => [
    result.group,
    result.name,
    withUnit(result.value, result.unit),
    withUnit(result.reference, result.unit),
    result.ratio === null ? '' : `${result.ratio} ×`,
    result.goal ?? '',
    result.error === undefined ? (result.met === null ? '' : result.met ? 'yes' : 'NO') : 'FAILED',
  ]);
  const widths = head.map((title, column) => Math.max(...[head, ...lines].map((line) => [...line[column]].length), title.length));
  const pad = (/** @type {string[]} */ line) => line.map((cell, column) => cell + ' '.repeat(widths[column] - [...cell].length)).join('  ').trimEnd();
  const notes = results.flatMap(({ name, note, error }) => [...(note ? [`${name}: ${note}`] : []), ...(error === undefined ? [] : [`${name} could not be measured: ${error}`])]);
  return [pad(head), widths.map((width) => '─'.repeat(width)).join('  '), ...lines.map(pad), ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

/**
 * Times of a machine that does other work say little; ratios still do.
 * @param {number} [load] of the last minute @param {number} [processors] @returns {string} a warning, or ""
 */
export function busyNote(load = loadavg()[0], processors = cpus().length) {
  return load > processors * 1.5 ? `The machine is busy (load ${round(load)} on ${processors} processors): times are longer than on a quiet one, ratios hold.` : '';
}

/** @param {number | null} value @param {string} unit */
const withUnit = (value, unit) => (value === null ? '' : `${value} ${unit}`);

/** @param {number} value three digits at least, no noise @returns {number} */
const round = (value) => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
