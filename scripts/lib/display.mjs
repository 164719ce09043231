import { run } from './process.mjs';

/**
 * Whether there is a screen that a window can open on.
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {Promise<{ works: boolean, reason: string }>} `reason`: in words, when there is none
 */
export async function findDisplay(environment = process.env) {
  if (process.platform !== 'linux') return { works: true, reason: '' };
  const { DISPLAY, WAYLAND_DISPLAY } = environment;
  if (!DISPLAY) return { works: Boolean(WAYLAND_DISPLAY), reason: 'No display found' };
  const { code } = await run('xset', ['q'], { env: environment, timeout: 5_000 });
  // Without xset (127) we believe the variable; Electron will say what is wrong.
  return { works: code === 0 || code === 127, reason: `The display ${DISPLAY} does not answer` };
}
