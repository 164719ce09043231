import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { isSecretPath } from '../../tools/workspace-secrets';
import type { Skill } from '../skill';

/** A path that a call hands to a skill, as the gate has judged it. */
export interface PathArgument {
  /** Links followed as far as it exists. */
  real: string;
  access: 'read' | 'write';
  /** What has to be there for it to be written: the folder, where the file is not there yet. */
  shown: string;
}

/** The paths among a call's arguments, by the skill's declaration; never places for keys. */
export function pathArguments({ program }: Skill, args: Readonly<Record<string, unknown>>, workspace: string): PathArgument[] {
  return Object.entries(program?.declaration.paths ?? {}).flatMap(([name, access]) =>
    textsOf(args[name]).flatMap((text): PathArgument[] => {
      const real = realPart(path.resolve(workspace, text.replace(/^~(?=\/|$)/, homedir())));
      return isSecretPath(real, homedir()) ? [] : [{ real, access, shown: statSync(real, { throwIfNoEntry: false })?.isDirectory() ? real : existingAbove(path.dirname(real)) }];
    }),
  );
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string' && each !== '');
}

function realPart(whole: string): string {
  try {
    return realpathSync(whole);
  } catch {
    const above = path.dirname(whole);
    return above === whole ? whole : path.join(realPart(above), path.basename(whole));
  }
}

function existingAbove(folder: string): string {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() || folder === path.dirname(folder) ? folder : existingAbove(path.dirname(folder));
}
