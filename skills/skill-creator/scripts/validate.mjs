/**
 * Checks a skill's folder by all rules for a new skill.
 *   node validate.mjs FOLDER [--json]
 * Prints each problem; exit code 0 when there is none.
 */
import { run, wordsOf } from './rules/command-line.mjs';
import { validateSkill } from './rules/skill-folder.mjs';

run(() => {
  const { plain, options } = wordsOf(process.argv.slice(2), { texts: [], flags: ['json'] });
  const [folder] = plain;
  if (folder === undefined || plain.length > 1) throw new Error('Usage: node validate.mjs FOLDER [--json]');
  const problems = validateSkill(folder);
  if (options['json'] === true) process.stdout.write(`${JSON.stringify(problems)}\n`);
  else process.stdout.write(problems.length === 0 ? 'In order.\n' : problems.map(({ code, message }) => `${code}: ${message}\n`).join(''));
  return problems.length === 0;
});
