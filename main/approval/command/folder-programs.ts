import { readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Script } from '../../tools/shell/script';
import { programOf } from '../../tools/shell/wrappers';

/**
 * Files around a folder by which a program starts another one in its place, whatever it is asked. Which of them do, their
 * content tells. Sources: yarn's `yarn-path` and `yarnPath`, Corepack's `packageManager`, rustup's `path` of a toolchain.
 */
const files: Record<string, Record<string, RegExp>> = {
  yarn: { '.yarnrc': /yarn-path/, '.yarnrc.yml': /yarnPath|\\/, 'package.json': /packageManager|devEngines|\\u/ },
  pnpm: { 'package.json': /packageManager|devEngines|\\u/ },
  rustc: { 'rust-toolchain.toml': /path|[\\/]/, 'rust-toolchain': /path|[\\/]/ },
};
const alike: Record<string, string> = { cargo: 'rustc', yarnpkg: 'yarn' };

/** Which files in these folders, or above them, would make a program of the script start another one. */
export async function folderPrograms(script: Script, directories: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const program of new Set(script.commands.map(programOf))) {
    const known = alike[program] ?? program;
    for (const [name, pattern] of Object.entries(Object.hasOwn(files, known) ? (files[known] ?? {}) : {})) {
      for (const directory of directories) for (const path of await named(name, directory)) if (pattern.test(await readFile(path, 'latin1').catch(() => ''))) found.add(path);
    }
  }
  return [...found];
}

async function named(name: string, directory: string): Promise<string[]> {
  const paths: string[] = [];
  for (let folder = await realpath(directory).catch(() => directory); ; folder = dirname(folder)) {
    paths.push(join(folder, name));
    if (folder === dirname(folder)) return paths;
  }
}
