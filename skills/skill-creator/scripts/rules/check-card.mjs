import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isAsset, LONGEST_DISPLAY_NAME, SHORT } from './card.mjs';
import { keysOf } from './front-matter.mjs';

/** @typedef {import('./front-matter.mjs').Problem} Problem */

const TOP = ['interface', 'dependencies', 'policy'];
const INTERFACE = ['display_name', 'short_description', 'default_prompt', 'icon_small', 'icon_large', 'brand_color'];

/** The rules of agents/openai.yaml; a folder without a card has none to keep. @param {string} root @returns {Problem[]} */
export function checkCard(root) {
  const file = path.join(root, 'agents', 'openai.yaml');
  if (!existsSync(file)) return [{ code: 'no_card', message: 'There is no agents/openai.yaml: run card.mjs.' }];
  const read = keysOf(readFileSync(file, 'utf8'));
  if ('problem' in read) return [bad(`it can’t be read. ${read.problem}`)];
  const face = mapOf(read.keys['interface']);
  const policy = mapOf(read.keys['policy']);
  const short = [...String(face['short_description'] ?? '')].length;
  /** @type {[boolean, string][]} */
  const checks = [
    [Object.keys(read.keys).some((key) => !TOP.includes(key)), `it may have ${TOP.join(', ')} only.`],
    [Object.keys(face).some((key) => !INTERFACE.includes(key)), `its interface may have ${INTERFACE.join(', ')} only.`],
    [!isText(face['display_name'], 1, LONGEST_DISPLAY_NAME), `display_name has to be text of 1 to ${LONGEST_DISPLAY_NAME} characters.`],
    [!isText(face['short_description'], SHORT.least, SHORT.most), `short_description has ${short} characters; it needs ${SHORT.least} to ${SHORT.most}.`],
    [face['default_prompt'] !== undefined && !isText(face['default_prompt'], 1, 1024), 'default_prompt has to be text.'],
    [face['brand_color'] !== undefined && !/^#[0-9a-fA-F]{6}$/.test(String(face['brand_color'])), 'brand_color has to be of the form "#RRGGBB".'],
    [['icon_small', 'icon_large'].some((icon) => face[icon] !== undefined && !isAsset(root, face[icon])), 'its icons have to be files below assets/.'],
    [policy['allow_implicit_invocation'] !== undefined && typeof policy['allow_implicit_invocation'] !== 'boolean', 'allow_implicit_invocation has to be true or false.'],
  ];
  return checks.filter(([wrong]) => wrong).map(([, what]) => bad(what));
}

/** @param {string} what @returns {Problem} */
const bad = (what) => ({ code: 'bad_card', message: `agents/openai.yaml: ${what} Make it anew with card.mjs.` });

/** @param {unknown} value @returns {Record<string, unknown>} */
function mapOf(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? /** @type {Record<string, unknown>} */ (value) : {};
}

/** @param {unknown} value @param {number} least @param {number} most */
function isText(value, least, most) {
  if (typeof value !== 'string') return false;
  const length = [...value.trim()].length;
  return length >= least && length <= most;
}
