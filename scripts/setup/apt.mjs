import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../lib/process.mjs';

/** How long another program that installs packages is waited for (milliseconds): a machine that was just started updates itself. */
const PATIENCE = 600_000;
/** Between two tries (milliseconds). */
const PAUSE = 5_000;
/** How often a source is asked again that did not answer, beside apt's own tries of each file. */
const TRIES = 3;

/** `update` calls lists that it could not have a success otherwise. */
const OPTIONS = ['DPkg::Lock::Timeout=60', 'Acquire::Retries=3', 'APT::Update::Error-Mode=any', 'Dpkg::Use-Pty=0'].flatMap((option) => ['-o', option]);
const ENVIRONMENT = { DEBIAN_FRONTEND: 'noninteractive', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', LANGUAGE: '' };

/**
 * Runs apt-get, again when what kept it goes away by itself.
 * @param {string} what said in the error
 * @param {string[]} words
 * @param {(line: string) => void} log
 * @param {{ patience?: number, tries?: number, attempt?: typeof must, pause?: number }} [options] `patience`: with a
 *   program that installs, milliseconds; `attempt`: what runs a program
 * @returns {Promise<void>}
 * @throws {Error} with the end of what it printed
 */
export async function apt(what, words, log, { patience = PATIENCE, tries = TRIES, attempt = must, pause = PAUSE } = {}) {
  const run = (/** @type {string} */ name, /** @type {string} */ program, /** @type {string[]} */ all) =>
    attempt(name, program, all, { env: { ...process.env, ...ENVIRONMENT } });
  const told = new Set();
  let failures = 0;
  for (const end = Date.now() + patience; ; await sleep(pause)) {
    try {
      await run(what, 'apt-get', [...OPTIONS, '-q', ...words]);
      return;
    } catch (error) {
      const obstacle = obstacleIn(error instanceof Error ? error.message : String(error));
      if (obstacle === 'locked' ? Date.now() > end : (failures += 1) >= tries) throw error;
      if (obstacle === null) throw error;
      if (!told.has(obstacle)) log(ADVICE[obstacle]);
      told.add(obstacle);
      // An install that was cut off, perhaps ours: what was unpacked is set up first.
      if (obstacle === 'interrupted') await run('Completing an interrupted installation', 'dpkg', ['--configure', '-a']);
    }
  }
}

/** @type {Record<'locked' | 'interrupted' | 'unreachable', string>} */
const ADVICE = {
  locked: 'Another program is installing system packages; waiting for it…',
  interrupted: 'An earlier installation of system packages was interrupted; completing it…',
  unreachable: 'A source of system packages did not answer; trying again…',
};

/**
 * @param {string} text what apt-get printed, in English
 * @returns {'locked' | 'interrupted' | 'unreachable' | null} what kept it and may be gone at the next try
 */
export function obstacleIn(text) {
  if (/Could not get lock|Unable to (?:acquire|lock)|is another process using it/.test(text)) return 'locked';
  if (/dpkg was interrupted/.test(text)) return 'interrupted';
  if (/Failed to fetch|Temporary failure resolving|Could not resolve|Connection (?:failed|timed out|reset)|Hash Sum mismatch|unexpected size/i.test(text)) return 'unreachable';
  return null;
}
