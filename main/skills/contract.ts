/**
 * What the parts of main/skills ask of one another. `library.ts` finds and lists, `trust/` knows what the
 * person has trusted, `run/` starts programs, `skill-tool.ts` is the model's one door to all of it,
 * `runtime.ts` puts them together for one session.
 */
import type { ErrorCode } from '../../preload/contract/envelope';
import type { Language } from '../../preload/contract/settings';
import type { IsolationFact } from '../tools/tool';
import type { Skill, SkillList, SkillProblem } from './skill';

/** Implemented by `trust/` (`createSkillTrust(dataFolder)`); one for the whole app. Synchronous: the library looks before each turn. */
export interface SkillTrust {
  /**
   * A look at all files of an outside skill's folder: the hash of names, modes and contents, or why the
   * folder is refused whole (a link out, `..`, a device, too much). Cheap when nothing changed (by size and times).
   */
  inspect(folder: string): { hash: string; refused: null } | { hash: null; refused: SkillProblem };
  /** What the person has said of these contents under this name and folder. */
  stateOf(skill: Pick<Skill, 'name' | 'folder' | 'source' | 'hash'>): 'trusted' | 'untrusted' | 'changed';
  /** The person has seen exactly these contents and said yes. */
  trust(skill: Pick<Skill, 'name' | 'folder' | 'source' | 'hash'>): void;
  distrust(skill: Pick<Skill, 'name' | 'folder' | 'source'>): void;
  /** Right before a start: whether the folder's bytes, read anew, still are what was trusted. */
  stillTrusted(skill: Skill): boolean;
  /** Why what is kept of the person's trust can't be relied on, so that nothing is trusted; null when it can. To be told. */
  problem(): string | null;
}

/** Implemented by `library.ts`; one for the whole app. The page lists, enables and trusts through it. */
export interface SkillLibrary {
  /** What the folders hold now. Looks at them, and reads again only what changed. `workspace` adds the project's skills. Never throws. */
  look(workspace: string | null): SkillList;
  setEnabled(name: string, enabled: boolean): void;
  /** Trusts what `look` showed; throws when the folder's contents have another hash by now. */
  trust(name: string, hash: string, workspace: string | null): void;
  distrust(name: string, workspace: string | null): void;
  /** The Markdown of SKILL.md below its front matter, read now. Throws when it can't be. */
  body(skill: Skill): string;
  /** Everything in its folder, relative, for the page and for the list of resources. At most `most`. */
  files(skill: Skill, most?: number): { path: string; bytes: number }[];
  /** Names of the skills used last, newest first; the catalogue lists these whole when there are many. */
  recent(): readonly string[];
  used(name: string): void;
  /** `<data folder>/skills`: where an import puts a new folder. */
  readonly importFolder: string;
}

/** One call, arguments already coerced and checked by the schema. */
export interface ProgramCall {
  skill: Skill;
  args: Readonly<Record<string, unknown>>;
  /** A stop, or the timeout of the Skill tool: the program ends, with all that it started. */
  signal: AbortSignal;
  progress(text: string, fraction: number | null): void;
}

/** A program's answer, read whole and checked; `files` and picture paths are absolute. */
export type ProgramAnswer = (
  | { status: 'ok'; result: unknown; text?: string; files?: string[]; images?: { path: string }[] }
  | { status: 'error'; code: ErrorCode; message: string; hint: string }
) & {
  /** The end of what it wrote to standard error, for whoever mends it. */
  diagnostics?: string;
};

/**
 * Implemented by `run/` (`createSkillRunner(options)`); one for each session. It starts programs (cage,
 * environment, timeout and memory of the declaration, output checked) and keeps those that are to be kept.
 * The queue, the rate limit and task ids are the Skill tool's.
 */
export interface SkillRunner {
  /** The command line as it will run, for the gate and the dialog. No effect. */
  commandLine(skill: Skill): string;
  /** How far its program will be kept from the rest of the machine, for the gate and the dialog; null for bundled ones. */
  isolation(skill: Skill, args?: Readonly<Record<string, unknown>>): Promise<IsolationFact | null>;
  /** Never rejects: exceptions, bad output and timeouts are error answers. Looks at the trust once more itself. */
  call(call: ProgramCall): Promise<ProgramAnswer>;
  /** A call of it is about to be judged: what takes long to start may start meanwhile. Nothing of the skill itself does. */
  expect(skill: Skill): void;
  /** The skills offered from now on: starts those that watch, ends kept programs of those that are gone or changed. */
  offered(skills: readonly Skill[]): void;
  /** Ends every program of the session. */
  dispose(): void;
}

/** What a session gives the runner; `run/` adds how bundled programs are forked. */
export interface SkillRunnerOptions {
  trust: SkillTrust;
  /** Absolute. */
  workspace: string;
  dataFolder: string;
  language(): Language;
  /** The process's own environment, and the secrets a bundled skill may ask for by name. */
  environment: Readonly<Record<string, string | undefined>>;
  /** A watching skill has something to say. */
  notice(skill: string, code: string, text: string): void;
}
