import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
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
import { readWords, UsageError } from './read-words';

/** A command about what is kept, instead of a task. */
export interface RecordsCommand {
  dataFolder: string | null;
  words: string[];
  /** `trace FILE --request N`: what left this machine in that request. */
  request: number | null;
}

/** Ids as sessions without a name of their own have them. */
const MADE_ID = /^\d{8}-\d{6}-/;
const SESSION_VERBS = ['list', 'search', 'rename', 'delete', 'restore', 'fork', 'export'];

/** `trace FILE` or `sessions VERB …`, each word an argument of its own (a workspace plays no part); null when the words are a task. */
export function parseRecords(argv: readonly string[]): RecordsCommand | null {
  const at = argv.findIndex((word) => word === 'trace' || word === 'sessions');
  if (at === -1) return null;
  let read;
  try {
    read = readWords({ args: [...argv], allowPositionals: true, options: { 'data-dir': { type: 'string' }, workspace: { type: 'string' }, request: { type: 'string' } } });
  } catch (error) {
    if (!isMeant(argv, at)) return null;
    throw error;
  }
  const { positionals, values } = read;
  const [first, second, third] = positionals;
  if (first === 'trace' && second === undefined) throw new UsageError('Which trace? trace FILE takes a trace.jsonl, its folder, or the id of a session.');
  const isSlip = first === 'sessions' && second !== undefined && !SESSION_VERBS.includes(second) && (third === undefined || MADE_ID.test(third));
  if (isSlip) throw new UsageError(`There is no “sessions ${second}”. There are: ${SESSION_VERBS.join(', ')}.`);
  const isTrace = first === 'trace' && positionals.length === 2;
  const isSessions = first === 'sessions' && (second === undefined || SESSION_VERBS.includes(second));
  if (!isTrace && !isSessions) return null;
  const request = values.request === undefined ? null : Number(values.request);
  if (request !== null && !Number.isInteger(request)) throw new UsageError(`--request takes the number of a request, not "${values.request}".`);
  return { dataFolder: values['data-dir'] ?? null, words: positionals, request };
}

/** Whether the words before their first option are such a command, so that an option they don't take is a mistake and not part of a task. */
function isMeant(argv: readonly string[], at: number): boolean {
  const isOption = (word: string | undefined): boolean => word?.startsWith('-') ?? false;
  if (!argv.slice(0, at).every((word, index, before) => isOption(word) || isOption(before[index - 1]))) return false;
  const rest = argv.slice(at + 1);
  const end = rest.findIndex(isOption);
  const [second, ...more] = end === -1 ? rest : rest.slice(0, end);
  if (argv[at] === 'trace') return second !== undefined && more.length === 0;
  return second === undefined || SESSION_VERBS.includes(second);
}

/** Does the command; returns the exit code. Throws UsageError for what is not there. */
export async function recordsCommand(command: RecordsCommand, dataFolder: string, language: Language, out: (text: string) => void): Promise<number> {
  const [first, ...rest] = command.words;
  if (first === 'trace') out(traceText(rest[0] ?? '', command.request, dataFolder, language));
  else await sessionsCommand(rest, { dataFolder, language, out });
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

interface Place {
  dataFolder: string;
  language: Language;
  out(text: string): void;
}

/** What a script reads goes to standard output; what only a person wants to know (it is done, there is none) to standard error. */
async function sessionsCommand([verb = 'list', ...words]: string[], { dataFolder, language, out }: Place): Promise<void> {
  const [id = '', ...rest] = words;
  const line = (session: { id: string; updated: string; messages: number; title: string }): string => `${session.id}  ${session.updated.slice(0, 16).replace('T', ' ')}  ${String(session.messages).padStart(5)}  ${session.title}\n`;
  const tell = (key: Parameters<typeof say>[1], values: Record<string, string> = {}): void => void process.stderr.write(`${say(language, key, values)}\n`);
  if (verb !== 'list' && id === '') throw new UsageError(say(language, verb === 'search' ? 'terminal.sessions_no_words' : 'terminal.sessions_no_id', { verb }));
  switch (verb) {
    case 'list': {
      const sessions = listSessions(dataFolder);
      sessions.forEach((session) => out(line(session)));
      if (sessions.length === 0) tell('terminal.sessions_none', { folder: dataFolder });
      return;
    }
    case 'search': {
      const hits = await searchSessions(dataFolder, words.join(' '));
      for (const hit of hits) out(`${line(hit)}${hit.excerpt ? `    ${hit.excerpt}\n` : ''}`);
      if (hits.length === 0) tell('terminal.sessions_no_hit', { words: words.join(' ') });
      return;
    }
    case 'rename': {
      const title = rest.join(' ').trim();
      if (title === '') throw new UsageError(say(language, 'terminal.sessions_no_title'));
      renameSession(dataFolder, id, title);
      tell('terminal.sessions_renamed', { session: id, title });
      return;
    }
    case 'delete':
      deleteSession(dataFolder, id);
      tell('terminal.sessions_deleted', { session: id });
      return;
    case 'restore':
      restoreSession(dataFolder, id);
      tell('terminal.sessions_restored', { session: id });
      return;
    case 'fork': {
      const message = Number(rest[0] ?? Number.MAX_SAFE_INTEGER);
      if (!Number.isInteger(message) || message < 0) throw new UsageError(say(language, 'terminal.sessions_no_message', { message: rest[0] ?? '' }));
      const fork = { id: newSessionId(), title: findSession(dataFolder, id)?.title ?? id };
      forkSession(dataFolder, id, message, fork);
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
