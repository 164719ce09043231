import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SkillTrust } from './contract';
import { createSkillLibrary } from './library';
import { FolderInspector } from './trust/folder-hash';

/** Writes files of a skill: `SKILL.md` in full, or as a description. */
export function writeSkill(parent: string, name: string, description: string, files: Record<string, string> = {}): string {
  const folder = path.join(parent, name);
  mkdirSync(folder, { recursive: true });
  const all: Record<string, string> = { 'SKILL.md': `---\nname: ${name}\ndescription: ${description}\n---\n# ${name}\n\nDo it like this.\n`, ...files };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return realpathSync(folder);
}

/** A trust that believes whoever is named, for tests of what is not about trust. */
export function believing(trusted: (name: string) => boolean = () => true): SkillTrust {
  const inspector = new FolderInspector();
  return {
    inspect: (folder) => inspector.inspect(folder),
    stateOf: ({ name }) => (trusted(name) ? 'trusted' : 'untrusted'),
    trust: () => undefined,
    distrust: () => undefined,
    stillTrusted: ({ source, name }) => source === 'bundled' || trusted(name),
    problem: () => null,
  };
}

/** A library over folders of its own. */
export function testLibrary(trust: SkillTrust = believing()) {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'deskwright-skills-')));
  const place = (name: string): string => {
    const folder = path.join(base, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  const bundled = place('bundled');
  const home = place('home');
  const dataFolder = place('data');
  const workspace = place('home/repository/inner');
  const open = () => createSkillLibrary({ bundledFolder: bundled, dataFolder, home, trust, toolNames: ['Read', 'MultiEdit', 'Bash'] });
  return { base, bundled, dataFolder, own: path.join(dataFolder, 'skills'), agents: path.join(home, '.agents', 'skills'), workspace, repository: path.join(home, 'repository'), library: open(), open };
}
