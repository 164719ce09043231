/**
 * Makes the folder of a new skill: SKILL.md with places to fill in, what else was chosen, and its card.
 *   node init.mjs FOLDER --description "What it does. Use it when …" [--with scripts,references,assets,program]
 * The folder's name is the skill's. Nothing is written over.
 */
import { run, wordsOf } from './rules/command-line.mjs';
import { initSkill, PARTS } from './rules/new-skill.mjs';

run(() => {
  const { plain, options } = wordsOf(process.argv.slice(2), { texts: ['description', 'with'], flags: [] });
  const [folder] = plain;
  if (folder === undefined || plain.length > 1 || typeof options['description'] !== 'string') {
    throw new Error(`Usage: node init.mjs FOLDER --description "What it does. Use it when …" [--with ${PARTS.join(',')}]`);
  }
  const parts = String(options['with'] ?? '').split(',').map((part) => part.trim()).filter((part) => part !== '');
  process.stdout.write(`${initSkill(folder, options['description'], parts).join('\n')}\nNow fill in each [TODO …], then run validate.mjs.\n`);
  return true;
});
