import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { plainCard, readCard } from './card';
import { readDeclaration } from './declaration';
import type { Found } from './discover';
import { readFrontMatter } from './front-matter';
import type { Skill, SkillProblem, SkillProgram } from './skill';

/** Bytes of a paper that is read; more is no manual and no schema. */
const LONGEST = 512 * 1024;

/** Programs by the kind that runs them, in the order they are looked for. */
const PROGRAMS: readonly [name: string, kind: SkillProgram['kind']][] = [
  ['run.mjs', 'node'],
  ['run.js', 'node'],
  ['run.py', 'python'],
  ['run.sh', 'shell'],
];

/** A skill as its folder describes it: without what only the trust and the person decide. */
export type LoadedSkill = Omit<Skill, 'hash' | 'state'>;

export type Loading = { ok: LoadedSkill } | { name: string; problem: SkillProblem };

/** Reads skill folders, and reads one again only when it is another by its stamp. */
export class Loader {
  private known = new Map<string, { stamp: string; loading: Loading }>();

  /** `stamp` changes with the contents. Never throws: what can't be taken is a problem. */
  load(found: Found, stamp: string): Loading {
    const before = this.known.get(found.folder);
    if (before?.stamp === stamp) return before.loading;
    const loading = attempt(found);
    this.known.set(found.folder, { stamp, loading });
    return loading;
  }

  /** Forgets folders that are gone. */
  keepOnly(folders: ReadonlySet<string>): void {
    for (const folder of this.known.keys()) if (!folders.has(folder)) this.known.delete(folder);
  }
}

function attempt(found: Found): Loading {
  const folderName = path.basename(found.folder);
  try {
    const text = readPaper(found.folder, 'SKILL.md');
    const matter = readFrontMatter(folderName, text);
    if ('fault' in matter) return { name: folderName, problem: { code: matter.fault, values: {} } };
    const { name, description, license, compatibility, allowedTools } = matter.ok;
    const warnings: SkillProblem[] = matter.ok.warnings.map((code) => ({ code, values: {} }));
    const program = programOf(found, warnings);
    const card = cardOf(found, name, description, warnings);
    const { folder, source } = found;
    return { ok: { name, description, folder, source, program, card, license, compatibility, allowedTools, warnings } };
  } catch (error) {
    if (error instanceof TooLarge) return { name: folderName, problem: { code: 'too_large', values: { file: error.file, limit: LONGEST / 1024 } } };
    return { name: folderName, problem: { code: 'unreadable', values: { reason: reasonOf(error) } } };
  }
}

/** The program with the schema of its arguments; half of it makes a skill that can only be followed, and that is said. */
function programOf(found: Found, warnings: SkillProblem[]): SkillProgram | null {
  const program = PROGRAMS.find(([name]) => found.names.includes(name));
  if (!found.names.includes('schema.json')) {
    if (program) warnings.push({ code: 'no_schema', values: {} });
    return null;
  }
  if (!program) {
    warnings.push({ code: 'no_program', values: {} });
    return null;
  }
  try {
    const { schema, declaration } = readDeclaration(readPaper(found.folder, 'schema.json'));
    const [name, kind] = program;
    return { schema, declaration, file: path.join(found.folder, name), kind: found.source === 'bundled' ? 'bundled' : kind };
  } catch (error) {
    warnings.push({ code: 'bad_schema', values: { reason: reasonOf(error) } });
    return null;
  }
}

function cardOf(found: Found, name: string, description: string, warnings: SkillProblem[]): Skill['card'] {
  try {
    const file = path.join(found.folder, 'agents', 'openai.yaml');
    if (!found.names.includes('agents') || !statSync(file, { throwIfNoEntry: false })) return plainCard(name, description);
    return readCard(readPaper(found.folder, 'agents/openai.yaml'), found.folder, name, description);
  } catch (error) {
    warnings.push({ code: 'bad_card', values: { reason: reasonOf(error) } });
    return plainCard(name, description);
  }
}

class TooLarge extends Error {
  constructor(readonly file: string) {
    super(`${file} is too large`);
  }
}

/** One paper of a skill. Throws when it is no file, or too large for one. */
export function readPaper(folder: string, name: string): string {
  const file = path.join(folder, name);
  const stats = statSync(file);
  // A pipe or a device would be waited for without end.
  if (!stats.isFile()) throw new Error(`${name} is not a file`);
  if (stats.size > LONGEST) throw new TooLarge(name);
  return readFileSync(file, 'utf8');
}

/** The first line of what went wrong, short. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n')[0] ?? '').slice(0, 200);
}
