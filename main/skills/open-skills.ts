import { homedir } from 'node:os';
import path from 'node:path';
import type { RunEvent } from '../../preload/contract/run-event';
import type { Language } from '../../preload/contract/settings';
import { readDotEnv, type Environment } from '../store/environment';
import { coreTools } from '../tools/core-tools';
import type { SkillLibrary, SkillTrust } from './contract';
import { createSkillLibrary } from './library';
import type { Bootstrap } from './run/spare-child';
import { createSkillRunner } from './run/runner';
import { createSkillRuntime, type SkillRuntime } from './runtime';
import { createSkillTrust } from './trust/skill-trust';

export interface SkillsOptions extends Bootstrap {
  /** dist/skills. */
  bundledFolder: string;
  dataFolder: string;
  environment: Environment;
  language(): Language;
  /** Changes what the library says (lessons that the person accepted). */
  taught?(library: SkillLibrary): SkillLibrary;
}

export interface SessionSkills {
  /** Absolute. */
  workspace: string;
  /** Why Observe and Computer are not offered; null when they are. */
  noDesktop: string | null;
  /** Where a watching skill's warning goes while no run is active. */
  tell?(event: RunEvent): void;
}

/** All skills of the app or of a command line: one library, one trust, a runtime for each session. */
export interface Skills {
  readonly library: SkillLibrary;
  readonly trust: SkillTrust;
  /** Folders of skills that no tool may write. */
  readonly protectedFolders: readonly string[];
  /** What skills are given and no request, log or trace may hold. */
  secrets(workspace: string): string[];
  forSession(session: SessionSkills): SkillRuntime;
}

/** Secrets that skills use and that may stand in `.env`, of the working folder or of the data folder. */
const SECRETS = ['TAVILY_API_KEY'] as const;

export function openSkills(options: SkillsOptions): Skills {
  const { dataFolder, bundledFolder, language, fork, bootstrap, ahead = false } = options;
  const secretsIn = (workspace: string): Environment => secretsOf(options.environment, [workspace, dataFolder]);
  const trust = createSkillTrust(dataFolder);
  const toolNames = [...coreTools.map(({ name }) => name), 'Skill', 'Observe', 'Computer'];
  const found = createSkillLibrary({ bundledFolder, dataFolder, trust, toolNames });
  const library = options.taught?.(found) ?? found;
  return {
    library,
    trust,
    protectedFolders: [path.join(homedir(), '.agents', 'skills')],
    secrets: (workspace) => Object.values(secretsIn(workspace)).filter((value) => value !== undefined),
    forSession: ({ workspace, noDesktop, tell }) =>
      createSkillRuntime({
        library,
        trust,
        workspace,
        language,
        unusable: noDesktop === null ? {} : { 'desktop-control': noDesktop },
        startRunner: (notice) =>
          createSkillRunner({ trust, workspace, dataFolder, language, notice, fork, bootstrap, ahead, environment: { ...options.environment, ...secretsIn(workspace) } }),
        ...(tell ? { tell } : {}),
      }),
  };
}

/** The environment wins, then the working folder's `.env`. Only secrets come from there: a project must not say where they are sent. */
function secretsOf(environment: Environment, folders: readonly string[]): Environment {
  const files = folders.map(readDotEnv);
  return Object.fromEntries(SECRETS.flatMap((name) => {
    const value = [environment, ...files].map((one) => one[name]?.trim()).find((one) => one);
    return value ? [[name, value]] : [];
  }));
}
