import { requiredNames } from './arguments';
import type { Skill } from './skill';

/** Up to here all are listed; more are searched (S4). */
const LISTED_WHOLE = 20;
/** Of many, those used last that are listed beside the bundled ones. */
const RECENT_LISTED = 6;
const FOUND = 8;
/** Characters of a description from outside; longer ones would push the others aside. */
const LONGEST_DESCRIPTION = 300;

/** What the model is told of the skills, in L2; empty when there are none. Over `most` characters only names are told. */
export function catalogueText(skills: readonly Skill[], recent: readonly string[], waiting: readonly string[], most = Infinity): string {
  const offered = skills.filter(({ card }) => card.implicit).sort((a, b) => (a.name < b.name ? -1 : 1));
  const many = offered.length > LISTED_WHOLE;
  const last = new Set(recent.slice(0, RECENT_LISTED));
  const listed = many ? offered.filter(({ source, name }) => source === 'bundled' || last.has(name)) : offered;
  const rest = offered.length - listed.length;
  const lines = [
    ...(listed.length > 0 ? ['Through the tool Skill; names in brackets are required arguments.', ...listed.map(line)] : []),
    ...(rest > 0 ? [`${rest} more: find them with Skill {"name": "?", "args": {"query": "what it should do"}}.`] : []),
    ...(waiting.length > 0 ? [`Not trusted by the person yet, so not usable: ${waiting.slice(0, 10).join(', ')}${waiting.length > 10 ? ` and ${waiting.length - 10} more` : ''}.`] : []),
  ];
  const text = lines.length > 0 ? ['# Skills', ...lines].join('\n') : '';
  if (text.length <= most) return text;
  return `# Skills\nThrough the tool Skill: ${listed.map(({ name }) => name).join(', ')}. What each does: Skill {"name": "?", "args": {"query": "what it should do"}}.`.slice(0, most);
}

/** A skill in one line: what it is called with, and what for. */
export function line({ name, description, program }: Skill): string {
  const needed = program ? requiredNames(program.schema) : [];
  return `- ${name}${needed.length > 0 ? `(${needed.join(', ')})` : ''}: ${plain(description)}`;
}

/** The skills that fit the words best, best first. */
export function searchSkills(skills: readonly Skill[], query: string): Skill[] {
  const wanted = wordsOf(query);
  const ranked = skills.map((skill) => ({ skill, score: score(skill, wanted) })).filter((one) => one.score > 0);
  return ranked.sort((a, b) => b.score - a.score || (a.skill.name < b.skill.name ? -1 : 1)).slice(0, FOUND).map(({ skill }) => skill);
}

/** A word in the name says more than one in the description, a whole word more than a part. */
function score({ name, description, card }: Skill, wanted: readonly string[]): number {
  const inName = new Set(wordsOf(name));
  const inText = new Set(wordsOf(`${description} ${card.displayName} ${card.shortDescription}`));
  const isPartOf = (words: ReadonlySet<string>, word: string): boolean => word.length > 2 && [...words].some((one) => one.startsWith(word) || (one.length > 2 && word.startsWith(one)));
  return wanted.reduce((sum, word) => sum + (inName.has(word) ? 6 : isPartOf(inName, word) ? 3 : 0) + (inText.has(word) ? 2 : isPartOf(inText, word) ? 1 : 0), 0);
}

/** Words in small letters; writing without blanks by pairs of characters. */
function wordsOf(text: string): string[] {
  return [...text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].flatMap(([word]) => {
    if (!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) return [word];
    const characters = [...word];
    return characters.length === 1 ? characters : characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
  });
}

/** No tags, no second line: a description can't pass for something else. */
function plain(description: string): string {
  const text = description.replace(/[<>]/g, '').replace(/\s+/g, ' ').trim();
  return text.length > LONGEST_DESCRIPTION ? `${[...text].slice(0, LONGEST_DESCRIPTION).join('')}…` : text;
}
