import { fork } from 'node:child_process';
import { launchBed } from '../bed.mjs';
import { inRoot } from '../lib/paths.mjs';
import { loadBuilt } from './built.mjs';

/**
 * @typedef {object} DesktopHost
 * @property {import('../bed.mjs').Bed} bed
 * @property {number} pid
 * @property {(method: string, params: unknown) => Promise<any>} call rejects with what the host said
 * @property {(method: string, params: unknown) => { answer: Promise<any>, cancel: () => void }} start a call that can be cancelled
 * @property {() => Promise<void>} stop
 */

/**
 * The built desktop host on a virtual desktop of its own, spoken to as the app does.
 * @param {{ size?: string, environment?: Record<string, string> }} [options]
 * @returns {Promise<DesktopHost>}
 */
export async function openHost({ size = '1920x1080', environment = {} } = {}) {
  const bed = await launchBed({ size });
  const { keptMemory } = await loadBuilt('skills/desktop-control/kept-memory.ts');
  const child = fork(inRoot('dist/skills/desktop-control/host.js'), [], { env: { ...bed.environment, ...keptMemory, ...environment }, execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  let next = 1;
  await new Promise((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`the desktop host ended (${code})`)));
    child.on('message', (/** @type {any} */ reply) => {
      if (reply.ready) return reply.ready.available ? resolve(undefined) : reject(new Error(reply.ready.reason));
      const waiter = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (reply.error) waiter?.reject(new Error(`${reply.error.code}: ${reply.error.message}`));
      else waiter?.resolve(reply.result);
    });
  });
  /** @type {DesktopHost['start']} */
  const start = (method, params) => {
    const id = next++;
    const answer = new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
    });
    child.send({ id, method, params });
    return { answer, cancel: () => child.send({ cancel: id }) };
  };
  return {
    bed,
    pid: /** @type {number} */ (child.pid),
    start,
    call: (method, params) => start(method, params).answer,
    async stop() {
      child.removeAllListeners('exit');
      child.kill('SIGKILL');
      await bed.stop();
    },
  };
}
