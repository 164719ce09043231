import type { Language } from '../../../preload/contract/settings';
import type { SkillLesson } from '../../../preload/contract/skills';
import { say } from '../../locales/say';
import { requiredNames } from '../arguments';
import type { Skill } from '../skill';
import type { SkillUse } from './observe';

/** A description is in every request: a lesson may not make it long. Characters. */
const LONGEST_DESCRIPTION = 300;
const LONGEST_EXAMPLE = 600;
const MOST_SENTENCES = 3;

/** How often something must have happened before it is worth a word in every request. */
const OFTEN = 2;

type Described = Pick<Skill, 'name' | 'description' | 'program'>;

/** Whether a description keeps the standard's rules and is short enough for a catalogue. */
export function isFitDescription(text: string): boolean {
  const sentences = text.split(/[.!?。！？](?=\s|$)/).filter((part) => part.trim() !== '').length;
  return text.trim() !== '' && [...text].length <= LONGEST_DESCRIPTION && !/[<>\n]/.test(text) && sentences <= MOST_SENTENCES;
}

/** An example as it is kept: the arguments of one call as JSON, in one line. */
export function exampleText(args: Readonly<Record<string, unknown>>): string | null {
  const text = JSON.stringify(args);
  // A placeholder stands for something that must not be written down.
  return text.length <= LONGEST_EXAMPLE && !text.includes('[[') && text !== '{}' ? text : null;
}

/** Whether a text is an example as they are kept. */
export function isExample(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) && exampleText(value as Record<string, unknown>) !== null;
  } catch {
    return false;
  }
}

/** What could be said better of a skill, by rules; nothing where the traces show no fault that words could mend. */
export function proposeByRules(skill: Described, use: SkillUse, example: string, language: Language): SkillLesson[] {
  const lessons: SkillLesson[] = [];
  const mistakes = use.mistakes.length;
  const right = use.mistakes.flatMap((mistake) => (mistake.right && exampleText(mistake.right)) ?? []).at(-1);
  if (mistakes > 0 && right && right !== example) {
    const faults = [...new Set(use.mistakes.map(({ fault }) => fault))].slice(-3);
    lessons.push({ kind: 'example', before: example, after: right, reasons: [say(language, 'skills.learn.wrong', { count: mistakes }), ...faults], by_model: false });
  }
  const additions: { words: string; reason: string }[] = [];
  const [alias, asked] = most(use.misnamed);
  if (alias !== '' && !mentions(skill.description, alias)) additions.push({ words: `Also for “${alias}”`, reason: say(language, 'skills.learn.misnamed', { name: alias, count: asked }) });
  const required = skill.program ? requiredNames(skill.program.schema).filter((name) => !mentions(skill.description, name)) : [];
  if (mistakes >= OFTEN && required.length > 0) additions.push({ words: `Needs ${required.join(', ')}`, reason: say(language, 'skills.learn.wrong', { count: mistakes }) });
  const [other, times] = most(use.instead);
  if (use.abandoned >= OFTEN && times >= OFTEN && !mentions(skill.description, other)) additions.push({ words: `Not for what ${other} does`, reason: say(language, 'skills.learn.abandoned', { count: use.abandoned, other }) });
  const after = additions.length === 0 ? '' : withWords(skill.description, additions.map(({ words }) => words));
  if (isFitDescription(after)) lessons.push({ kind: 'description', before: skill.description, after, reasons: additions.map(({ reason }) => reason), by_model: false });
  return lessons;
}

/** The additions as one sentence more, so that the rule of three sentences is kept as far as it can be. */
function withWords(description: string, words: string[]): string {
  const whole = description.trim();
  return `${/[.!?。！？]$/.test(whole) ? whole : `${whole}.`} ${words.map((word, index) => (index === 0 ? word : word.charAt(0).toLowerCase() + word.slice(1))).join('; ')}.`;
}

function mentions(description: string, word: string): boolean {
  return description.toLowerCase().includes(word.toLowerCase());
}

function most(counts: ReadonlyMap<string, number>): [string, number] {
  return [...counts].reduce<[string, number]>((best, one) => (one[1] >= best[1] ? one : best), ['', 0]);
}
