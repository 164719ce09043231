import path from 'node:path';
import type { Language } from '../../../preload/contract/settings';
import type { SkillMay, SkillView, SkillsPage } from '../../../preload/contract/skills';
import { say } from '../../locales/say';
import { valueInWords } from '../effect-of';
import type { Lessons } from '../learning/lessons';
import type { Skill, SkillEffect, SkillList, SkillProblem } from '../skill';

const SECRET = /KEY|TOKEN|SECRET|PASSWORD/;
const RANK: readonly SkillEffect[] = ['observe', 'reversible', 'risky', 'consequential'];

interface ViewContext {
  importFolder: string;
  lessons: Lessons;
  language: Language;
}

/** What the folders hold, as the page shows it. */
export function pageOf({ skills, notLoaded }: SkillList, problem: string, context: ViewContext): SkillsPage {
  return {
    skills: skills.map((skill) => viewOf(skill, context)),
    not_loaded: notLoaded.map(({ name, folder, source, problem: why }) => ({ name, folder, source, why: words(why, context.language), removable: removable(folder, context.importFolder) })),
    problem,
  };
}

function viewOf(skill: Skill, { importFolder, lessons, language }: ViewContext): SkillView {
  const { name, description, source, state, folder, card, program, warnings, allowedTools } = skill;
  const learned = (['description', 'example'] as const).flatMap((kind) => lessons.current(name, kind) ?? []);
  return {
    name,
    title: card.displayName,
    description,
    source,
    state,
    folder,
    removable: source === 'person' ? removable(folder, importFolder) : null,
    may: mayOf(skill),
    schema: program ? { ...program.schema } : null,
    warnings: warnings.map((warning) => words(warning, language)),
    allowed_tools: allowedTools,
    // A lesson about words that the skill no longer has is not in force.
    learned: learned.filter(({ kind, after }) => kind === 'example' || after === description).map(({ kind, before, after, reasons, by_model }) => ({ kind, before, after, reasons, by_model })),
  };
}

/** One from outside is taken for risky at least, whatever it says of itself. */
function mayOf({ program, source }: Skill): SkillMay | null {
  if (!program) return null;
  const { declaration } = program;
  const taken = (effect: SkillEffect): SkillEffect => (source === 'bundled' || RANK.indexOf(effect) > RANK.indexOf('risky') ? effect : 'risky');
  const paths = Object.entries(declaration.paths);
  const levels = declaration.effects.flatMap(({ argument, levels: each }, index) => Object.entries(each).map(([value, level]): [string, SkillEffect] => [valueInWords(argument, value, index), level]));
  return {
    effect: taken(declaration.effect),
    by_action: RANK.flatMap((effect) => {
      const values = levels.filter(([, level]) => taken(level) === effect).map(([value]) => value);
      return values.length > 0 ? [{ effect, values }] : [];
    }),
    network: [...declaration.network],
    reads: paths.filter(([, use]) => use === 'read').map(([argument]) => argument),
    writes: paths.filter(([, use]) => use === 'write').map(([argument]) => argument),
    // A display's name is given too, and is none of anybody's secrets.
    secrets: source === 'bundled' ? declaration.environment.filter((name) => SECRET.test(name)) : [],
    untrusted: declaration.untrusted,
    watches: declaration.watch,
  };
}

function removable(folder: string, importFolder: string): string | null {
  const relative = path.relative(importFolder, folder);
  return relative !== '' && !relative.startsWith('..') && !relative.includes(path.sep) ? relative : null;
}

function words({ code, values }: SkillProblem, language: Language): string {
  return say(language, `skills.problem.${code}`, values);
}
