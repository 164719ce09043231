import { stat } from 'node:fs/promises';
import { statSync, type Stats } from 'node:fs';
import { answersAtOnce } from './at-once';
import { nearestName } from './nearest';
import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { systemCode, ToolFault } from './fault';
import type { ToolContext } from './tool';
import type { PathFact } from './workspace';

/**
 * Resolves a path for use and refuses secrets and our own data, whatever the gate thought: the last
 * word on a path is said where it is opened.
 */
export async function resolvePath(context: ToolContext, path: string, access: 'read' | 'write'): Promise<PathFact> {
  const fact = await context.workspace.resolve(path, access);
  if (fact.place === 'secret') {
    throw new ToolFault('FORBIDDEN', `${path} is a place for keys or passwords.`, 'Work without it; the person can pass what is needed.');
  }
  if (fact.place === 'own') {
    throw new ToolFault('FORBIDDEN', `${path} belongs to Deskwright itself.`, 'Its settings, sessions and grants are changed by the person only.');
  }
  return fact;
}

/** `resolvePath` for something that must be there; NOT_FOUND names the nearest neighbour. */
export async function openPath(context: ToolContext, path: string, access: 'read' | 'write'): Promise<{ fact: PathFact; stats: Stats }> {
  const fact = await resolvePath(context, path, access);
  try {
    return { fact, stats: answersAtOnce(context.workspace.root, fact.real) ? statSync(fact.real) : await stat(fact.real) };
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' && systemCode(error) !== 'ENOTDIR') throw error;
    const names = await readdir(dirname(fact.real)).catch((): string[] => []);
    const near = nearestName(basename(fact.real), names);
    throw new ToolFault('NOT_FOUND', `${path} does not exist.`, near ? `Did you mean ${near}?` : 'List the folder with LS.');
  }
}

/** Refuses what is no ordinary file: reading a device or a pipe may never end. */
export function requireFile(path: string, stats: Stats): void {
  if (stats.isDirectory()) throw new ToolFault('IS_DIRECTORY', `${path} is a folder.`, 'List it with LS.');
  if (!stats.isFile()) {
    throw new ToolFault('UNSUPPORTED', `${path} is a device, pipe or socket, not a file.`, 'Name an ordinary file.');
  }
}
