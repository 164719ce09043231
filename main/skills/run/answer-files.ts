import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { isInside } from '../../tools/workspace-resolve';
import { isSecretPath } from '../../tools/workspace-secrets';

/** The largest picture that is passed on, bytes. */
const largestPicture = 20 * 1024 * 1024;

/** What a skill says it wrote, as absolute paths of what is really there, inside `folders`; the rest is counted. */
export function filesOf(files: readonly string[], workspace: string, folders: readonly string[]): { found: string[]; missing: number } {
  const found = files.flatMap((file) => realInside(file, workspace, folders) ?? []);
  return { found, missing: files.length - found.length };
}

/** Pictures that may be shown to the model: PNG or JPEG by their bytes, and no file that the skill could not read itself. */
export function picturesOf(images: readonly { path: string }[], workspace: string, folders: readonly string[]): { found: { path: string }[]; missing: number } {
  const found = images.flatMap(({ path: file }) => {
    const real = realInside(file, workspace, folders);
    return real !== null && isPicture(real) ? [{ path: real }] : [];
  });
  return { found, missing: images.length - found.length };
}

function realInside(file: string, workspace: string, folders: readonly string[]): string | null {
  try {
    const real = realpathSync(path.resolve(workspace, file));
    return folders.some((folder) => isInside(real, folder)) && !isSecretPath(real, homedir()) ? real : null;
  } catch {
    return null;
  }
}

function isPicture(file: string): boolean {
  if (!statSync(file).isFile() || statSync(file).size > largestPicture) return false;
  const handle = openSync(file, 'r');
  try {
    const head = Buffer.alloc(4);
    readSync(handle, head, 0, 4, 0);
    return head.toString('latin1') === '\x89PNG' || head.subarray(0, 3).toString('latin1') === '\xff\xd8\xff';
  } finally {
    closeSync(handle);
  }
}
