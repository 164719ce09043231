import { diffLines } from 'diff';
import { decodeText } from './text-encoding';

/** Larger contents are not compared line by line, bytes. */
const largest = 2 * 1024 * 1024;
/** A comparison is given up after this long, milliseconds. */
const longest = 500;

/** Lines added and removed between two contents; null where one is no text, or too large to compare. */
export function countLines(before: Buffer, after: Buffer): { added: number; removed: number } | null {
  if (before.length > largest || after.length > largest) return null;
  const [old, fresh] = [decodeText(before), decodeText(after)];
  if (old === null || fresh === null) return null;
  const parts = diffLines(old.text, fresh.text, { timeout: longest });
  if (!parts) return null;
  let [added, removed] = [0, 0];
  for (const part of parts) {
    if (part.added) added += part.count;
    if (part.removed) removed += part.count;
  }
  return { added, removed };
}
