import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { SessionHit } from '../../../preload/contract/sessions';
import { parseRecord, sessionFile } from '../session-log';
import { listSessions } from './catalogue';

/** Characters around the words in an excerpt. */
const AROUND = 60;
const MOST_HITS = 200;

/** Sessions whose title or messages hold all the words, in any case, newest first. Lets other work go on between files. */
export async function searchSessions(dataFolder: string, query: string): Promise<SessionHit[]> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hits: SessionHit[] = [];
  for (const info of listSessions(dataFolder)) {
    if (hits.length >= MOST_HITS) break;
    await setImmediate();
    const texts = textsOf(sessionFile(dataFolder, info.id), words);
    const holding = texts.filter((text) => holdsAll(text, words));
    const [first] = holding;
    if (first !== undefined) hits.push({ ...info, excerpt: excerptOf(first, words), count: holding.length });
    else if (holdsAll(info.title, words)) hits.push({ ...info, excerpt: '', count: 0 });
  }
  return hits;
}

/** Message texts of the lines that can hold the words at all: only those are parsed. */
function textsOf(file: string, words: readonly string[]): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  // Letters that JSON writes in another way are looked for only after parsing.
  const plain = words.filter((word) => !/["\\\p{Cc}\ud800-\udfff]/u.test(word));
  if (!holdsAll(text, plain)) return [];
  return text.split('\n').flatMap((line) => {
    if (!holdsAll(line, plain)) return [];
    const record = parseRecord(line);
    return record?.type === 'message' && typeof record['text'] === 'string' ? [record['text']] : [];
  });
}

function holdsAll(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

function excerptOf(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ');
  const at = Math.max(0, line.toLowerCase().indexOf(words[0] ?? ''));
  const from = Math.max(0, at - AROUND);
  const to = Math.min(line.length, at + AROUND * 2);
  return `${from > 0 ? '…' : ''}${line.slice(from, to).trim()}${to < line.length ? '…' : ''}`.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}
