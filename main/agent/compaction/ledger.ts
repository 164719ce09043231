import type { Message } from '../../model/model';

/** One call with what came of it. */
export interface LedgerEntry {
  tool: string;
  /** What it was about: a path, a command, an action; short. */
  target: string;
  status: string;
  /** Error code, "" when there was none. */
  code: string;
  /** The envelope's own words. */
  text: string;
  data: Record<string, unknown>;
}

const LONGEST_TARGET = 60;

/** Every call of a piece of history with its status and error code, in order. */
export function ledgerOf(messages: readonly Message[]): LedgerEntry[] {
  const answers = new Map<string, string>();
  const entries: LedgerEntry[] = [];
  // Ids may be used again in a later turn: an answer belongs to the call right before it.
  for (const message of [...messages].reverse()) {
    if (message.role === 'tool') answers.set(message.callId, message.text);
    if (message.role !== 'assistant') continue;
    for (const call of [...message.calls].reverse()) {
      entries.push({ tool: call.name, target: targetOf(call.name, call.arguments), ...readEnvelope(answers.get(call.id)) });
      answers.delete(call.id);
    }
  }
  return entries.reverse();
}

/** "143 calls: 130 success, 3 partial, 10 error (NOT_FOUND 6, CONFLICT 4)": no status and no code is left out. */
export function tally(entries: readonly LedgerEntry[]): string {
  const statuses = countBy(entries.map(({ status }) => status));
  const codes = countBy(entries.flatMap(({ code }) => code || []));
  const parts = [...statuses].map(([status, count]) => `${count} ${status}${status === 'error' && codes.size ? ` (${[...codes].map(([code, n]) => `${code} ${n}`).join(', ')})` : ''}`);
  return `${entries.length} ${entries.length === 1 ? 'call' : 'calls'}${parts.length ? `: ${parts.join(', ')}` : ''}`;
}

export function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** The start of a text on one line. */
export function short(text: string, most: number): string {
  const line = [...text.replace(/\s+/g, ' ').trim()];
  return line.length > most ? `${line.slice(0, most - 1).join('')}…` : line.join('');
}

function targetOf(tool: string, args: string): string {
  const params = parseObject(args);
  const text = (key: string): string => (typeof params[key] === 'string' || typeof params[key] === 'number' ? String(params[key]) : '');
  if (tool === 'Computer') return short([text('action'), text('ref') || (text('x') && `${text('x')},${text('y')}`), text('keys'), text('text') && `"${text('text')}"`].filter(Boolean).join(' '), LONGEST_TARGET);
  for (const key of ['path', 'command', 'pattern', 'question', 'name', 'summary', 'window']) {
    if (text(key)) return short(text(key), LONGEST_TARGET);
  }
  return '';
}

function readEnvelope(answer: string | undefined): Omit<LedgerEntry, 'tool' | 'target'> {
  const envelope = parseObject(answer ?? '');
  const error = envelope['error'];
  const code = typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const data = envelope['data'];
  return {
    status: typeof envelope['status'] === 'string' ? envelope['status'] : 'error',
    code: answer === undefined ? 'CANCELLED' : code,
    text: typeof envelope['text'] === 'string' ? envelope['text'] : '',
    data: typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Record<string, unknown>) : {},
  };
}

/** The object in a JSON text; empty when it holds none. A picture's line may follow the JSON. */
export function parseObject(text: string): Record<string, unknown> {
  for (const candidate of [text, text.slice(0, text.lastIndexOf('\n'))]) {
    try {
      const value: unknown = JSON.parse(candidate);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    } catch {
      continue;
    }
  }
  return {};
}
