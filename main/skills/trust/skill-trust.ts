import type { SkillTrust } from '../contract';
import { FolderInspector, hashFolder } from './folder-hash';
import { TrustStore } from './trust-store';

/**
 * What the person has trusted of skills from outside. A yes is bound to a name, a folder and the
 * hash of all that is in it: any change makes the skill inert until the person has looked again.
 */
export function createSkillTrust(dataFolder: string): SkillTrust {
  const store = new TrustStore(dataFolder);
  const inspector = new FolderInspector();
  const others = (folder: string) => store.trusted().filter((one) => one.folder !== folder);

  return {
    inspect: (folder) => inspector.inspect(folder),
    problem: () => store.problem(),

    stateOf({ name, folder, source, hash }) {
      if (source === 'bundled') return 'trusted';
      const known = store.trusted().find((one) => one.folder === folder);
      if (!known) return 'untrusted';
      return known.hash === hash && known.name === name && known.source === source ? 'trusted' : 'changed';
    },

    trust({ name, folder, source, hash }) {
      if (source === 'bundled') return;
      store.replace([...others(folder), { name, folder, source, hash, at: new Date().toISOString() }]);
    },

    distrust({ folder, source }) {
      if (source !== 'bundled') store.replace(others(folder));
    },

    stillTrusted(skill) {
      if (skill.source === 'bundled') return true;
      try {
        return this.stateOf({ ...skill, hash: hashFolder(skill.folder) }) === 'trusted' && this.stateOf(skill) === 'trusted';
      } catch {
        return false;
      }
    },
  };
}
