import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SessionBusy, sessionOwner } from '../session-lock';
import { openSessionLog, readSessionFile, SESSION_VERSION, sessionFile, type SessionRecord } from '../session-log';
import { findSession } from './catalogue';

/** Deleted sessions are kept this long. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** There is no session with this id, or none in the trash. */
export class NoSession extends Error {
  constructor(readonly id: string) {
    super(`There is no session ${id}.`);
    this.name = 'NoSession';
  }
}

/** Gives a session a name. @throws NoSession, SessionBusy */
export function renameSession(dataFolder: string, id: string, title: string): void {
  existing(dataFolder, id);
  const log = openSessionLog(dataFolder, id);
  try {
    log.append({ type: 'title', title: title.replace(/\s+/g, ' ').trim() });
    log.sync();
  } finally {
    log.close();
  }
}

/** Moves a session and its trace to the trash, from where `restoreSession` brings them back for 30 days. @throws NoSession, SessionBusy */
export function deleteSession(dataFolder: string, id: string, now: Date = new Date()): void {
  existing(dataFolder, id);
  emptyTrash(dataFolder, now);
  const bin = path.join(dataFolder, 'trash', `${id}@${now.getTime()}`);
  mkdirSync(bin, { recursive: true, mode: 0o700 });
  const trace = traceFolder(dataFolder, id);
  if (existsSync(trace)) renameSync(trace, path.join(bin, 'trace'));
  renameSync(sessionFile(dataFolder, id), path.join(bin, 'session.jsonl'));
}

/** Takes back the latest deletion of a session. @throws NoSession when the trash has none, or its id is in use again. */
export function restoreSession(dataFolder: string, id: string): void {
  const trash = path.join(dataFolder, 'trash');
  const bins = existsSync(trash) ? readdirSync(trash).filter((name) => name.slice(0, name.lastIndexOf('@')) === id) : [];
  const bin = bins.sort((one, other) => deletedAt(one) - deletedAt(other)).at(-1);
  if (bin === undefined || existsSync(sessionFile(dataFolder, id))) throw new NoSession(id);
  renameSync(path.join(trash, bin, 'session.jsonl'), sessionFile(dataFolder, id));
  const trace = path.join(trash, bin, 'trace');
  if (existsSync(trace)) {
    mkdirSync(path.dirname(traceFolder(dataFolder, id)), { recursive: true });
    renameSync(trace, traceFolder(dataFolder, id));
  }
  rmSync(path.join(trash, bin), { recursive: true, force: true });
}

/**
 * A new session that begins with another's messages up to the one with this number, and the answers
 * to the calls it makes; summaries of what it keeps come along. @throws NoSession
 */
export function forkSession(dataFolder: string, id: string, message: number, fork: { id: string; title: string }): void {
  existing(dataFolder, id, { mayBeBusy: true });
  const { records } = readSessionFile(sessionFile(dataFolder, id));
  const kept = upTo(records, message);
  const header: SessionRecord = { type: 'session', version: SESSION_VERSION, id: fork.id, at: new Date().toISOString(), forked_from: { session: id, message }, messages: kept.filter(({ type }) => type === 'message').length };
  const title: SessionRecord = { type: 'title', title: fork.title };
  const text = [header, title, ...kept].map((record) => `${JSON.stringify(record)}\n`).join('');
  writeFileSync(sessionFile(dataFolder, fork.id), text, { flag: 'wx', mode: 0o600 });
}

function upTo(records: readonly SessionRecord[], last: number): SessionRecord[] {
  const kept: SessionRecord[] = [];
  let number = -1;
  let open = new Set<unknown>();
  for (const record of records) {
    if (record.type === 'message') {
      number++;
      const answers = record['role'] === 'tool' && open.has(record['callId']);
      if (number > last && !answers) break;
      if (record['role'] === 'assistant' && Array.isArray(record['calls'])) open = new Set(record['calls'].map((call: { id?: unknown }) => call.id));
    }
    // A summary that covers more than what is kept belongs to the other branch.
    if (record.type === 'compaction' && Number(record['through']) > number) continue;
    if (record.type !== 'session' && record.type !== 'title') kept.push(record);
  }
  return kept;
}

function existing(dataFolder: string, id: string, { mayBeBusy = false } = {}): void {
  if (!findSession(dataFolder, id)) throw new NoSession(id);
  const owner = sessionOwner(path.join(dataFolder, 'sessions'), id);
  if (owner !== null && !mayBeBusy) throw new SessionBusy(id, owner);
}

function emptyTrash(dataFolder: string, now: Date): void {
  const trash = path.join(dataFolder, 'trash');
  for (const name of existsSync(trash) ? readdirSync(trash) : []) {
    const when = deletedAt(name) || (statSync(path.join(trash, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (now.getTime() - when > KEPT_MS) rmSync(path.join(trash, name), { recursive: true, force: true });
  }
}

function deletedAt(bin: string): number {
  return Number(bin.slice(bin.lastIndexOf('@') + 1)) || 0;
}

/** Where a session's trace is. */
export function traceFolder(dataFolder: string, id: string): string {
  return path.join(dataFolder, 'traces', id);
}

/** A session's log as it is, for an export. @throws NoSession */
export function recordsOf(dataFolder: string, id: string): { records: SessionRecord[]; unreadable: number } {
  existing(dataFolder, id, { mayBeBusy: true });
  return readSessionFile(sessionFile(dataFolder, id));
}
