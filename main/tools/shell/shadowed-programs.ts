import { realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Workspace } from '../workspace';
import { goneTo } from './command-paths';
import type { Script } from './script';

/**
 * Files of the workspace that would run in the place of programs which a script names alone: where PATH leads into it (an
 * environment for Python that was activated, `node_modules/.bin`), or by a folder that depends on where one is.
 * @param search the PATH that the command will have
 */
export function shadowedPrograms(script: Script, directory: string, workspace: Workspace, search: string): string[] {
  const found = new Set<string>();
  const folders = search.split(delimiter);
  for (const name of new Set(script.commands.map((command) => command.words[0]?.text ?? ''))) {
    if (name === '' || name.includes('/')) continue;
    for (const folder of folders) {
      const files = (isAbsolute(folder) ? [folder] : goneTo(script, directory).map((from) => join(from, folder))).map((place) => join(place, name)).filter(isFile);
      for (const file of files) if (!isAbsolute(folder) || workspace.placeOf(realFolder(folder)) === 'workspace') found.add(file);
      if (isAbsolute(folder) && files.length > 0) break;
    }
  }
  return [...found];
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function realFolder(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
