import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import type { SessionInfo } from '../../../preload/contract/sessions';
import { writeAtomically } from '../atomic-write';
import { isSessionId, parseRecord, sessionFile, type SessionRecord } from '../session-log';

/** What the index knows of a log; the rest of the log after `size` bytes is read when it has grown. */
interface Entry extends SessionInfo {
  size: number;
  modified: number;
}

const VERSION = 1;
const LONGEST_TITLE = 80;

/**
 * The stored sessions, newest first. What was read once is kept in `sessions/index.json`; an index
 * that is missing, damaged or behind is made up for from the logs, which alone count.
 */
export function listSessions(dataFolder: string): SessionInfo[] {
  const folder = path.join(dataFolder, 'sessions');
  if (!existsSync(folder)) return [];
  const known = readIndex(folder);
  const entries: Entry[] = [];
  let changed = false;
  for (const name of readdirSync(folder)) {
    const id = name.endsWith('.jsonl') ? name.slice(0, -'.jsonl'.length) : '';
    if (!isSessionId(id)) continue;
    const found = statSync(path.join(folder, name), { throwIfNoEntry: false });
    if (!found?.isFile() || found.size === 0) continue;
    const now = { size: found.size, modified: found.mtimeMs };
    const before = known.get(id);
    if (before?.size === now.size && before.modified === now.modified) {
      entries.push(before);
      continue;
    }
    changed = true;
    try {
      entries.push(readEntry(path.join(folder, name), id, now, before && before.size < now.size ? before : null));
    } catch {
      // One log that can't be opened must not hide the others.
      continue;
    }
  }
  if (changed || entries.length !== known.size) storeIndex(folder, entries);
  return entries
    .sort((one, other) => (one.updated < other.updated ? 1 : one.updated > other.updated ? -1 : 0))
    .map(({ id, title, created, updated, messages }) => ({ id, title, created, updated, messages }));
}

/** One stored session; null when there is none with this id. */
export function findSession(dataFolder: string, id: string): SessionInfo | null {
  if (!isSessionId(id)) return null;
  const file = sessionFile(dataFolder, id);
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return null;
  const { size: _size, modified: _modified, ...info } = readEntry(file, id, { size: found.size, modified: found.mtimeMs }, null);
  return info;
}

function readIndex(folder: string): Map<string, Entry> {
  try {
    const value = JSON.parse(readFileSync(path.join(folder, 'index.json'), 'utf8')) as { version?: number; sessions?: Entry[] };
    return new Map(value.version === VERSION ? value.sessions?.map((entry) => [entry.id, entry]) : []);
  } catch {
    return new Map();
  }
}

/** The index only saves time: that it can't be written is nobody's trouble. */
function storeIndex(folder: string, sessions: readonly Entry[]): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeAtomically(path.join(folder, 'index.json'), JSON.stringify({ version: VERSION, sessions }));
  } catch {
    return;
  }
}

function readEntry(file: string, id: string, now: { size: number; modified: number }, known: Entry | null): Entry {
  // The index may have been made while a line was being written.
  const before = known && endsLine(file, known.size) ? known : null;
  const when = new Date(now.modified).toISOString();
  const entry: Entry = before ? { ...before, ...now } : { id, title: '', created: when, updated: when, messages: 0, ...now };
  let named = before !== null && before.title !== '';
  for (const record of recordsFrom(file, before?.size ?? 0, now.size)) {
    if (record.type === 'session' && record.at) entry.created = record.at;
    if (record.type === 'title' && typeof record['title'] === 'string') {
      entry.title = record['title'];
      named = true;
    }
    if (record.type !== 'message') continue;
    entry.messages++;
    if (record.at) entry.updated = record.at;
    if (!named && record['role'] === 'user') {
      entry.title = titleOf(String(record['text'] ?? ''));
      named = entry.title !== '';
    }
  }
  return entry;
}

/** A first request on one line. */
function titleOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const letters = [...line];
  return letters.length > LONGEST_TITLE ? `${letters.slice(0, LONGEST_TITLE).join('')}…` : line;
}

function recordsFrom(file: string, from: number, to: number): SessionRecord[] {
  return readPart(file, from, to)
    .toString('utf8')
    .split('\n')
    .flatMap((line) => parseRecord(line) ?? []);
}

function endsLine(file: string, size: number): boolean {
  return readPart(file, size - 1, size)[0] === 0x0a;
}

function readPart(file: string, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, bytes, 0, bytes.length, from);
  } finally {
    closeSync(handle);
  }
  return bytes;
}
