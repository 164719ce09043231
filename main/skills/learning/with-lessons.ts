import type { SkillLibrary } from '../contract';
import type { JsonSchema, Skill } from '../skill';
import type { KeptLessons, Lessons } from './lessons';

/**
 * The library as the person's accepted lessons have it: descriptions in their new words, and an example
 * in the manual and at each argument. A lesson counts only for the words it was about: when a skill
 * describes itself otherwise by now, its own words stand.
 */
export function withLessons(library: SkillLibrary, lessons: Lessons): SkillLibrary {
  return {
    ...library,
    look(workspace) {
      const list = library.look(workspace);
      const kept = lessons.now();
      return { ...list, skills: list.skills.map((skill) => taught(skill, kept)) };
    },
    body(skill) {
      const body = library.body(skill);
      const example = lessons.current(skill.name, 'example');
      return example && skill.program ? `${body.trimEnd()}\n\n## An example that worked\n\nSkill {"name": "${skill.name}", "args": ${example.after}}\n` : body;
    },
  };
}

function taught(skill: Skill, lessons: KeptLessons): Skill {
  const words = lessons.current(skill.name, 'description');
  const example = lessons.current(skill.name, 'example');
  const described = words && isAbout(skill, words.skill, lessons) ? { ...skill, description: words.after } : skill;
  if (!example || !skill.program) return described;
  return { ...described, program: { ...skill.program, schema: withExamples(skill.program.schema, argumentsOf(example.after)) } };
}

/** The first lesson was about the skill's own words, each later one about those of the lesson before. */
function isAbout(skill: Skill, name: string, lessons: KeptLessons): boolean {
  const history = lessons.of(name).filter(({ kind, reverted }) => kind === 'description' && reverted === null);
  return history.length > 0 && chainStart(history) === skill.description;
}

function chainStart(history: readonly { before: string; after: string }[]): string {
  let { before } = history[history.length - 1] ?? { before: '' };
  for (const lesson of [...history].reverse().slice(1)) if (lesson.after === before) before = lesson.before;
  return before;
}

function withExamples(schema: JsonSchema, example: Readonly<Record<string, unknown>>): JsonSchema {
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return schema;
  const shown = Object.entries(properties as Record<string, Record<string, unknown>>).map(([name, property]) => {
    const value = example[name];
    const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
    return [name, isPlain ? { ...property, description: `${String(property['description'] ?? '')} Worked before: ${JSON.stringify(value)}`.trim() } : property];
  });
  return { ...schema, properties: Object.fromEntries(shown) as Record<string, unknown> };
}

function argumentsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
