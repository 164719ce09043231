import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SentRequestView } from '../../preload/contract/sessions';
import type { Language } from '../../preload/contract/settings';
import { newSessionId } from '../agent/session';
import { readConversation } from '../agent/stored-conversation';
import { say } from '../locales/say';
import { SessionBusy } from '../store/session-lock';
import { findSession, listSessions } from '../store/sessions/catalogue';
import { toJson, toMarkdown } from '../store/sessions/export';
import { deleteSession, forkSession, NoSession, recordsOf, renameSession, restoreSession, traceFolder } from '../store/sessions/manage';
import { searchSessions } from '../store/sessions/search';
import { renderTraceIn } from '../store/trace';
import { readRequests } from '../store/trace/requests';
import type { Door } from './handle';

interface SessionsArea {
  dataFolder: string;
  language(): Language;
  /** The session whose run is going on; null when there is none. */
  running(): string | null;
  /** Lets go of a session that this app has open. */
  close(id: string): void;
  /** The system's dialog for saving a file; null when cancelled. */
  chooseFile(title: string, name: string): Promise<string | null>;
  /** Opens a file outside the app; the text says what went wrong, '' when nothing did. */
  show(file: string): Promise<string>;
}

/** What the main window can do with stored sessions and their traces. */
export function answerSessions(door: Door, area: SessionsArea): void {
  const { dataFolder } = area;
  /** What is wrong with a session, in the person's language. */
  const inWords = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (error instanceof NoSession) throw new Error(say(area.language(), 'terminal.no_session', { session: error.id }));
      if (error instanceof SessionBusy) throw new Error(say(area.language(), 'terminal.session_busy', { session: error.id, pid: error.pid }));
      throw error;
    }
  };

  door.handle('listSessions', () => listSessions(dataFolder));
  door.handle('searchSessions', (query) => searchSessions(dataFolder, query));
  door.handle('readSession', (id) => inWords(() => readConversation(dataFolder, id)));
  door.handle('renameSession', ({ id, title }) => inWords(() => renameSession(dataFolder, id, title)));
  door.handle('deleteSession', (id) => {
    if (area.running() === id) throw new Error(say(area.language(), 'app.session_running'));
    area.close(id);
    inWords(() => deleteSession(dataFolder, id));
  });
  door.handle('restoreSession', (id) => inWords(() => restoreSession(dataFolder, id)));
  door.handle('forkSession', ({ id, message }) =>
    inWords(() => {
      const fork = newSessionId();
      forkSession(dataFolder, id, message, { id: fork, title: say(area.language(), 'app.fork_title', { title: findSession(dataFolder, id)?.title ?? id }) });
      return { id: fork };
    }),
  );
  door.handle('exportSession', async ({ id, format }) => {
    const { records } = inWords(() => recordsOf(dataFolder, id));
    const info = findSession(dataFolder, id);
    if (!info) return null;
    const file = await area.chooseFile(say(area.language(), 'app.export_title'), `${id}.${format === 'json' ? 'json' : 'md'}`);
    if (file === null) return null;
    writeFileSync(file, format === 'json' ? toJson(info, records) : toMarkdown(info, records), { mode: 0o600 });
    return file;
  });
  door.handle('openTrace', async (id) => {
    const folder = traceFolder(dataFolder, id);
    const page = inWords(() => renderTraceIn(folder));
    if (page === null) throw new Error(say(area.language(), 'app.no_trace'));
    const problem = await area.show(page);
    if (problem) throw new Error(problem);
  });
  door.handle('getRequests', (id) => requestsOf(path.join(traceFolder(dataFolder, id), 'requests.jsonl')));
}

/** A window shows this many of the latest requests, and this much of a message. */
const MOST_REQUESTS = 100;
const LONGEST_MESSAGE = 20_000;
const LONGEST_OLD_MESSAGE = 300;

function requestsOf(file: string): SentRequestView[] {
  let before = new Set<string>();
  const views = readRequests(file).map(({ number, at, model, to, messages }): SentRequestView => {
    const texts = messages.map((message) => JSON.stringify(message));
    const view = {
      number,
      at,
      model,
      to,
      messages: messages.map((message, index) => {
        const { role = '', text = '', calls, images } = message as { role?: string; text?: string; calls?: unknown[]; images?: string };
        const fresh = !before.has(texts[index] ?? '');
        const whole = [text, ...(calls?.length ? [JSON.stringify(calls)] : []), ...(images ? [`[${images}]`] : [])].filter(Boolean).join('\n');
        const most = fresh ? LONGEST_MESSAGE : LONGEST_OLD_MESSAGE;
        return { role, text: whole.length > most ? `${whole.slice(0, most)}…` : whole, fresh };
      }),
    };
    before = new Set(texts);
    return view;
  });
  return views.slice(-MOST_REQUESTS);
}
