import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppendFile } from './append-file';

/** One decision of the gate, as it is kept. */
export interface AuditEntry {
  call: string;
  tool: string;
  /** SHA-256 of tool and arguments: what the decision was bound to. */
  hash: string;
  level: string;
  decision: 'allow' | 'deny' | 'forbidden';
  /** policy, grant, flag or person. */
  by: string;
  mode: string;
  /** Scope that was granted for the session with this answer; absent when none was. */
  granted?: string;
  reasons: { code: string; detail?: string }[];
  command?: string;
  directory?: string;
  /** The skill whose program it would run, with the hash of its folder's contents. */
  skill?: { name: string; source: string; hash: string; runs: string };
  /** Paths outside the workspace, secrets and our own places that it named. */
  paths?: { path: string; access: string; place: string }[];
}

/**
 * Appends the gate's decisions to `audit.jsonl` of the data folder, one line each, in the order
 * they were taken; nothing is ever taken out of it. `conceal` masks secrets. `add` throws when the disk refuses.
 */
export function openAudit(dataFolder: string, session: string, conceal: <T>(value: T) => T): { add(entry: AuditEntry): void; close(): void } {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const file = new AppendFile(join(dataFolder, 'audit.jsonl'), true);
  const add = (entry: AuditEntry): void => {
    const record = { at: new Date().toISOString(), session, ...conceal(entry) };
    // U+2028 and U+2029 end a line for some readers.
    const line = JSON.stringify(record).replace(/[\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
    file.add(`${line}\n`);
  };
  return { add, close: () => file.close() };
}
