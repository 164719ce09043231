import type { SessionInfo } from '../../../preload/contract/sessions';
import type { SessionRecord } from '../session-log';

/** A session as one JSON document: what lists show of it, and its records as the log has them. */
export function toJson(info: SessionInfo, records: readonly SessionRecord[]): string {
  return `${JSON.stringify({ format: 'deskwright-session', version: 1, ...info, records }, null, 2)}\n`;
}

/** A session as Markdown that people read: what was said, each call with its arguments and what came of it. */
export function toMarkdown(info: SessionInfo, records: readonly SessionRecord[]): string {
  const parts = records.flatMap((record) => (record.type === 'message' ? [messagePart(record)] : record.type === 'compaction' ? [`> ${lines(record['summary']).join('\n> ')}`] : []));
  return `${[`# ${info.title || info.id}`, `${info.id} · ${info.created} – ${info.updated}`, ...parts.filter(Boolean)].join('\n\n')}\n`;
}

function messagePart(record: SessionRecord): string {
  const text = typeof record['text'] === 'string' ? record['text'] : '';
  switch (record['role']) {
    case 'user':
      return `## You\n\n${text}`;
    case 'assistant': {
      const calls = Array.isArray(record['calls']) ? (record['calls'] as { name?: unknown; arguments?: unknown }[]) : [];
      return ['## Assistant', ...(text ? [text] : []), ...calls.map((call) => `**${String(call.name)}**\n\n${fenced(pretty(String(call.arguments)), 'json')}`)].join('\n\n');
    }
    case 'tool':
      return `### Result of ${String(record['name'])}\n\n${fenced(resultText(text), '')}`;
    default:
      return '';
  }
}

function resultText(text: string): string {
  try {
    const { status, text: said, error, data } = JSON.parse(text.split('\n', 1)[0] ?? '') as { status?: string; text?: string; error?: { code?: string; hint?: string }; data?: unknown };
    return [`${status ?? ''}${error?.code ? ` ${error.code}` : ''}: ${said ?? ''}`, ...(error?.hint ? [`hint: ${error.hint}`] : []), JSON.stringify(data, null, 1)].join('\n');
  } catch {
    return text;
  }
}

/** A fence that is longer than any in the text, so that the text can't end it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 1);
  } catch {
    return json;
  }
}

function lines(value: unknown): string[] {
  return String(value ?? '').split('\n');
}
