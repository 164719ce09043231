import { fork, spawn } from 'node:child_process';
import { launchBed } from '../bed.mjs';
import { electronRuntime } from '../electron-runtime.mjs';
import { inRoot } from '../lib/paths.mjs';

/**
 * @typedef {object} DesktopHost
 * @property {import('../bed.mjs').Bed} bed
 * @property {number} pid
 * @property {(method: string, params: unknown) => Promise<any>} call rejects with what the host said
 * @property {(method: string, params: unknown) => { answer: Promise<any>, cancel: () => void }} start a call that can be cancelled
 * @property {(method: string, params: unknown) => Promise<{ result: any, took: number }>} timed `took`: milliseconds, where the host was forked
 * @property {() => Promise<void>} stop
 */

/** With its sandbox, Electron does not start as root. */
const SWITCHES = ['--no-sandbox', '--disable-gpu'];

/**
 * The built desktop host on a virtual desktop of its own, spoken to as the app does.
 * @param {{ size?: string, electron?: boolean, environment?: Record<string, string> }} [options] `electron`: in its
 *   utilityProcess, as the app runs it; otherwise in Node, as the command line does
 * @returns {Promise<DesktopHost>}
 */
export async function openHost({ size = '1920x1080', electron = false, environment = {} } = {}) {
  const script = inRoot('dist/skills/desktop-control/host.js');
  const executable = electron ? (await electronRuntime({ log: () => undefined })).executable : '';
  const bed = await launchBed({ size });
  const env = { ...bed.environment, ...environment };
  const child = electron
    ? spawn(executable, [...SWITCHES, inRoot('scripts/bench/electron-host.cjs'), script], { env, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    : fork(script, [], { env, execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  let pid = child.pid ?? 0;
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void, started: number }>} */
  const waiting = new Map();
  let next = 1;
  await new Promise((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`the desktop host ended (${code})`)));
    child.on('message', (/** @type {any} */ reply) => {
      if (reply.host) pid = reply.host;
      if (reply.ready) return reply.ready.available ? resolve(undefined) : reject(new Error(reply.ready.reason));
      const waiter = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (reply.error) waiter?.reject(new Error(`${reply.error.code}: ${reply.error.message}`));
      else waiter?.resolve({ result: reply.result, took: reply.took ?? performance.now() - waiter.started });
    });
  });
  /** @param {string} method @param {unknown} params */
  const begin = (method, params) => {
    const id = next++;
    const answer = new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject, started: performance.now() });
    });
    child.send({ id, method, params });
    return { answer, cancel: () => child.send({ cancel: id }) };
  };
  /** @type {DesktopHost['start']} */
  const start = (method, params) => {
    const { answer, cancel } = begin(method, params);
    return { answer: answer.then(({ result }) => result), cancel };
  };
  return {
    bed,
    pid,
    start,
    call: (method, params) => start(method, params).answer,
    timed: (method, params) => begin(method, params).answer,
    async stop() {
      child.removeAllListeners('exit');
      if (electron) process.kill(pid, 'SIGKILL');
      child.kill('SIGKILL');
      await bed.stop();
    },
  };
}
