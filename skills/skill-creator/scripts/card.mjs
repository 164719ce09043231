/**
 * The card of a skill for people, agents/openai.yaml, made from its SKILL.md.
 *   node card.mjs FOLDER [--short "25 to 64 characters"] [--prompt TEXT] [--color #RRGGBB] [--icon assets/icon.png] [--only-when-asked] [--print]
 */
import { cardOf, writeCard } from './rules/card.mjs';
import { run, wordsOf } from './rules/command-line.mjs';

run(() => {
  const { plain, options } = wordsOf(process.argv.slice(2), { texts: ['short', 'prompt', 'color', 'icon'], flags: ['only-when-asked', 'print'] });
  const [folder] = plain;
  if (folder === undefined || plain.length > 1) throw new Error('Usage: node card.mjs FOLDER [--short TEXT] [--prompt TEXT] [--color #RRGGBB] [--icon assets/FILE] [--only-when-asked] [--print]');
  const { short, prompt, color, icon } = options;
  const chosen = {
    ...(typeof short === 'string' && { short }),
    ...(typeof prompt === 'string' && { prompt }),
    ...(typeof color === 'string' && { color }),
    ...(typeof icon === 'string' && { icon }),
    onlyWhenAsked: options['only-when-asked'] === true,
  };
  if (options['print'] === true) process.stdout.write(cardOf(folder, chosen));
  else process.stdout.write(`Written: ${writeCard(folder, chosen)}\n`);
  return true;
});
