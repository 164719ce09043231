import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Envelope } from '../../preload/contract/envelope';
import { createMask, maskDeep } from './mask';
import { openTrace, readTrace, type Conceal } from './trace';

const masking = (...known: string[]): Conceal => {
  const mask = createMask(known);
  return <T>(value: T) => maskDeep(value, mask) as T;
};
const folder = (): string => mkdtempSync(path.join(tmpdir(), 'trace-'));
const result = (text: string): Envelope => ({ status: 'success', data: {}, text, stats: { time_ms: 3 }, context: { cwd: '/w', params_input: {} } });

it('keeps each event as one line, with its picture as a file, and no streamed pieces', () => {
  const trace = openTrace(folder(), masking());
  trace.record({ type: 'delta', text: 'par' });
  trace.record({ type: 'tool_call', id: 'a', tool: 'Observe', arguments: {} });
  trace.record({ type: 'tool_result', id: 'a', result: result('seen'), images: [new Uint8Array([0xff, 0xd8, 1])] });
  const records = readTrace(path.join(trace.folder, 'trace.jsonl'));
  expect(records.map((record) => record.type)).toEqual(['tool_call', 'tool_result']);
  expect(records[1]?.shots).toEqual(['shots/0001.jpg']);
  expect([...readFileSync(path.join(trace.folder, 'shots/0001.jpg'))]).toEqual([0xff, 0xd8, 1]);
});

it('masks secrets and goes on numbering pictures after a restart', () => {
  const where = folder();
  openTrace(where, masking('topsecret')).record({ type: 'tool_result', id: 'a', result: result('key topsecret'), images: [new Uint8Array([1])] });
  const again = openTrace(where, masking());
  again.record({ type: 'tool_result', id: 'b', result: result('x'), images: [new Uint8Array([2])] });
  expect(readFileSync(path.join(where, 'trace.jsonl'), 'utf8')).not.toContain('topsecret');
  expect(readTrace(path.join(where, 'trace.jsonl'))[1]?.shots).toEqual(['shots/0002.jpg']);
});

it('renders each step with thought, call, decision and result, and escapes what came from outside', () => {
  const trace = openTrace(folder(), masking());
  trace.record({ type: 'run_start', session: 's', model: 'm', workspace: '/w' });
  trace.record({ type: 'assistant', text: 'I look first.' });
  trace.record({ type: 'tool_call', id: 'a', tool: 'Bash', arguments: { command: 'echo "<script>alert(1)</script>"' } });
  trace.record({ type: 'approval', id: 'a', tool: 'Bash', level: 'risky', decision: 'allow', by: 'person', reasons: ['It runs a command.'] });
  trace.record({ type: 'tool_result', id: 'a', result: result('<img src=x onerror=alert(1)>') });
  appendFileSync(path.join(trace.folder, 'trace.jsonl'), '{"half a li');
  const html = readFileSync(trace.render(), 'utf8');
  for (const text of ['I look first.', 'risky: allow by person. It runs a command.', '1 step']) expect(html).toContain(text);
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain('<img src=x');
});

it('shows where a desktop action was about to land, ringed on the picture the gate judged by', () => {
  const trace = openTrace(folder(), masking());
  trace.record({ type: 'tool_call', id: 'a', tool: 'Computer', arguments: { action: 'click' } });
  trace.record({ type: 'target', id: 'a', image: new Uint8Array([0xff, 0xd8, 7]), width: 200, height: 100, spot: { x: 50, y: 25 } });
  trace.record({ type: 'tool_result', id: 'a', result: result('clicked') });
  const html = readFileSync(trace.render(), 'utf8');
  expect(html).toContain(`src="data:image/jpeg;base64,${Buffer.from([0xff, 0xd8, 7]).toString('base64')}"`);
  expect(html).toContain('left:25%;top:25%');
  expect(readFileSync(path.join(trace.folder, 'trace.jsonl'), 'utf8')).not.toContain('"image"');
});
