import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { ImportRefused } from './refusal';

/** Moves a folder of `<data folder>/skills` to the trash, from where `restoreSkill` brings it back for 30 days. @throws ImportRefused */
export function removeSkill(dataFolder: string, folder: string, now: Date = new Date()): void {
  const from = placeOf(dataFolder, folder);
  if (!existsSync(from)) throw new ImportRefused('skills.import.not_there', { name: folder });
  const trash = path.join(dataFolder, 'trash');
  mkdirSync(trash, { recursive: true, mode: 0o700 });
  renameSync(from, path.join(trash, `skill ${folder}@${now.getTime()}`));
}

/** Takes back the latest removal of a folder. @throws ImportRefused when the trash has none, or its place is taken. */
export function restoreSkill(dataFolder: string, folder: string): void {
  const to = placeOf(dataFolder, folder);
  if (existsSync(to)) throw new ImportRefused('skills.import.exists', { name: folder });
  const trash = path.join(dataFolder, 'trash');
  const start = `skill ${folder}@`;
  const at = (bin: string): number => Number(bin.slice(start.length));
  const bin = (existsSync(trash) ? readdirSync(trash) : []).filter((name) => name.startsWith(start) && Number.isFinite(at(name))).sort((one, other) => at(one) - at(other)).at(-1);
  if (bin === undefined) throw new ImportRefused('skills.import.not_there', { name: folder });
  mkdirSync(path.dirname(to), { recursive: true, mode: 0o700 });
  renameSync(path.join(trash, bin), to);
}

/** A skill's folder by its name alone: nothing outside `skills` is ever moved. */
function placeOf(dataFolder: string, folder: string): string {
  if (path.basename(folder) !== folder || folder.startsWith('.') || folder === '') throw new ImportRefused('skills.import.not_there', { name: folder });
  return path.join(dataFolder, 'skills', folder);
}
