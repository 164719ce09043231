import type { Answer, Handler, SkillContext } from '../../serve';
import { act, type Desk } from './actions';
import { Browser } from './browser';
import { Trouble } from './trouble';
import { Viewer } from './view';

/** One session's browser: a handler for its calls, and its end. */
export function createHandler(): { handle: Handler; close(): Promise<void> } {
  let desk: Desk | null = null;
  const deskFor = (context: SkillContext): Desk => (desk ??= { browser: new Browser(context), viewer: new Viewer(), context });
  return {
    handle: async (args, context): Promise<Answer> => {
      try {
        return await act(args, deskFor(context));
      } catch (error) {
        if (error instanceof Trouble) return { status: 'error', message: error.message, hint: error.hint, code: error.code };
        const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
        const isGone = /closed|crashed|disposed|detached|destroyed/i.test(message);
        return { status: 'error', code: 'EXECUTION_ERROR', message: isGone ? 'The page went away while it was being used.' : `The browser could not do that: ${message}`, hint: isGone ? 'Call tabs to see what is open, then read or open it again.' : 'Call read to see what is there now.' };
      }
    },
    close: async () => desk?.browser.close(),
  };
}
