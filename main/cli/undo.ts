import path from 'node:path';
import type { Undone } from '../../preload/contract/changes';
import type { Language } from '../../preload/contract/settings';
import { say } from '../locales/say';
import { isSessionId } from '../store/session-log';
import { sessionOwner } from '../store/session-lock';
import { openHistory, sessionExists } from '../tools/change-history';
import { UsageError } from './read-words';
import type { UndoCommand } from './undo-options';

/** Everything asked for was done; something failed; something was left alone to keep what was done since. */
const EXIT = { done: 0, failed: 1, left: 3 } as const;

/**
 * `--undo SESSION [--change N]`: takes changes back and lists what became of each. Gives the exit
 * code. Throws UsageError for a session or a change that is not there.
 */
export async function undoCommand(command: UndoCommand, dataFolder: string, language: Language, out: (text: string) => void): Promise<number> {
  const { session, change, direction, preview, json } = command;
  if (!isSessionId(session) || !sessionExists(dataFolder, session)) throw new UsageError(say(language, 'changes.unknown_session', { session, folder: dataFolder }));
  if (sessionOwner(path.join(dataFolder, 'sessions'), session) !== null) {
    process.stderr.write(`${say(language, 'changes.busy', { session })}\n`);
    return EXIT.failed;
  }
  const history = openHistory(dataFolder, session, language);
  const { changes, uncovered } = await history.list();
  if (change !== null && !changes.some(({ number }) => number === change)) {
    const known = changes.map(({ number }) => number).join(', ') || say(language, 'changes.none_known');
    throw new UsageError(say(language, 'changes.unknown_change', { session, change, known }));
  }
  const items = await history.undo(change === null ? {} : { change }, { direction, dryRun: preview });
  const write = json ? writeJson : writePlain;
  write(items, { command, language, out, uncovered });
  if (items.some(({ left }) => left.some(({ code }) => code === 'failed'))) return EXIT.failed;
  return items.some(({ result }) => result !== 'done') ? EXIT.left : EXIT.done;
}

const previews = { undo: 'preview', redo: 'again' } as const;

interface Printing {
  command: UndoCommand;
  language: Language;
  out(text: string): void;
  uncovered: readonly string[];
}

function writeJson(items: readonly Undone[], { command, out }: Printing): void {
  const { direction, preview, session } = command;
  for (const item of items) out(JSON.stringify({ type: direction, preview, session, ...item }) + '\n');
}

function writePlain(items: readonly Undone[], { command, language, out, uncovered }: Printing): void {
  const { direction, preview, session } = command;
  if (items.length === 0) out(say(language, direction === 'undo' ? 'changes.nothing' : 'changes.nothing_again', { session }) + '\n');
  for (const { number, kind, path: place, result, left } of items) {
    const became = say(language, `changes.${preview ? previews[direction] : direction}.${result}`);
    out(`${number}  ${became}: ${say(language, `changes.kind.${kind}`)} ${place}\n`);
    for (const one of left) out(`   ${one.path === place ? '' : `${one.path}: `}${one.why}\n`);
  }
  if (items.length > 0) out(say(language, 'changes.total', { done: items.filter(({ result }) => result === 'done').length, all: items.length }) + '\n');
  if (uncovered.length > 0) process.stderr.write(say(language, 'changes.uncovered', { paths: uncovered.join(', ') }) + '\n');
}
