import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Window } from 'happy-dom';
import { describe, expect, it, vi } from 'vitest';
import type { Envelope } from '../../../preload/contract/envelope';
import { openTrace, readTrace, type Trace } from '../trace';
import { chainOf } from './chain';
import { readRequests } from './requests';
import { entriesOf } from './steps';

const envelope = (status: Envelope['status'], text: string, data: Record<string, unknown> = {}): Envelope => ({
  status,
  data,
  text,
  ...(status === 'error' ? { error: { code: 'NOT_FOUND' as const, message: text, hint: 'Look again.' } } : {}),
  stats: { time_ms: 5 },
  context: { cwd: '/w', params_input: {} },
});
// A page is built and run: slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });
const newTrace = (): Trace => openTrace(mkdtempSync(path.join(tmpdir(), 'trace-page-')), (value) => value);

/** A run of so many steps; each fifth fails. */
function run(trace: Trace, steps: number, size = 3_000): void {
  trace.record({ type: 'run_start', session: 's', model: 'm', workspace: '/w' });
  trace.record({ type: 'user', text: 'do it' });
  for (let step = 1; step <= steps; step++) {
    trace.record({ type: 'usage', input_tokens: 100, output_tokens: 10, estimated: false });
    trace.record({ type: 'assistant', text: `Reason ${step}.` });
    trace.record({ type: 'tool_call', id: `c${step}`, tool: step % 2 ? 'Edit' : 'Bash', arguments: { path: `file-${step}`, new_string: 'y'.repeat(size) } });
    trace.record({ type: 'approval', id: `c${step}`, tool: 'Bash', level: 'risky', decision: 'allow', by: 'person', reasons: ['It writes.'] });
    trace.record({ type: 'tool_result', id: `c${step}`, result: step % 5 ? envelope('success', `done ${step}`, { diff: '@@\n-old\n+new', content: 'z'.repeat(size) }) : envelope('error', `missing ${step}`) });
  }
  trace.record({ type: 'run_end', status: 'completed', text: 'All.' });
}

function open(trace: Trace): { document: Window['document']; press(key: string): void; shown(): string[] } {
  const html = readFileSync(trace.render(), 'utf8');
  const window = new Window({ settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true } });
  const { document } = window;
  document.write(html);
  return {
    document,
    press: (key) => void (document.activeElement ?? document.body).dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true })),
    shown: () => [...document.querySelectorAll('.step')].filter((step) => !step.hasAttribute('hidden')).map((step) => step.id),
  };
}

