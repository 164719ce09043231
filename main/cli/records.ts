import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Language } from '../../preload/contract/settings';
import { newSessionId } from '../agent/session';
import { say } from '../locales/say';
import { isSessionId } from '../store/session-log';
import { findSession, listSessions } from '../store/sessions/catalogue';
import { toJson, toMarkdown } from '../store/sessions/export';
import { deleteSession, forkSession, recordsOf, renameSession, restoreSession, traceFolder } from '../store/sessions/manage';
import { searchSessions } from '../store/sessions/search';
import { readTrace } from '../store/trace';
import { chainOf } from '../store/trace/chain';
import { readRequests } from '../store/trace/requests';
import { UsageError } from './options';

/** A command about what is kept, instead of a task. */
export interface RecordsCommand {
  dataFolder: string | null;
  words: string[];
  /** `trace FILE --request N`: what left this machine in that request. */
  request: number | null;
}

const SESSION_VERBS = ['list', 'search', 'rename', 'delete', 'restore', 'fork', 'export'];

/** `trace FILE` or `sessions VERB …`, each word an argument of its own (a workspace plays no part); null when the words are a task. */
export function parseRecords(argv: readonly string[]): RecordsCommand | null {
  const at = argv.findIndex((word) => word === 'trace' || word === 'sessions');
  if (at === -1) return null;
  let read;
  try {
    read = parseArgs({ args: [...argv], allowPositionals: true, options: { 'data-dir': { type: 'string' }, workspace: { type: 'string' }, request: { type: 'string' } } });
  } catch {
    return null;
  }
  const { positionals, values } = read;
  const [first, second] = positionals;
  const isTrace = first === 'trace' && positionals.length === 2;
  const isSessions = first === 'sessions' && (second === undefined || SESSION_VERBS.includes(second));
  if (!isTrace && !isSessions) return null;
  return { dataFolder: values['data-dir'] ?? null, words: positionals, request: values.request === undefined ? null : Number(values.request) };
}

/** Does the command; returns the exit code. Throws UsageError for what is not there. */
export async function recordsCommand(command: RecordsCommand, dataFolder: string, language: Language, out: (text: string) => void): Promise<number> {
  const [first, ...rest] = command.words;
  if (first === 'trace') out(traceText(rest[0] ?? '', command.request, dataFolder, language));
  else await sessionsCommand(rest, dataFolder, out);
  return 0;
}

/** `name`: a trace.jsonl, its folder, or a session. */
function traceText(name: string, request: number | null, dataFolder: string, language: Language): string {
  const places = [name, path.join(name, 'trace.jsonl'), ...(isSessionId(name) ? [path.join(traceFolder(dataFolder, name), 'trace.jsonl')] : [])];
  const file = places.find((place) => existsSync(place) && statSync(place).isFile());
  if (file === undefined) throw new UsageError(say(language, 'terminal.no_trace', { name }));
  if (request !== null) {
    const sent = readRequests(path.join(path.dirname(file), 'requests.jsonl')).find(({ number }) => number === request);
    if (!sent) throw new UsageError(say(language, 'terminal.no_request', { number: request }));
    return `${JSON.stringify(sent, null, 2)}\n`;
  }
  const records = readTrace(file);
  if (records.length === 0) throw new UsageError(say(language, 'terminal.empty_trace', { file }));
  return chainOf(records);
}

async function sessionsCommand([verb = 'list', ...words]: string[], dataFolder: string, out: (text: string) => void): Promise<void> {
  const [id = '', ...rest] = words;
  const line = (session: { id: string; updated: string; messages: number; title: string }): string => `${session.id}  ${session.updated.slice(0, 16).replace('T', ' ')}  ${String(session.messages).padStart(5)}  ${session.title}\n`;
  switch (verb) {
    case 'list':
      listSessions(dataFolder).forEach((session) => out(line(session)));
      return;
    case 'search':
      for (const hit of await searchSessions(dataFolder, words.join(' '))) out(`${line(hit)}${hit.excerpt ? `    ${hit.excerpt}\n` : ''}`);
      return;
    case 'rename':
      renameSession(dataFolder, id, rest.join(' '));
      return;
    case 'delete':
      deleteSession(dataFolder, id);
      return;
    case 'restore':
      restoreSession(dataFolder, id);
      return;
    case 'fork': {
      const fork = { id: newSessionId(), title: findSession(dataFolder, id)?.title ?? id };
      forkSession(dataFolder, id, Number(rest[0] ?? Number.MAX_SAFE_INTEGER), fork);
      out(`${fork.id}\n`);
      return;
    }
    default: {
      const { records } = recordsOf(dataFolder, id);
      const info = findSession(dataFolder, id);
      if (info) out(rest[0] === 'json' ? toJson(info, records) : toMarkdown(info, records));
    }
  }
}
