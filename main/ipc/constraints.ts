import type { Constraint } from '../../preload/contract/constraints';
import { isSessionId } from '../store/session-log';
import type { Door } from './handle';

/** The standing constraints of the sessions. */
export interface ConstraintDesk {
  list(session: string): Constraint[] | Promise<Constraint[]>;
  save(session: string, texts: readonly string[]): Promise<Constraint[]>;
}

/** What the main window can do with the person's rules: only the person edits them, so no gate asks. */
export function answerConstraints(door: Door, desk: ConstraintDesk): void {
  const check = (session: string): void => {
    // A session's name becomes a file's.
    if (!isSessionId(session)) throw new Error('There is no such session.');
  };
  door.handle('getConstraints', (session) => {
    check(session);
    return desk.list(session);
  });
  door.handle('saveConstraints', ({ session, texts }) => {
    check(session);
    return desk.save(session, texts);
  });
}
