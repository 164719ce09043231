import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The variable by which every process of a bed is found again, however it was started or detached. */
export const MARK = 'DESKWRIGHT_BED';

/** @param {string} id of the bed @returns {number[]} its living processes */
export function processesOf(id) {
  const wanted = Buffer.from(`${MARK}=${id}\0`);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && carries(pid, wanted));
}

/** @param {number} pid @param {Buffer} wanted @returns {boolean} */
function carries(pid, wanted) {
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(wanted);
  } catch {
    return false;
  }
}

/** @param {number[]} pids @param {NodeJS.Signals} signal */
export function signalAll(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended by itself meanwhile.
    }
  }
}

/**
 * Ends every process of a bed: what works on it first and its servers last, asked first and then forced.
 * @param {string} id
 * @param {number[]} servers pids of the display and the bus
 */
export async function endAll(id, servers) {
  const workers = () => processesOf(id).filter((pid) => !servers.includes(pid));
  signalAll(workers(), 'SIGTERM');
  for (let waited = 0; waited < 2_000 && workers().length > 0; waited += 50) await sleep(50);
  signalAll(workers(), 'SIGKILL');
  signalAll(processesOf(id), 'SIGTERM');
  for (let waited = 0; waited < 1_000 && processesOf(id).length > 0; waited += 50) await sleep(50);
  // What is killed is gone only when the system comes to it, and may have started something more until then.
  for (let waited = 0; waited < 20_000 && processesOf(id).length > 0; waited += 50) {
    signalAll(processesOf(id), 'SIGKILL');
    await sleep(50);
  }
}
