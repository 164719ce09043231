import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { electronRuntime } from '../../electron-runtime.mjs';
import { inRoot } from '../../lib/paths.mjs';
import { openHost } from '../desktop-host.mjs';
import { median } from '../samples.mjs';

const CAPTURES = 15;
const CLICKS = 30;
const STOPS = 50;
const MANY = 500;
/** Runs that are not counted: the first ones load code and touch memory. */
const WARM = 8;
/** As the app runs the host; the command line runs it in Node. */
const IN_ELECTRON = { electron: true };

/** @type {import('../report.mjs').Row[]} */
export const rows = [
  {
    name: `capture to JPEG, 1920 × 1080, changed each time / desktopCapturer`,
    unit: 'ms',
    goal: { most: 0.7, of: 'ratio' },
    measure: () => onDesktop(async (host) => ({ value: await changedCapture(host), reference: await desktopCapturer(host) }), IN_ELECTRON),
  },
  {
    name: 'capture to JPEG, 1920 × 1080, changed each time',
    unit: 'ms',
    goal: { most: 45 },
    measure: () => onDesktop(async (host) => ({ value: await changedCapture(host) }), IN_ELECTRON),
  },
  {
    name: 'capture to JPEG, 1920 × 1080, changed each time, in Node as on the command line',
    unit: 'ms',
    goal: { most: 45 },
    measure: () => onDesktop(async (host) => ({ value: await changedCapture(host) })),
  },
  {
    name: 'unchanged capture',
    unit: 'ms',
    goal: { most: 30 },
    measure: () =>
      onDesktop(async (host) => {
        await host.call('observe', { what: 'screenshot' });
        return { value: median((await answers(host, CAPTURES, { what: 'screenshot' })).map(({ took }) => took)) };
      }, IN_ELECTRON),
  },
  {
    name: 'elements of a Calc window',
    unit: 'ms',
    goal: { most: 200 },
    measure: (bench) =>
      onDesktop(async (host) => {
        await host.call('act', { action: 'open_app', text: 'calc' });
        await host.call('act', { action: 'type', text: 'Item\tCost\nTea\t3.5\nTotal\t=SUM(B2:B2)\n' });
        const looks = await answers(host, CAPTURES, { what: 'elements' });
        return { value: median(looks.map(({ took }) => took)), note: `${looks[0].result.elements.length} elements` };
      }, { ...IN_ELECTRON, environment: { DESKWRIGHT_OFFICE_PROFILE: `${bench.folder}/office` } }),
  },
  {
    name: 'click command to X event',
    unit: 'ms',
    goal: { most: 5 },
    measure: () =>
      onDesktop(async (host) => {
        const field = await watchedField(host);
        const times = [];
        for (let click = 0; click < CLICKS; click++) {
          const seen = field.next('ButtonPress');
          const started = performance.now();
          // Elsewhere each time: two clicks at one place are kept apart, or they would be a double click.
          const done = host.call('act', { action: 'click', x: field.middle.x + (click % 2) * 40, y: field.middle.y });
          times.push((await seen) - started);
          await done;
        }
        return { value: median(times), note: 'from the message to the host to xev’s line; the look at what was approved, which a judged click has besides, is not in it' };
      }),
  },
  {
    name: `Stop to the last event, p95 of ${STOPS}`,
    unit: 'ms',
    goal: { most: 100 },
    measure: () =>
      onDesktop(async (host) => {
        const field = await watchedField(host);
        await host.call('act', { action: 'focus_window', text: 'bench-field' });
        const late = [];
        let down = 0;
        for (let stop = 0; stop < STOPS; stop++) {
          const typing = host.start('act', { action: 'type', text: 'Abcdefgh '.repeat(200) });
          const outcome = typing.answer.catch(() => undefined);
          await field.next('KeyPress');
          await sleep(Math.random() * 200);
          const stopped = performance.now();
          typing.cancel();
          await outcome;
          await sleep(150);
          late.push(Math.max(0, field.last() - stopped));
          down += field.down() > 0 ? 1 : 0;
        }
        if (down > 0) throw new Error(`${down} stops left a key down`);
        return { value: late.sort((a, b) => a - b)[Math.floor(STOPS * 0.95)], note: 'no key was left down' };
      }),
  },
  {
    name: `memory after ${MANY} captures / after 50`,
    unit: 'MiB',
    goal: { most: 1.2, of: 'ratio' },
    measure: (bench) => {
      // A folder of its own: what others leave in /tmp says nothing of the host.
      const temporary = join(bench.folder, 'temporary');
      mkdirSync(temporary);
      return onDesktop(async (host) => {
        const after = async (/** @type {number} */ count) => {
          for (let capture = 0; capture < count; capture++) {
            await change(host, capture);
            await host.call('observe', { what: 'screenshot' });
          }
          return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${host.pid}/status`, 'utf8'))?.[1]) / 1024;
        };
        const reference = await after(50);
        const value = await after(MANY - 50);
        return { value, reference, note: `${readdirSync(temporary).length} temporary files` };
      }, { ...IN_ELECTRON, environment: { TMPDIR: temporary } });
    },
  },
];

/**
 * @template T
 * @param {(host: import('../desktop-host.mjs').DesktopHost) => Promise<T>} work
 * @param {NonNullable<Parameters<typeof openHost>[0]>} [options]
 */
async function onDesktop(work, options) {
  const host = await openHost(options);
  try {
    return await work(host);
  } finally {
    await host.stop();
  }
}

/** @param {import('../desktop-host.mjs').DesktopHost} host @param {number} count @param {object} request */
async function answers(host, count, request) {
  const all = [];
  for (let run = -WARM; run < count; run++) all.push(await host.timed('observe', request));
  return all.slice(WARM);
}

/** @param {import('../desktop-host.mjs').DesktopHost} host @param {number} index */
const change = (host, index) => ended(host.bed.spawn('xsetroot', ['-solid', `#${String(index % 1000).padStart(3, '0')}${index % 2 ? 'abc' : 'fed'}`], { stdio: 'ignore' }));

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<void>} */
const ended = (child) => new Promise((resolve) => {
  child.on('close', () => resolve());
});

/** @param {import('../desktop-host.mjs').DesktopHost} host */
async function changedCapture(host) {
  const times = [];
  for (let run = -WARM; run < CAPTURES; run++) {
    await change(host, run + WARM);
    const { result, took } = await host.timed('observe', { what: 'screenshot' });
    if (!(result.image?.length > 1000)) throw new Error('no picture');
    if (run >= 0) times.push(took);
  }
  return median(times);
}

/** @param {import('../desktop-host.mjs').DesktopHost} host */
async function desktopCapturer(host) {
  const { executable } = await electronRuntime({ log: () => undefined });
  const child = host.bed.spawn(executable, ['--no-sandbox', inRoot('scripts/bench/desktop-capturer.cjs')], { stdio: ['ignore', 'pipe', 'ignore'] });
  let printed = '';
  child.stdout?.on('data', (chunk) => (printed += chunk));
  await ended(child);
  return median(JSON.parse(printed.trim().split('\n').at(-1) ?? ''));
}

/**
 * A window of xev, whose lines tell when an event reached it.
 * @param {import('../desktop-host.mjs').DesktopHost} host
 */
async function watchedField(host) {
  const child = host.bed.spawn('stdbuf', ['-oL', 'xev', '-name', 'bench-field', '-geometry', '300x200+400+300', '-event', 'button', '-event', 'keyboard'], { stdio: ['ignore', 'pipe', 'ignore'] });
  let last = 0;
  let down = 0;
  /** @type {{ kind: string, resolve: (at: number) => void }[]} */
  const waiting = [];
  child.stdout?.on('data', (chunk) => {
    for (const [kind] of String(chunk).matchAll(/^(?:Button|Key)(?:Press|Release)(?= event)/gm)) {
      last = performance.now();
      down += kind.endsWith('Press') ? 1 : -1;
      for (const [index, waiter] of [...waiting.entries()].reverse()) if (waiter.kind === kind) waiting.splice(index, 1)[0].resolve(last);
    }
  });
  let window;
  for (const end = Date.now() + 20_000; !window; await sleep(50)) {
    if (Date.now() > end) throw new Error('xev showed no window');
    ({ windows: [window] } = await host.call('observe', { what: 'elements' }));
  }
  const [x, y, width, height] = window.box;
  return {
    // Pixels of the latest picture, as the host takes them.
    middle: { x: x + Math.floor(width / 2), y: y + Math.floor(height / 2) },
    next: (/** @type {string} */ kind) => new Promise((/** @type {(at: number) => void} */ resolve) => {
      waiting.push({ kind, resolve });
    }),
    last: () => last,
    down: () => down,
  };
}
