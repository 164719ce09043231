import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { ToolFault } from './fault';
import type { ToolContext } from './tool';

const key = 'file-locks';

/**
 * What the session last saw of each file, by content: SHA-256 by real path. A file merely touched
 * is the same file; one whose content others changed is a conflict.
 */
function locks(context: ToolContext): Map<string, string> {
  const found = context.memory.get(key);
  if (found instanceof Map) return found as Map<string, string>;
  const made = new Map<string, string>();
  context.memory.set(key, made);
  return made;
}

function contentHash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Remembers the content that was just read or written. */
export function rememberContent(context: ToolContext, real: string, bytes: Buffer): void {
  locks(context).set(real, contentHash(bytes));
}

/** Remembers a file too large to be hashed by its size, time and place on disk. */
export function rememberLarge(context: ToolContext, real: string): void {
  locks(context).set(real, identity(real));
}

function identity(real: string): string {
  // A program may set the time of its change; when the system noted it, it can't.
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(real, { bigint: true });
  return `stat:${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
}

/**
 * What this session last saw of a file.
 * @throws ToolFault NOT_READ
 */
export function requireSeen(context: ToolContext, real: string): string {
  const seen = locks(context).get(real);
  if (seen !== undefined) return seen;
  throw new ToolFault('NOT_READ', `${real} has not been read in this session.`, 'Read it first, so that the change starts from what is there.');
}

/**
 * Lets a change to an existing file pass only if its content is what this session last saw.
 * @throws ToolFault NOT_READ or CONFLICT
 */
export function checkContent(context: ToolContext, real: string, bytes: Buffer): void {
  const seen = requireSeen(context, real);
  if (seen !== (seen.startsWith('stat:') ? identity(real) : contentHash(bytes))) {
    throw new ToolFault('CONFLICT', `${real} was changed by someone else since it was read.`, 'Read it again, then repeat the change on what is there now.');
  }
}
