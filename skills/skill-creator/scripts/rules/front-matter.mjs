import { parseYaml, YamlProblem } from './yaml.mjs';

/** Limits of the standard, in characters and lines. */
export const LIMITS = { name: 64, description: 1024, compatibility: 500, sentences: 3, bodyLines: 500 };

const KEYS = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'];

/**
 * Something that is wrong: its code (the same that the app shows), and what to do about it.
 * @typedef {{ code: string, message: string }} Problem
 */

/** Lower-case letters, digits and single hyphens between them. @param {string} name */
export function isSkillName(name) {
  return name.length <= LIMITS.name && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
}

/**
 * The front matter and the body of a SKILL.md; null without the two lines of “---”.
 * @param {string} text @returns {{ yaml: string, body: string } | null}
 */
export function partsOf(text) {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const isRule = (/** @type {string | undefined} */ line) => line !== undefined && /^---[ \t]*$/.test(line);
  const end = lines.findIndex((line, index) => index > 0 && isRule(line));
  if (!isRule(lines[0]) || end < 0) return null;
  return { yaml: lines.slice(1, end).join('\n'), body: lines.slice(end + 1).join('\n') };
}

/**
 * Every problem that the standard has with a new SKILL.md in that folder; empty when it is in order.
 * @param {string} folder its name alone @param {string} text @returns {Problem[]}
 */
export function checkSkillFile(folder, text) {
  const parts = partsOf(text);
  if (!parts) return [{ code: 'no_front_matter', message: 'SKILL.md has to begin with “---”, the keys name and description, and “---” again.' }];
  const read = keysOf(parts.yaml);
  if ('problem' in read) return [{ code: 'bad_yaml', message: `The front matter can’t be read. ${read.problem}` }];
  const { name, description } = read.keys;
  return [...nameProblems(name, folder), ...descriptionProblems(description), ...otherProblems(read.keys), ...bodyProblems(parts.body)];
}

/** @param {string} yaml @returns {{ keys: Record<string, unknown> } | { problem: string }} */
export function keysOf(yaml) {
  try {
    const keys = parseYaml(yaml) ?? {};
    if (typeof keys !== 'object' || Array.isArray(keys)) return { problem: 'It has to be “key: value” lines.' };
    return { keys: /** @type {Record<string, unknown>} */ (keys) };
  } catch (error) {
    if (error instanceof YamlProblem) return { problem: error.message };
    throw error;
  }
}

/** @param {unknown} value */
const isNothing = (value) => value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** @param {unknown} text @param {number} most */
const isLonger = (text, most) => typeof text === 'string' && [...text.trim()].length > most;

/** @param {unknown} name @param {string} folder @returns {Problem[]} */
function nameProblems(name, folder) {
  if (isNothing(name)) return [{ code: 'no_name', message: `“name” is missing: write name: ${isSkillName(folder) ? folder : 'a-short-name'}` }];
  if (typeof name !== 'string' || !isSkillName(name)) {
    return [{ code: 'bad_name', message: `The name “${String(name)}” has to be lower-case letters, digits and single hyphens between them, ${LIMITS.name} at most.` }];
  }
  return name === folder ? [] : [{ code: 'name_not_folder', message: `The name “${name}” has to be the folder’s, “${folder}”.` }];
}

/** @param {unknown} description @returns {Problem[]} */
function descriptionProblems(description) {
  if (isNothing(description)) return [{ code: 'no_description', message: '“description” is missing: say what the skill does, when to use it, and when not.' }];
  if (typeof description !== 'string') return [{ code: 'bad_description', message: 'The description has to be text; put it into quotes.' }];
  const problems = [];
  if (isLonger(description, LIMITS.description)) problems.push({ code: 'description_too_long', message: `The description has more than ${LIMITS.description} characters; details belong into the body.` });
  if (/[<>]/.test(description)) problems.push({ code: 'description_angle_brackets', message: 'The description must have no angle brackets.' });
  if (sentences(description) > LIMITS.sentences) problems.push({ code: 'description_sentences', message: `The description has more than ${LIMITS.sentences} sentences.` });
  return problems;
}

/** A point ends a sentence before a capital letter; a full-width one always does. @param {string} text */
export function sentencesOf(text) {
  return text
    .split(/(?<=[.!?]["')\]]*)\s+(?=["'([]*\p{Lu})|(?<=[。！？])/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** @param {string} text */
const sentences = (text) => sentencesOf(text).length;

/** @param {Record<string, unknown>} keys @returns {Problem[]} */
function otherProblems(keys) {
  const { license, compatibility, metadata, 'allowed-tools': tools } = keys;
  /** @type {[boolean, string, string][]} */
  const checks = [
    [license !== undefined && typeof license !== 'string', 'bad_license', '“license” has to be text.'],
    [compatibility !== undefined && typeof compatibility !== 'string', 'bad_compatibility', '“compatibility” has to be text.'],
    [isLonger(compatibility, LIMITS.compatibility), 'compatibility_too_long', `“compatibility” has more than ${LIMITS.compatibility} characters.`],
    [metadata !== undefined && !isTextMap(metadata), 'bad_metadata', '“metadata” has to be names with texts; put numbers into quotes.'],
    [tools !== undefined && typeof tools !== 'string', 'bad_allowed_tools', '“allowed-tools” has to be one text, names with blanks between. It grants nothing here: the person’s approval decides.'],
  ];
  const problems = checks.filter(([wrong]) => wrong).map(([, code, message]) => ({ code, message }));
  const unknown = Object.keys(keys).filter((key) => !KEYS.includes(key));
  if (unknown.length > 0) problems.push({ code: 'unknown_key', message: `The standard doesn’t know ${unknown.map((key) => `“${key}”`).join(', ')}; it knows ${KEYS.join(', ')}. Own values go into metadata.` });
  return problems;
}

/** @param {unknown} value */
function isTextMap(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((item) => typeof item === 'string');
}

/** @param {string} body @returns {Problem[]} */
function bodyProblems(body) {
  if (body.trim() === '') return [{ code: 'body_empty', message: 'There is nothing below the front matter: write down how the work is done.' }];
  const lines = body.trimEnd().split('\n').length;
  return lines >= LIMITS.bodyLines ? [{ code: 'body_too_long', message: `The body has ${lines} lines, it must have fewer than ${LIMITS.bodyLines}: move details into references/.` }] : [];
}
