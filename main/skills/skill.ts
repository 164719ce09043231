import type { Level } from '../../preload/contract/approval';
import type { LoadFault, LoadWarning } from './front-matter';

/** Who brought a skill: Deskwright itself, the person (`~/.agents/skills`, `<data folder>/skills`), or the project (`.agents/skills`). */
export type SkillSource = 'bundled' | 'person' | 'project';

/** How much a call of a skill may do, as its author says it. An outside skill is never taken for less than `risky`. */
export type SkillEffect = Exclude<Level, 'forbidden'>;

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** How much a call may do by the value of one argument. */
export interface EffectsBy {
  argument: string;
  levels: Readonly<Record<string, SkillEffect>>;
}

/** What a callable skill says of itself in `x-deskwright` of its schema.json; every field has a value here. */
export interface SkillDeclaration {
  effect: SkillEffect;
  /** By the values of arguments: the highest of those that are named counts instead of `effect`. Empty when it depends on none. */
  effects: readonly EffectsBy[];
  /** Arguments that are paths, and what is done there. */
  paths: Readonly<Record<string, 'read' | 'write'>>;
  /** Hosts that it reaches; `any` for all; none when empty. */
  network: readonly string[];
  /** Names of secrets that it needs; only a bundled skill gets any. */
  environment: readonly string[];
  /** Whether its result holds words of others. */
  untrusted: boolean;
  timeoutMs: number;
  memoryMb: number;
  /** Calls a minute; null when there is no limit of its own. */
  perMinute: number | null;
  /** Answers with a task id at once. */
  long: boolean;
  /** One process serves all calls of the session. */
  keep: boolean;
  /** Its process starts with the session and may send notices. */
  watch: boolean;
  /** A bundled skill that makes its own cage. */
  ownIsolation: boolean;
}

/** What makes a skill callable: the arguments it takes and the program that answers. */
export interface SkillProgram {
  /** Of the arguments, without `x-deskwright`. */
  schema: JsonSchema;
  declaration: SkillDeclaration;
  /** Absolute; what it is run by follows from `kind`. Bundled skills are always `bundled` (dist/skills/<name>/run.js). */
  file: string;
  kind: 'bundled' | 'node' | 'python' | 'shell';
}

/** `agents/openai.yaml`: how the skill is shown to people. */
export interface SkillCard {
  displayName: string;
  shortDescription: string;
  defaultPrompt: string | null;
  /** Absolute path inside the skill's folder. */
  icon: string | null;
  /** `#rrggbb`. */
  brandColor: string | null;
  /** False: not in the catalogue; the model uses it only when the person names it. */
  implicit: boolean;
}

/**
 * ready: the model may use it. disabled: the person switched it off. untrusted: from outside, not yet
 * trusted. changed: trusted, but its files are others now.
 */
export type SkillState = 'ready' | 'disabled' | 'untrusted' | 'changed';

/** A sentence for people by its key in main/locales/skills.ts: `say(language, `skills.problem.${code}`, values)`. */
export interface SkillProblem {
  code: SkillProblemCode;
  values: Readonly<Record<string, string | number>>;
}

export type SkillProblemCode =
  // What the standard's rules find, as a reason or as a warning.
  | LoadFault
  | LoadWarning
  // Why a folder is not loaded.
  | 'unreadable' | 'too_large'
  | 'shadows_bundled' | 'shadows_tool' | 'duplicate' | 'too_deep' | 'too_many'
  // Why an outside folder is refused whole; from `SkillTrust.inspect`.
  | 'link_out' | 'path_out' | 'too_many_files' | 'special_file'
  // What is amiss with a skill that is loaded all the same.
  | 'bad_schema' | 'no_program' | 'no_schema' | 'bad_card';

/** A skill that was found and read. Only those whose `state` is `ready` are told to the model. */
export interface Skill {
  name: string;
  description: string;
  /** Real path. */
  folder: string;
  source: SkillSource;
  /** SHA-256 (hex) of all that is in its folder, from `SkillTrust.inspect`; `bundled` for bundled ones. */
  hash: string;
  state: SkillState;
  /** Null: instructions only. */
  program: SkillProgram | null;
  card: SkillCard;
  license: string | null;
  compatibility: string | null;
  /** As its author wrote it. It grants nothing here. */
  allowedTools: string | null;
  /** What is amiss although it is loaded. */
  warnings: readonly SkillProblem[];
}

/** A folder with a SKILL.md that is not loaded, and why. */
export interface NotLoaded {
  folder: string;
  /** The folder's name, or the skill's where it could be read. */
  name: string;
  source: SkillSource;
  problem: SkillProblem;
}

/** What the folders hold right now. */
export interface SkillList {
  skills: readonly Skill[];
  notLoaded: readonly NotLoaded[];
}
