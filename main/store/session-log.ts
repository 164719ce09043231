import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Append-only log of a session's messages, one JSON record a line, so that a later run with the
 * same id goes on where it ended. Pictures are not kept: the screen is looked at again.
 */
export interface SessionLog<M> {
  /** What was said so far; lines that can't be read are counted, not fatal. */
  readonly messages: M[];
  readonly unreadable: number;
  append(message: M): void;
}

/** Ids come from the person (`--session`): only plain names, so that none leads out of the folder. */
export function isSessionId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/.test(id) && !id.includes('..');
}

export function openSessionLog<M extends object>(dataFolder: string, id: string, accept: (record: unknown) => record is M): SessionLog<M> {
  const folder = path.join(dataFolder, 'sessions');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${id}.jsonl`);
  const messages: M[] = [];
  let unreadable = 0;
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    if (!line.trim()) continue;
    const record = parse(line);
    if (accept(record)) messages.push(record);
    else unreadable++;
  }
  return {
    messages,
    unreadable,
    append(message) {
      const { images: _left, ...kept } = message as M & { images?: unknown };
      appendFileSync(file, JSON.stringify(kept) + '\n');
    },
  };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
