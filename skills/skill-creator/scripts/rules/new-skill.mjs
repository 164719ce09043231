import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { displayName, writeCard } from './card.mjs';
import { checkSkillFile, isSkillName } from './front-matter.mjs';
import { programFile, referenceFile, schemaFile, scriptFile, skillFile } from './templates.mjs';

/** What a new skill can have besides SKILL.md. */
export const PARTS = ['scripts', 'references', 'assets', 'program'];

/**
 * @param {string} folder @param {string} description @param {string[]} parts of PARTS
 * @returns {string[]} the files that were written, absolute
 * @throws {Error} when the name or the description breaks a rule, or the folder is there already
 */
export function initSkill(folder, description, parts) {
  const root = path.resolve(folder);
  const name = path.basename(root);
  if (!isSkillName(name)) throw new Error(`“${name}” can’t be a skill’s name: lower-case letters, digits and single hyphens, 64 at most, a verb first where it can. Example: ${proposed(name)}`);
  const unknown = parts.filter((part) => !PARTS.includes(part));
  if (unknown.length > 0) throw new Error(`There is no part “${unknown.join(', ')}”; there are ${PARTS.join(', ')}.`);
  const text = skillFile(name, displayName(name), description.replace(/\s+/g, ' ').trim(), parts);
  const [problem] = checkSkillFile(name, text);
  if (problem) throw new Error(problem.message);
  if (existsSync(root)) throw new Error(`${root} is there already; nothing was changed.`);
  const files = { 'SKILL.md': text, ...filesFor(name, parts) };
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content, { flag: 'wx' });
  }
  if (parts.includes('assets')) mkdirSync(path.join(root, 'assets'), { recursive: true });
  return [...Object.keys(files).map((file) => path.join(root, file)), writeCard(root)];
}

/** @param {string} name @param {string[]} parts @returns {Record<string, string>} */
function filesFor(name, parts) {
  return {
    ...(parts.includes('scripts') && { 'scripts/step.mjs': scriptFile(name) }),
    ...(parts.includes('references') && { 'references/details.md': referenceFile(displayName(name)) }),
    ...(parts.includes('program') && { 'schema.json': schemaFile(), 'run.mjs': programFile() }),
  };
}

/** The nearest name that is one. @param {string} name */
function proposed(name) {
  const tidy = name.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 64).replace(/-+$/, '');
  return tidy === '' ? 'read-invoices' : tidy;
}