describe('the page of a trace', () => {
  it('of 200 long steps stays below 2 MB without pictures, asks nothing of a network, and says where it is cut', () => {
    const trace = newTrace();
    run(trace, 200, 15_000);
    const html = readFileSync(trace.render(), 'utf8');
    expect(Buffer.byteLength(html)).toBeLessThan(2_000_000);
    expect(html).toContain('more characters in trace.jsonl');
    expect(html).not.toMatch(/(?:src|href)="(?!data:|#)/);
  });

  it('is searched, filtered by status and tool, and folded', () => {
    const trace = newTrace();
    run(trace, 10, 20);
    const { document, shown, press } = open(trace);
    expect(shown()).toHaveLength(10);
    const set = (id: string, value: string): void => {
      const field = document.getElementById(id) as unknown as { value: string; dispatchEvent(event: unknown): void };
      field.value = value;
      field.dispatchEvent(new document.defaultView!.Event(id === 'search' ? 'input' : 'change'));
    };
    set('search', 'reason 7');
    expect(shown()).toEqual(['step-7']);
    set('search', '');
    set('status', 'error');
    expect(shown()).toEqual(['step-5', 'step-10']);
    set('tool', 'Bash');
    expect(shown()).toEqual(['step-10']);
    set('status', '');
    set('tool', '');
    press('e');
    expect(document.querySelectorAll('.step[open]')).toHaveLength(10);
  });

  it('is walked by keyboard: steps, failures', () => {
    const trace = newTrace();
    run(trace, 6, 20);
    const { document, press } = open(trace);
    const at = (): string | undefined => document.activeElement?.closest('.step')?.id;
    press('j');
    press('j');
    expect(at()).toBe('step-2');
    press('f');
    expect(at()).toBe('step-5');
    press('k');
    expect(at()).toBe('step-4');
  });

  it('speaks Chinese at a press and English again', () => {
    const trace = newTrace();
    run(trace, 1, 20);
    const { document } = open(trace);
    const words = (): string => document.querySelector('header')?.textContent ?? '';
    const button = document.getElementById('language') as unknown as { click(): void };
    expect(words()).toContain('1 step');
    button.click();
    expect(words()).toContain('1 步');
    button.click();
    expect(words()).toContain('1 step');
  });
});

describe('for every step', () => {
  it('the chain tells what it did, what came of it, why, and who allowed it', () => {
    const trace = newTrace();
    run(trace, 7, 20);
    const blocks = chainOf(readTrace(path.join(trace.folder, 'trace.jsonl'))).split(/^(?=\S+ step \d+ )/m).slice(1);
    expect(blocks).toHaveLength(7);
    blocks.forEach((block, index) => {
      const step = index + 1;
      for (const part of [`why         Reason ${step}.`, `did         ${step % 2 ? 'Edit' : 'Bash'} {"path":"file-${step}"`, 'risky: allow by person. It writes.', step % 5 ? `success: done ${step}` : `error NOT_FOUND: missing ${step}`]) expect(block).toContain(part);
    });
    expect(blocks[4]).toContain('then        Reason 6.');
  });

  it('a failure has a line of its own that holds all of it, and what the model did next', () => {
    const trace = newTrace();
    run(trace, 6, 20);
    const failures = readTrace(path.join(trace.folder, 'trace.jsonl')).filter(({ type }) => type === 'failure');
    expect(failures).toMatchObject([
      { id: 'c5', tool: 'Edit', why: 'Reason 5.', arguments: { path: 'file-5' }, result: { error: { code: 'NOT_FOUND' } }, next: { said: 'Reason 6.', calls: [{ tool: 'Bash', arguments: { path: 'file-6' } }] }, usage: { input_tokens: 100 } },
    ]);
  });

  it('text that would move a terminal’s cursor is written out', () => {
    const trace = newTrace();
    trace.record({ type: 'tool_call', id: 'a', tool: 'Bash', arguments: {} });
    trace.record({ type: 'tool_result', id: 'a', result: envelope('success', 'red \u001b[31m \u202e text') });
    expect(chainOf(readTrace(path.join(trace.folder, 'trace.jsonl')))).toContain('\\u001b[31m \\u202e text');
  });
});

it('requests are kept by what is new in them and read back whole, over a restart as well', () => {
  const trace = newTrace();
  const message = (text: string): object => ({ role: 'user', text });
  const all = ['a', 'b [[SECRET_1]]', 'c', 'd'].map(message);
  const send = (to: Trace, messages: object[]): void => to.sent({ model: 'm', to: 'host', messages, tools: ['LS'] });
  send(trace, all.slice(0, 2));
  send(trace, all.slice(0, 3));
  send(trace, [all[0]!, message('summary'), all[2]!, all[3]!]);
  send(openTrace(trace.folder, (value) => value), all);
  const requests = readRequests(path.join(trace.folder, 'requests.jsonl'));
  expect(requests.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect(requests.map(({ messages }) => messages.map((one) => (one as { text: string }).text))).toEqual([['a', 'b [[SECRET_1]]'], ['a', 'b [[SECRET_1]]', 'c'], ['a', 'summary', 'c', 'd'], ['a', 'b [[SECRET_1]]', 'c', 'd']]);
  const summaries = entriesOf(readTrace(path.join(trace.folder, 'trace.jsonl'))).flatMap((entry) => (entry.kind === 'request' ? [entry.request] : []));
  expect(summaries.map(({ new: fresh, hidden }) => [fresh, hidden])).toEqual([[2, ['[[SECRET_1]]']], [1, ['[[SECRET_1]]']], [2, []], [4, ['[[SECRET_1]]']]]);
});
