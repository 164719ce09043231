import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { isRoutineName, readRoutine, routineFile, storeRoutine } from './routine';

/** Why a kept routine can't be renamed, deleted or brought back; `code` is a key of main/locales. */
export class ShelfFault extends Error {
  constructor(
    readonly code: 'routine.gone' | 'routine.taken' | 'routine.bad_name',
    readonly routine: string,
  ) {
    super(code);
    this.name = 'ShelfFault';
  }
}

/** Gives a routine another name. @throws ShelfFault */
export function renameRoutine(dataFolder: string, name: string, to: string): void {
  if (!isRoutineName(to)) throw new ShelfFault('routine.bad_name', to);
  const routine = readRoutine(dataFolder, name);
  if (!routine) throw new ShelfFault('routine.gone', name);
  if (name === to) return;
  free(dataFolder, to);
  storeRoutine(dataFolder, { ...routine, name: to });
  // Only once the new one is there: a crash in between leaves two, never none.
  renameSync(routineFile(dataFolder, name), binned(dataFolder, name, Date.now()));
}

/** Puts a routine into the trash, from where `restoreRoutine` brings it back for 30 days. @throws ShelfFault */
export function deleteRoutine(dataFolder: string, name: string, now: Date = new Date()): void {
  if (!isRoutineName(name) || !existsSync(routineFile(dataFolder, name))) throw new ShelfFault('routine.gone', name);
  renameSync(routineFile(dataFolder, name), binned(dataFolder, name, now.getTime()));
}

/** Takes back the latest deletion of a routine. @throws ShelfFault when the trash has none, or its name is in use again. */
export function restoreRoutine(dataFolder: string, name: string): void {
  free(dataFolder, name);
  const trash = path.join(dataFolder, 'trash');
  const start = `routine ${name}@`;
  const at = (bin: string): number => Number(bin.slice(start.length));
  const bin = (existsSync(trash) ? readdirSync(trash) : []).filter((each) => each.startsWith(start) && Number.isFinite(at(each))).sort((one, other) => at(one) - at(other)).at(-1);
  if (bin === undefined) throw new ShelfFault('routine.gone', name);
  mkdirSync(path.dirname(routineFile(dataFolder, name)), { recursive: true, mode: 0o700 });
  renameSync(path.join(trash, bin), routineFile(dataFolder, name));
}

/** @throws ShelfFault when there is a routine of that name. */
export function free(dataFolder: string, name: string): void {
  if (!isRoutineName(name)) throw new ShelfFault('routine.bad_name', name);
  if (existsSync(routineFile(dataFolder, name))) throw new ShelfFault('routine.taken', name);
}

/** A session's id has no blank, so none is taken for this; old ones go with the sessions' trash. */
function binned(dataFolder: string, name: string, now: number): string {
  const trash = path.join(dataFolder, 'trash');
  mkdirSync(trash, { recursive: true, mode: 0o700 });
  return path.join(trash, `routine ${name}@${now}`);
}
