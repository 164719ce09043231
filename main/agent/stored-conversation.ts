import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { envelopeSchema } from '../../preload/contract/envelope';
import { runEventSchema, type RunEvent } from '../../preload/contract/run-event';
import type { StoredConversation } from '../../preload/contract/sessions';
import type { Message } from '../model/model';
import { sessionOwner } from '../store/session-lock';
import { readSessionFile, sessionFile } from '../store/session-log';
import { findSession } from '../store/sessions/catalogue';
import { NoSession, traceFolder } from '../store/sessions/manage';
import { readTrace, type TraceRecord } from '../store/trace';
import { OUR_MARK } from './context/rounds';
import { messagesOf } from './restore';

/** A window draws this much of a session; the trace has the rest. */
const MOST_EVENTS = 2_000;
const MOST_PICTURES = 20;

/**
 * What happened in a stored session, as events to draw: from its trace, which knows decisions and
 * pictures; for what has none (a fork's beginning, a trace that is gone) from what was said.
 * `ongoing`: its last run goes on, and its missing end is none that a crash cut off.
 * @throws NoSession
 */
export function readConversation(dataFolder: string, id: string, { ongoing = false } = {}): StoredConversation {
  const info = findSession(dataFolder, id);
  if (!info) throw new NoSession(id);
  const { records, unreadable } = readSessionFile(sessionFile(dataFolder, id));
  const { messages, bad } = messagesOf(records);
  const folder = traceFolder(dataFolder, id);
  const trace = readTrace(path.join(folder, 'trace.jsonl'));
  const before = trace.length > 0 ? Number(records.find(({ type }) => type === 'session')?.['messages'] ?? 0) : messages.length;
  const all: (TraceRecord | RunEvent)[] = [...said(messages.slice(0, before), id), ...trace];
  const shown = all.slice(-MOST_EVENTS);
  const events = withPictures(timed(shown), folder).flatMap((event) => {
    const parsed = runEventSchema.safeParse(event);
    return parsed.success ? [parsed.data] : [];
  });
  return {
    id,
    title: info.title,
    events: whole(events, id, ongoing),
    unreadable: unreadable + bad,
    omitted: all.length - shown.length,
    busy: sessionOwner(path.join(dataFolder, 'sessions'), id) !== null,
  };
}

function said(messages: readonly Message[], session: string): RunEvent[] {
  if (messages.length === 0) return [];
  const events = messages.flatMap((message, number): RunEvent[] => {
    switch (message.role) {
      case 'user':
        return message.text.startsWith(OUR_MARK) ? [] : [{ type: 'user', text: message.text, message: number }];
      case 'assistant':
        return [
          ...(message.text ? [{ type: 'assistant', text: message.text, message: number } as const] : []),
          ...message.calls.map((call) => ({ type: 'tool_call', id: call.id, tool: call.name, arguments: parsed(call.arguments) ?? call.arguments }) as const),
        ];
      case 'tool': {
        const result = envelopeSchema.safeParse(parsed(message.text.split('\n', 1)[0] ?? ''));
        return result.success ? [{ type: 'tool_result', id: message.callId, result: result.data }] : [];
      }
      case 'system':
        return [];
    }
  });
  return [{ type: 'run_start', session, model: '', workspace: '' }, ...events, { type: 'run_end', status: 'completed', text: '' }];
}

/** Each end with how long its run took, by the times in the trace. */
function timed(records: readonly (TraceRecord | RunEvent)[]): (TraceRecord | RunEvent)[] {
  let began = Number.NaN;
  return records.map((record) => {
    const at = 'at' in record ? Date.parse(record.at) : Number.NaN;
    if (record.type === 'run_start') began = at;
    const elapsed = at - began;
    return record.type === 'run_end' && elapsed >= 0 ? { ...record, elapsed_ms: elapsed } : record;
  });
}

/** The newest pictures back from their files. */
function withPictures(records: readonly (TraceRecord | RunEvent)[], folder: string): object[] {
  let left = MOST_PICTURES;
  return [...records]
    .reverse()
    .flatMap((record): object[] => {
      const shots = 'shots' in record ? (record.shots ?? []) : [];
      if (shots.length === 0 || left < shots.length) return record.type === 'target' ? [] : [record];
      left -= shots.length;
      const images = shots.flatMap((shot) => picture(path.join(folder, shot)));
      if (record.type !== 'target') return [{ ...record, images }];
      return images[0] ? [{ ...record, image: images[0] }] : [];
    })
    .reverse();
}

function picture(file: string): Uint8Array[] {
  return existsSync(file) ? [new Uint8Array(readFileSync(file))] : [];
}

/** A part has a beginning, and a run that a crash cut off an end. */
function whole(events: RunEvent[], session: string, ongoing: boolean): RunEvent[] {
  const begun = events.findIndex((event) => event.type === 'run_start');
  const all: RunEvent[] = begun === 0 || events.length === 0 ? events : [{ type: 'run_start', session, model: '', workspace: '' }, ...events];
  const last = all.filter((event) => event.type === 'run_start' || event.type === 'run_end').at(-1);
  return last?.type === 'run_start' && !ongoing ? [...all, { type: 'run_end', status: 'stopped', text: '' }] : all;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
