import { access, readFile } from 'node:fs/promises';
import { programsIn } from './repository-settings';
import { collectStores, type Stores } from './repository-stores';

/** What in the repositories around these folders and in them could make git start a program while it only reads; empty where nothing could. */
export async function repositoryPrograms(directories: readonly string[]): Promise<string[]> {
  const stores: Stores = { folders: new Set(), unknown: new Set() };
  for (const directory of directories) await collectStores(directory, stores);
  const found = [...stores.unknown];
  for (const store of stores.folders) {
    for (const name of ['config', 'config.worktree']) {
      const settings = programsIn(await readFile(`${store}/${name}`, 'latin1').catch(() => ''));
      // Every submodule names its folder; a repository that does shows files of elsewhere.
      found.push(...settings.filter((setting) => setting !== 'core.worktree' || !/[\\/]modules[\\/]/.test(store)));
    }
    // Reading refreshes the index, and this hook follows.
    const hook = `${store}/hooks/post-index-change`;
    if (await access(hook).then(() => true, () => false)) found.push(hook);
  }
  return [...new Set(found)];
}
