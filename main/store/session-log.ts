import { closeSync, fdatasync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { AppendFile } from './append-file';
import { eachLine } from './file-lines';
import { lockSession } from './session-lock';

/** Version of the record shapes, written in each log's first record. */
export const SESSION_VERSION = 1;

/**
 * One line of a session's log. `session` comes first (`version`, `id`), `message` is what was said
 * (the fields of a message beside `type` and `at`), `title` renames. Types that a reader does not
 * know are kept and passed over, so that a newer version's log still opens.
 */
export interface SessionRecord {
  type: string;
  /** When it was written, ISO 8601. */
  at?: string;
  [field: string]: unknown;
}

/** The append-only log of one session, `sessions/<id>.jsonl`, open for writing by this process alone. */
export interface SessionLog {
  /** What was read when it was opened, in order. */
  readonly records: readonly SessionRecord[];
  /** Lines that could not be read; they stay in the file and are passed over. */
  readonly unreadable: number;
  /** Writes one line. Throws what the file system throws; the line then waits, and is written before the next one. */
  append(record: SessionRecord): void;
  /**
   * Sees to it that everything appended is on the disk, called where a step ends; the model is asked meanwhile.
   * Throws what the one before met.
   */
  sync(): void;
  close(): void;
}

/** Ids come from the person (`--session`): only plain names, so that none leads out of the folder. */
export function isSessionId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/.test(id) && !id.includes('..');
}

/** Where a session's log is. */
export function sessionFile(dataFolder: string, id: string): string {
  return path.join(dataFolder, 'sessions', `${id}.jsonl`);
}

/**
 * Opens a session, new or not; a new one's file is made by its first record.
 * @throws SessionBusy when another running process has it open.
 */
export function openSessionLog(dataFolder: string, id: string, now: () => Date = () => new Date()): SessionLog {
  const file = sessionFile(dataFolder, id);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const lock = lockSession(path.dirname(file), id);
  const { records, unreadable } = readSessionFile(file);
  const lines = new AppendFile(file);
  let begun = records.length > 0;
  let syncing = 0;
  let failure: NodeJS.ErrnoException | null = null;
  const lineOf = (record: SessionRecord): string => `${JSON.stringify({ ...record, at: record.at ?? now().toISOString() })}\n`;

  return {
    records,
    unreadable,
    append(record) {
      const first = begun ? [] : [lineOf({ type: 'session', version: SESSION_VERSION, id })];
      begun = true;
      lines.add(...first, lineOf(record));
    },
    sync() {
      lines.flush();
      if (failure) throw failure;
      const { handle } = lines;
      if (handle === null) return;
      syncing++;
      fdatasync(handle, (error) => {
        failure ??= error;
        if (--syncing === 0 && lines.handle !== handle) closeSync(handle);
      });
    },
    close() {
      try {
        lines.flush();
      } catch {
        // The person was told when it began to wait.
      }
      // A file that is being written out stays open until that is done.
      if (syncing === 0) lines.close();
      else lines.release();
      lock.release();
    },
  };
}

/** Reads a log. */
export function readSessionFile(file: string): { records: SessionRecord[]; unreadable: number } {
  const records: SessionRecord[] = [];
  let unreadable = 0;
  eachLine(file, (line) => {
    const record = parseRecord(line);
    if (record) records.push(record);
    else if (line.trim()) unreadable++;
  });
  return { records, unreadable };
}

/** One line as a record; null when it is none. Lines of the first version are bare messages. */
export function parseRecord(line: string): SessionRecord | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    if ('type' in value) return typeof value.type === 'string' ? (value as SessionRecord) : null;
    return 'role' in value ? { type: 'message', ...value } : null;
  } catch {
    return null;
  }
}
