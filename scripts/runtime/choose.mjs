/**
 * @typedef {'override' | 'installed' | 'download' | 'registry'} Origin
 * @typedef {{ executable: string, version: string }} Found
 * @typedef {Found & { origin: Origin, notice: string }} Runtime `notice`: one line for the person, saying which
 *   Electron was chosen and why not the one before it
 * @typedef {{ origin: Origin, find: () => Promise<Found | null> }} Source null when it does not apply here
 */

/**
 * The first source that has an Electron.
 * @param {Source[]} sources in the order to ask
 * @returns {Promise<Runtime>}
 * @throws {Error} naming each source's reason, when none has one; at once, when an override is set and wrong
 */
export async function chooseRuntime(sources) {
  /** @type {string[]} */
  const reasons = [];
  for (const { origin, find } of sources) {
    try {
      const found = await find();
      if (found) return { ...found, origin, notice: describe(origin, found, reasons) };
    } catch (error) {
      // Someone who names a folder wants that one, not another in silence.
      if (origin === 'override') throw error;
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(
    ['No Electron could be found or fetched.', ...reasons.map((reason) => `- ${reason}`),
      'Connect to the internet and start again, or set ELECTRON_OVERRIDE_DIST_PATH to a folder with an Electron.'].join('\n'),
  );
}

/** @param {Origin} origin @param {Found} found @param {string[]} reasons @returns {string} */
function describe(origin, { executable, version }, reasons) {
  if (origin === 'override') return `Electron ${version} from ELECTRON_OVERRIDE_DIST_PATH (${executable}).`;
  if (origin !== 'registry') return `Electron ${version}, the official one.`;
  return `Electron ${version} from the npm registry, for development and tests only: ${reasons.join(' ')}`;
}
