import path from 'node:path';
import type { Language } from '../../preload/contract/settings';
import { say } from '../locales/say';
import { NotRecordable, recordRoutine } from '../model/routines/record';
import { isRoutineName, readRoutine, routineNames, storeRoutine, type Routine } from '../model/routines/routine';
import { findSession } from '../store/sessions/catalogue';
import { traceFolder } from '../store/sessions/manage';
import { readTrace } from '../store/trace';
import { readWords, UsageError } from './read-words';

/** `--save-routine NAME --session ID`. */
export interface SaveRoutine {
  name: string;
  session: string;
  dataFolder: string | null;
}

/** Reads a command line with `--save-routine`; null when it has none. Throws UsageError. */
export function parseSaveRoutine(argv: readonly string[]): SaveRoutine | null {
  if (!argv.some((word) => /^--save-routine(=|$)/.test(word))) return null;
  const { values } = readWords({ args: [...argv], options: { 'save-routine': { type: 'string' }, session: { type: 'string' }, 'data-dir': { type: 'string' } } });
  if (values.session === undefined) throw new UsageError('--save-routine NAME needs --session ID: the session whose last completed run it is.');
  return { name: values['save-routine'] ?? '', session: values.session, dataFolder: values['data-dir'] ?? null };
}

/** Records the session's last completed run. Throws UsageError when that can't be done. */
export function saveRoutineCommand({ name, session }: SaveRoutine, dataFolder: string, language: Language, out: (text: string) => void): number {
  if (!isRoutineName(name)) throw new UsageError(say(language, 'routine.bad_name'));
  if (!findSession(dataFolder, session)) throw new UsageError(say(language, 'terminal.no_session', { session }));
  try {
    const routine = recordRoutine(name, session, readTrace(path.join(traceFolder(dataFolder, session), 'trace.jsonl')), new Date());
    const file = storeRoutine(dataFolder, routine);
    out(`${say(language, 'routine.saved', { name, file, blanks: Object.keys(routine.blanks).join(', ') || '-' })}\n`);
    return 0;
  } catch (error) {
    if (error instanceof NotRecordable) throw new UsageError(say(language, error.code, { step: error.step }));
    throw error;
  }
}

/** The routine to replay, with the blanks as `--set NAME=VALUE` fills them. Throws UsageError. */
export function chosenRoutine(dataFolder: string, name: string, set: readonly string[], language: Language): { routine: Routine; values: Record<string, string> } {
  let routine: Routine | null;
  try {
    routine = readRoutine(dataFolder, name);
  } catch (error) {
    throw new UsageError(say(language, 'routine.bad', { name, reason: error instanceof Error ? error.message : String(error) }));
  }
  if (!routine) {
    const names = routineNames(dataFolder).join(', ');
    throw new UsageError(say(language, names ? 'routine.none' : 'routine.none_yet', { name, names }));
  }
  const values: Record<string, string> = {};
  for (const one of set) {
    const at = one.indexOf('=');
    const named = one.slice(0, at);
    // By its own name, or by what the person called it in the window.
    const blank = Object.hasOwn(routine.blanks, named) ? named : Object.entries(routine.labels ?? {}).find(([, label]) => label === named)?.[0];
    if (at < 1 || blank === undefined) throw new UsageError(say(language, 'routine.bad_set', { blanks: Object.keys(routine.blanks).join(', ') || '-' }));
    values[blank] = one.slice(at + 1);
  }
  return { routine, values };
}
