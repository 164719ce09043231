import type { Language } from '../../preload/contract/settings';
import { say } from '../locales/say';
import { SessionBusy } from '../store/session-lock';
import { NoSession } from '../store/sessions/manage';
import { UsageError } from './read-words';

/** What the system says where a folder can't be written; a read-only disk says of some steps that nothing is there. */
const notWritable = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EEXIST']);

/** What is wrong with a session that was named, or with the data folder it is kept in, in the person's language. */
export async function inWords<T>(language: Language, folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SessionBusy) throw new UsageError(say(language, 'terminal.session_busy', { session: error.id, pid: error.pid }));
    if (error instanceof NoSession) throw new UsageError(say(language, 'terminal.no_session', { session: error.id }));
    if (error instanceof Error && 'code' in error && notWritable.has(String(error.code))) throw new UsageError(say(language, 'terminal.data_folder', { folder, reason: error.message }));
    throw error;
  }
}
