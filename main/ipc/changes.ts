import type { ChangeList, UndoChanges, Undone } from '../../preload/contract/changes';
import { isSessionId } from '../store/session-log';
import type { Door } from './handle';

/** What the sessions changed on disk. */
export interface ChangeDesk {
  list(session: string): Promise<ChangeList>;
  /** A diff for people; null when there is no such change. */
  show(session: string, change: number): Promise<string | null>;
  undo(request: UndoChanges): Promise<Undone[]>;
  /** Why nothing may be undone now, in the person's language; null when it may. */
  held(): string | null;
}

/**
 * What the main window can do with changes. Undoing is the person's own act, so no gate asks; a run in between would be.
 * One undo at a time; `settled` resolves when none goes on, for a run that is to begin.
 */
export function answerChanges(door: Door, desk: ChangeDesk): { settled(): Promise<void> } {
  let last: Promise<void> = Promise.resolve();
  const check = (session: string): void => {
    // A session's name becomes a folder's.
    if (!isSessionId(session)) throw new Error('There is no such session.');
  };
  door.handle('listChanges', ({ session }) => {
    check(session);
    return desk.list(session);
  });
  door.handle('showChange', ({ session, change }) => {
    check(session);
    return desk.show(session, change);
  });
  door.handle('undoChanges', (request) => {
    check(request.session);
    const held = desk.held();
    if (held !== null) throw new Error(held);
    const undone = last.then(() => desk.undo(request));
    last = undone.then(() => undefined, () => undefined);
    return undone;
  });
  return { settled: () => last };
}
