import { readFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {import('./front-matter.mjs').Problem} Problem */

const PROGRAM = /^run\.(mjs|js|py|sh|ts)$/;
const EFFECTS = ['observe', 'reversible', 'risky', 'consequential'];

/** schema.json and run.* of a callable skill; one without both is only read. @param {string} root @param {string[]} files @returns {Problem[]} */
export function checkProgram(root, files) {
  const programs = files.filter((file) => PROGRAM.test(file));
  const hasSchema = files.includes('schema.json');
  if (!hasSchema && programs.length === 0) return [];
  if (!hasSchema) return [{ code: 'no_schema', message: `There is ${programs[0] ?? 'a program'} but no schema.json, so it can’t be called.` }];
  /** @type {Problem[]} */
  const problems = [];
  if (programs.length === 0) problems.push({ code: 'no_program', message: 'There is a schema.json but no run.mjs, run.py or run.sh.' });
  if (programs.length > 1) problems.push({ code: 'two_programs', message: `There are ${programs.join(' and ')}; one is run.` });
  return [...problems, ...schemaProblems(readFileSync(path.join(root, 'schema.json'), 'utf8'))];
}

/** @param {string} text @returns {Problem[]} */
function schemaProblems(text) {
  /** @type {unknown} */
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return [bad(`it is no JSON (${error instanceof Error ? error.message : String(error)}).`)];
  }
  const schema = mapOf(parsed);
  const properties = mapOf(schema['properties']);
  const names = Object.keys(properties);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const declared = schema['x-deskwright'];
  /** @type {[boolean, string][]} */
  const checks = [
    [schema['type'] !== 'object', 'its root has to be of type "object".'],
    [schema['additionalProperties'] !== false, '"additionalProperties" has to be false, so that a misspelt argument is found.'],
    ...names.map((name) => /** @type {[boolean, string]} */ ([!isDescribed(properties[name]), `the argument “${name}” has no description (meaning, unit, range, an example).`])),
    ...required.map((name) => /** @type {[boolean, string]} */ ([!names.includes(String(name)), `“${String(name)}” is required but is no argument.`])),
    [declared !== undefined && !EFFECTS.includes(String(mapOf(declared)['effect'] ?? 'risky')), `x-deskwright.effect has to be one of ${EFFECTS.join(', ')}.`],
  ];
  return checks.filter(([wrong]) => wrong).map(([, what]) => bad(what));
}

/** @param {string} what @returns {Problem} */
const bad = (what) => ({ code: 'bad_schema', message: `schema.json: ${what}` });

/** @param {unknown} value @returns {Record<string, unknown>} */
function mapOf(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? /** @type {Record<string, unknown>} */ (value) : {};
}

/** @param {unknown} property */
function isDescribed(property) {
  const description = mapOf(property)['description'];
  return typeof description === 'string' && description.trim().length >= 3;
}
