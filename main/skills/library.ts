import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { SkillChoices } from './choices';
import type { SkillLibrary, SkillTrust } from './contract';
import { Discoverer, projectRoots, type Found, type SkillRoot } from './discover';
import { bodyOf } from './front-matter';
import { Loader, readPaper, type LoadedSkill } from './load';
import type { NotLoaded, Skill, SkillList, SkillProblem, SkillState } from './skill';

export interface LibraryOptions {
  /** dist/skills. */
  bundledFolder: string;
  dataFolder: string;
  trust: SkillTrust;
  /** Names of tools: no skill may be mistaken for one. */
  toolNames: readonly string[];
  /** Where `.agents/skills` of the person is; the home folder otherwise. */
  home?: string;
}

/** The contents of a skill are others than those that were shown. */
export class SkillChanged extends Error {
  constructor(readonly skill: string) {
    super(`The skill ${skill} was changed meanwhile, or is gone.`);
  }
}

/** All skills that can be found, with what the person decided about each. */
export function createSkillLibrary(options: LibraryOptions): SkillLibrary {
  const { trust, dataFolder } = options;
  const choices = new SkillChoices(dataFolder);
  const discoverer = new Discoverer();
  const loader = new Loader();
  /** A skill that nothing about has changed is the same object at each look. */
  const taken = new WeakMap<LoadedSkill, Skill>();
  const tools = new Set(options.toolNames.map(folded));
  const importFolder = path.join(dataFolder, 'skills');
  const fixedRoots: SkillRoot[] = [
    { folder: options.bundledFolder, source: 'bundled' },
    { folder: path.join(options.home ?? homedir(), '.agents', 'skills'), source: 'person' },
    { folder: importFolder, source: 'person' },
  ];

  const look = (workspace: string | null): SkillList => {
    const { found, cut } = discoverer.find([...fixedRoots, ...(workspace === null ? [] : projectRoots(workspace))]);
    const { disabled } = choices.current();
    const skills: Skill[] = [];
    const notLoaded = [...cut];
    const bundled = new Set(found.filter(({ source }) => source === 'bundled').map(({ folder }) => folded(path.basename(folder))));
    const names = new Map<string, Skill>();
    for (const one of found) {
      const skill = take(one);
      if ('problem' in skill) {
        notLoaded.push({ folder: one.folder, name: skill.name, source: one.source, problem: skill.problem });
        continue;
      }
      names.set(skill.name, skill);
      skills.push(skill);
    }
    loader.keepOnly(new Set(found.map(({ folder }) => folder)));
    return { skills, notLoaded };

    function take(one: Found): Skill | Pick<NotLoaded, 'name' | 'problem'> {
      const inspected = one.source === 'bundled' ? { hash: 'bundled', refused: null } : inspect(one.folder);
      // What is refused whole is not read at all.
      if (inspected.refused !== null) return { name: path.basename(one.folder), problem: inspected.refused };
      // Our own files are only ever put anew as a whole, which shows in their folder.
      const loading = loader.load(one, one.source === 'bundled' ? one.stamp : inspected.hash);
      if ('problem' in loading) return loading;
      const { name, source, folder } = loading.ok;
      const other = names.get(name);
      if (tools.has(folded(name))) return { name, problem: { code: 'shadows_tool', values: { name } } };
      if (source !== 'bundled' && bundled.has(folded(name))) return { name, problem: { code: 'shadows_bundled', values: { name } } };
      if (other) return { name, problem: { code: 'duplicate', values: { name, other: other.folder } } };
      const state = stateOf({ name, folder, source, hash: inspected.hash }, disabled);
      const before = taken.get(loading.ok);
      if (before?.hash === inspected.hash && before.state === state) return before;
      const skill = { ...loading.ok, hash: inspected.hash, state };
      taken.set(loading.ok, skill);
      return skill;
    }
  };

  function inspect(folder: string): { hash: string; refused: null } | { hash: null; refused: SkillProblem } {
    try {
      return trust.inspect(folder);
    } catch (error) {
      return { hash: null, refused: { code: 'unreadable', values: { reason: error instanceof Error ? error.message : String(error) } } };
    }
  }

  function stateOf(skill: Pick<Skill, 'name' | 'folder' | 'source' | 'hash'>, disabled: readonly string[]): SkillState {
    const trusted = skill.source === 'bundled' ? 'trusted' : trust.stateOf(skill);
    if (trusted !== 'trusted') return trusted;
    return disabled.includes(skill.name) ? 'disabled' : 'ready';
  }

  const named = (name: string, workspace: string | null): Skill | undefined => look(workspace).skills.find((skill) => skill.name === name);

  return {
    look,
    setEnabled: (name, enabled) => choices.setEnabled(name, enabled),
    trust(name, hash, workspace) {
      const skill = named(name, workspace);
      if (!skill || skill.hash !== hash) throw new SkillChanged(name);
      trust.trust(skill);
    },
    distrust(name, workspace) {
      const skill = named(name, workspace);
      if (skill && skill.source !== 'bundled') trust.distrust(skill);
    },
    body: ({ folder }) => bodyOf(readPaper(folder, 'SKILL.md')),
    files: (skill, most = 500) => filesIn(skill.folder, most),
    recent: () => choices.current().recent,
    used: (name) => choices.used(name),
    importFolder,
  };
}

/** As two names look the same to whoever reads them quickly. */
function folded(name: string): string {
  return name.toLowerCase().replace(/-/g, '');
}

/** Links are not followed: what is behind one is none of the skill's. */
function filesIn(folder: string, most: number): { path: string; bytes: number }[] {
  const files: { path: string; bytes: number }[] = [];
  const pending = [''];
  while (pending.length > 0 && files.length < most) {
    const at = pending.shift() ?? '';
    const entries = entriesOf(path.join(folder, at));
    for (const entry of entries) {
      const inner = at ? `${at}/${entry.name}` : entry.name;
      if (entry.isDirectory()) pending.push(inner);
      else if (entry.isFile() && files.length < most) files.push({ path: inner, bytes: statSync(path.join(folder, inner), { throwIfNoEntry: false })?.size ?? 0 });
    }
  }
  return files;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
