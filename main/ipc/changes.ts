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

/** What the main window can do with changes. Undoing is the person's own act, so no gate asks; a run in between would be. */
export function answerChanges(door: Door, desk: ChangeDesk): void {
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
    return desk.undo(request);
  });
}
