import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkCard } from './check-card.mjs';
import { checkSkillFile, partsOf } from './front-matter.mjs';
import { checkProgram } from './check-program.mjs';
import { PLACE } from './templates.mjs';

/** @typedef {import('./front-matter.mjs').Problem} Problem */

/** A reference with more lines begins with a list of its contents. */
const LINES_WITHOUT_CONTENTS = 100;
/** More files belong into an archive, not into a skill. */
const MOST_FILES = 1000;
/** Files for people that stand beside a skill elsewhere; here SKILL.md says everything. */
const BESIDE = /^(readme|changelog|history|contributing|install(ation)?|quick[-_]?start)(\.\w+)?$/i;

/**
 * @param {string} folder
 * @returns {Problem[]} empty when all is in order
 */
export function validateSkill(folder) {
  const root = path.resolve(folder);
  if (!existsSync(root) || !lstatSync(root).isDirectory()) return [{ code: 'no_folder', message: `${root} is not a folder.` }];
  const files = filesOf(root);
  if ('problem' in files) return [files.problem];
  if (!files.all.includes('SKILL.md')) return [{ code: 'no_skill_file', message: 'There is no SKILL.md in the folder (written exactly so).' }];
  const text = readFileSync(path.join(root, 'SKILL.md'), 'utf8');
  return [
    ...checkSkillFile(path.basename(root), text),
    ...placeholders(root, files.all),
    ...links(root, partsOf(text)?.body ?? ''),
    ...references(root, files.all),
    ...files.all.filter((file) => BESIDE.test(file)).map((file) => ({ code: 'file_beside', message: `${file} is read by no one: what matters belongs into SKILL.md, the rest out of the folder.` })),
    ...checkProgram(root, files.all),
    ...checkCard(root),
  ];
}

/** All files, relative with slashes. @param {string} root @returns {{ all: string[] } | { problem: Problem }} */
function filesOf(root) {
  /** @type {string[]} */
  const all = [];
  const folders = [''];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isSymbolicLink()) return { problem: { code: 'link', message: `${name} is a link. A skill holds its files itself.` } };
      if (entry.isDirectory()) {
        if (entry.name === 'node_modules' || entry.name === '.git') return { problem: { code: 'foreign_folder', message: `${name} does not belong into a skill.` } };
        folders.push(name);
      } else if (entry.isFile()) all.push(name);
      else return { problem: { code: 'special_file', message: `${name} is neither a file nor a folder.` } };
      if (all.length > MOST_FILES) return { problem: { code: 'too_many_files', message: `There are more than ${MOST_FILES} files.` } };
    }
  }
  return { all: all.sort() };
}

/** Places of the template that nobody has filled in. @param {string} root @param {string[]} files @returns {Problem[]} */
function placeholders(root, files) {
  return files
    .filter((file) => /^(SKILL\.md|schema\.json|run\.\w+|(references|scripts)\/.+\.(md|m?js|py|sh|json))$/.test(file))
    .flatMap((file) => {
      const line = readFileSync(path.join(root, file), 'utf8').split('\n').findIndex((text) => text.includes(`[${PLACE}: `));
      return line < 0 ? [] : [{ code: 'placeholder_left', message: `${file}, line ${line + 1}: the template’s [${PLACE} …] is still there.` }];
    });
}

/** Files that the body links must be in the folder. @param {string} root @param {string} body @returns {Problem[]} */
function links(root, body) {
  const plain = body.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '');
  return [...plain.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)].flatMap(([, target = '']) => {
    if (/^([a-z][a-z0-9+.-]*:|#|\/\/)/i.test(target)) return [];
    const file = path.resolve(root, decode(target.replace(/[#?].*$/, '')));
    if (file !== root && !file.startsWith(root + path.sep)) return [{ code: 'link_out', message: `The link “${target}” leads out of the folder.` }];
    return existsSync(file) ? [] : [{ code: 'link_broken', message: `The link “${target}” leads to no file.` }];
  });
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} root @param {string[]} files @returns {Problem[]} */
function references(root, files) {
  const body = readFileSync(path.join(root, 'SKILL.md'), 'utf8');
  return files
    .filter((file) => file.startsWith('references/'))
    .flatMap((file) => {
      /** @type {Problem[]} */
      const problems = [];
      if (!body.includes(file)) problems.push({ code: 'reference_not_linked', message: `SKILL.md does not name ${file}, so nobody will read it.` });
      if (!file.endsWith('.md')) return problems;
      const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
      const lists = lines.slice(0, 30).filter((line) => /^\s*([-*+]|\d+[.)])\s+\S/.test(line)).length;
      if (lines.length > LINES_WITHOUT_CONTENTS && lists < 2) problems.push({ code: 'no_contents', message: `${file} has ${lines.length} lines and no list of its contents at the top.` });
      return problems;
    });
}
