import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { RunEvent } from '../../preload/contract/run-event';
import { openSessionLog, sessionFile } from '../store/session-log';
import { forkSession, NoSession } from '../store/sessions/manage';
import { openTrace } from '../store/trace';
import { readConversation } from './stored-conversation';

const envelope = { status: 'success' as const, data: {}, text: 'seen', stats: { time_ms: 1 }, context: { cwd: '/w', params_input: {} } };

function stored(events: RunEvent[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'stored-'));
  const log = openSessionLog(folder, 'a');
  log.append({ type: 'message', role: 'user', text: 'look' });
  log.append({ type: 'message', role: 'user', text: '[Deskwright] a reminder' });
  log.append({ type: 'message', role: 'assistant', text: 'I look.', calls: [{ id: 'x', name: 'Observe', arguments: '{}' }] });
  log.append({ type: 'message', role: 'tool', callId: 'x', name: 'Observe', text: JSON.stringify(envelope) });
  log.append({ type: 'message', role: 'assistant', text: 'Done.', calls: [] });
  log.close();
  if (events.length === 0) return folder;
  const trace = openTrace(path.join(folder, 'traces', 'a'), (value) => value);
  events.forEach((event) => trace.record(event));
  return folder;
}
const types = ({ events }: { events: RunEvent[] }): string[] => events.map(({ type }) => type);

const run: RunEvent[] = [
  { type: 'run_start', session: 'a', model: 'm', workspace: '/w' },
  { type: 'user', text: 'look', message: 0 },
  { type: 'usage', input_tokens: 1, output_tokens: 1, estimated: false },
  { type: 'tool_call', id: 'x', tool: 'Observe', arguments: {} },
  { type: 'target', id: 'x', image: new Uint8Array([0xff, 0xd8]), width: 1, height: 1, spot: null },
  { type: 'tool_result', id: 'x', result: envelope, images: [new Uint8Array([0x89, 1])] },
];

it('comes back from the trace as it happened, with its pictures, and with an end where a crash left none', () => {
  const conversation = readConversation(stored(run), 'a');
  expect(types(conversation)).toEqual(['run_start', 'user', 'usage', 'tool_call', 'target', 'tool_result', 'run_end']);
  expect(conversation.events.find((event) => event.type === 'tool_result')).toMatchObject({ images: [new Uint8Array([0x89, 1])] });
  expect(conversation.events.at(-1)).toMatchObject({ status: 'stopped' });
  expect(conversation.title).toBe('look');
});

it('says how long a run took, not how long it takes to draw it; of one whose end a crash took, nothing', () => {
  const folder = stored([]);
  const trace = path.join(folder, 'traces', 'a');
  mkdirSync(trace, { recursive: true });
  const lines = [{ ...run[0], at: '2026-03-02T10:00:00.000Z' }, { type: 'run_end', status: 'completed', text: 'Done.', at: '2026-03-02T10:01:05.000Z' }, { ...run[0], at: '2026-03-02T11:00:00.000Z' }];
  writeFileSync(path.join(trace, 'trace.jsonl'), lines.map((line) => JSON.stringify(line) + '\n').join(''));
  const ends = readConversation(folder, 'a').events.filter((event) => event.type === 'run_end');
  expect(ends).toEqual([{ type: 'run_end', status: 'completed', text: 'Done.', elapsed_ms: 65_000 }, { type: 'run_end', status: 'stopped', text: '' }]);
});

it('has no end while its run goes on', () => {
  const folder = stored(run);
  expect(types(readConversation(folder, 'a', { ongoing: true })).at(-1)).toBe('tool_result');
});

it('is made from what was said when there is no trace, without our own notes to the model', () => {
  const folder = stored([]);
  appendFileSync(sessionFile(folder, 'a'), '{"half a li');
  const conversation = readConversation(folder, 'a');
  expect(types(conversation)).toEqual(['run_start', 'user', 'assistant', 'tool_call', 'tool_result', 'assistant', 'run_end']);
  expect(conversation.events[2]).toMatchObject({ text: 'I look.', message: 2 });
  expect(conversation.unreadable).toBe(1);
});

it('of a fork begins with what it took over, and goes on with its own trace', () => {
  const folder = stored(run);
  forkSession(folder, 'a', 2, { id: 'f', title: 'again' });
  expect(types(readConversation(folder, 'f'))).toEqual(['run_start', 'user', 'assistant', 'tool_call', 'tool_result', 'run_end']);
  openTrace(path.join(folder, 'traces', 'f'), (value) => value).record({ type: 'run_start', session: 'f', model: 'm', workspace: '/w' });
  expect(types(readConversation(folder, 'f'))).toEqual(['run_start', 'user', 'assistant', 'tool_call', 'tool_result', 'run_end', 'run_start', 'run_end']);
});

it('tells of a session that is not there', () => {
  expect(() => readConversation(mkdtempSync(path.join(tmpdir(), 'stored-')), 'a')).toThrow(NoSession);
});
