import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../../preload/contract/envelope';
import type { TraceRecord } from '../../store/trace';
import type { RawCall } from '../../tools/call';
import type { Message, Model } from '../model';
import { NotRecordable, recordRoutine } from './record';
import { rowsOf } from './replay';
import { createReplayer } from './replayer';
import { isRoutineName, readRoutine, routineNames, storeRoutine, type Routine } from './routine';

const DOCUMENT = 'Untitled 1 - LibreOffice Calc';
const envelope = (data: Record<string, unknown>, status: Envelope['status'] = 'success'): Envelope => ({
  status,
  data,
  text: status === 'error' ? 'not there' : 'ok',
  ...(status === 'error' ? { error: { code: 'NOT_FOUND' as const, message: 'not there', hint: '' } } : {}),
  stats: { time_ms: 1 },
  context: { cwd: '/w', params_input: {} },
});
const focused = (window: string): Envelope => envelope({ effect: { changed: true, what: ['x'], focus: { window, element: '' }, new_windows: [] } });

/** A trace of these calls with their results. */
function traceOf(calls: [tool: string, args: Record<string, unknown>, result: Envelope][], status = 'completed'): TraceRecord[] {
  const at = '2026-01-01T00:00:00.000Z';
  const steps = calls.flatMap(([tool, args, result], index) => [
    { at, type: 'usage', input_tokens: 0, output_tokens: 0, estimated: false },
    { at, type: 'assistant', text: `Step ${index}.` },
    { at, type: 'tool_call', id: `c${index}`, tool, arguments: args },
    { at, type: 'tool_result', id: `c${index}`, result },
  ]);
  return [{ at, type: 'run_start', session: 's', model: 'm', workspace: '/w' }, { at, type: 'user', text: 'go' }, ...steps, { at, type: 'run_end', status, text: '' }] as TraceRecord[];
}

const saving: [string, Record<string, unknown>, Envelope][] = [
  ['LS', { path: '.' }, envelope({})],
  ['TodoWrite', { summary: 's', todos: [] }, envelope({})],
  ['Computer', { action: 'open_app', text: 'LibreOffice Calc' }, focused(DOCUMENT)],
  ['Computer', { action: 'type', text: "Item\tAmount\nRent\t'012\n" }, focused(DOCUMENT)],
  ['Computer', { action: 'type', text: 'Day\t="02/03"\n' }, focused(DOCUMENT)],
  ['Computer', { action: 'key', keys: 'ctrl+home ctrl+shift+end' }, focused(DOCUMENT)],
  ['Computer', { action: 'type', text: 'Formula to Value' }, focused(DOCUMENT)],
  ['Computer', { action: 'key', keys: 'ctrl+s' }, focused('Save')],
  ['Computer', { action: 'type', text: '/w/budget.ods' }, focused('Save')],
  ['Computer', { action: 'key', keys: 'enter' }, focused('Save')],
  ['Observe', { what: 'elements' }, envelope({ windows: [{ title: 'Keep Format?', active: true }], elements: [{ ref: 'e4', role: 'button', name: 'Keep' }] })],
  ['Computer', { action: 'press', ref: 'e4' }, focused('')],
  ['Computer', { action: 'wait', text: 'budget.ods' }, focused('budget.ods - LibreOffice Calc')],
  ['Read', { path: 'budget.ods' }, envelope({ content: '' })],
];
const recorded = (): Routine => recordRoutine('budget', 's', traceOf(saving), new Date('2026-01-02'));

describe('recording', () => {
  it('keeps what did something, with the file and the rows as blanks and elements by what they are', () => {
    const { blanks, steps } = recorded();
    expect(blanks).toEqual({ file: '/w/budget.ods', rows: 'Item\tAmount\nRent\t012\nDay\t02/03' });
    expect(steps.map((step) => (step.kind === 'rows' ? 'rows' : [step.tool, step.arguments['action'] ?? step.arguments['path']].join(' ')))).toEqual([
      'Computer open_app', 'rows', 'Computer key', 'Computer type', 'Computer key', 'Computer press', 'Read {file}',
    ]);
    expect(steps[3]).toMatchObject({ arguments: { text: '{file}' }, expect: { window: 'Save' } });
    expect(steps[5]).toMatchObject({ arguments: { action: 'press' }, target: { role: 'button', name: 'Keep', window: 'Keep Format?' }, expect: { window: '{file_name} - LibreOffice Calc' } });
    expect(JSON.stringify(steps)).not.toContain('e4');
  });

  it('says why a run is none: not completed, only looked, by a point of the screen', () => {
    const code = (records: TraceRecord[]): string => {
      try {
        recordRoutine('x', 's', records, new Date());
        return 'recorded';
      } catch (error) {
        return error instanceof NotRecordable ? error.code : 'other';
      }
    };
    expect(code([])).toBe('routine.no_run');
    expect(code(traceOf(saving, 'failed'))).toBe('routine.no_run');
    expect(code(traceOf([['LS', {}, envelope({})]]))).toBe('routine.nothing');
    expect(code(traceOf([['Computer', { action: 'click', x: 1, y: 2 }, focused('A')]]))).toBe('routine.by_point');
  });

  it('is kept as a file and read back; nothing else is a routine', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'routines-'));
    const routine = recorded();
    const file = storeRoutine(folder, routine);
    expect(readRoutine(folder, 'budget')).toEqual(routine);
    expect(routineNames(folder)).toEqual(['budget']);
    expect(readRoutine(folder, '../budget')).toBe(null);
    writeFileSync(file, '{"format":"other"}');
    expect(() => readRoutine(folder, 'budget')).toThrow();
    expect(['预算 2026', 'a.b'].every(isRoutineName)).toBe(true);
    expect(['', '.x', 'a/b', 'a..b'].some(isRoutineName)).toBe(false);
  });
});

/** Drives a model as the loop does; `respond` is the desktop. Gives the calls, and the last text. */
async function drive(model: Model, respond: (call: { name: string; args: Record<string, unknown> }) => Envelope): Promise<{ calls: string[]; text: string; unmet: boolean }> {
  const messages: Message[] = [{ role: 'user', text: 'Routine' }];
  const calls: string[] = [];
  for (let turns = 0; turns < 80; turns++) {
    const turn = await model.turn({ messages, tools: [] }, { signal: new AbortController().signal, onDelta: () => undefined, onNotice: () => undefined });
    messages.push({ role: 'assistant', text: turn.text, calls: turn.calls });
    if (turn.calls.length === 0) return { calls, text: turn.text, unmet: turn.unmet === true };
    for (const { id, name, arguments: json } of turn.calls as RawCall[]) {
      const args = JSON.parse(json) as Record<string, unknown>;
      calls.push(`${name} ${String(args['action'] ?? '')} ${String(args['text'] ?? args['keys'] ?? args['ref'] ?? args['path'] ?? '')}`.trim());
      messages.push({ role: 'tool', callId: id, name, text: JSON.stringify(respond({ name, args })) });
    }
  }
  throw new Error('It goes on for ever.');
}

/** A desktop on which everything goes as recorded; the button has another ref than it had then. */
function desktop(change: (call: { name: string; args: Record<string, unknown> }) => Envelope | null = () => null): (call: { name: string; args: Record<string, unknown> }) => Envelope {
  let window = '';
  return (call) => {
    const other = change(call);
    if (other) return other;
    const { name, args } = call;
    if (name === 'LS') return envelope({ entries: [] });
    if (name === 'Read') return envelope({ content: '1\t# Sheet1\n', total_lines: 1 });
    if (name === 'Observe') return envelope({ windows: [{ title: window, active: true }], elements: [{ ref: 'e77', role: 'button', name: 'Keep' }] });
    if (args['action'] === 'open_app') window = 'Untitled 7 - LibreOffice Calc';
    if (args['keys'] === 'ctrl+s') window = 'Save';
    if (args['keys'] === 'enter' && window === 'Save') {
      window = 'Keep Format?';
      return focused('Save');
    }
    if (args['action'] === 'press') window = 'other.ods - LibreOffice Calc';
    return focused(window);
  };
}
/** Without its rows: what the file then holds is another test's. */
const withoutRows = (): Routine => {
  const routine = recorded();
  const { rows: _rows, ...blanks } = routine.blanks;
  const steps = routine.steps.filter(({ kind }) => kind === 'call').map((step, index) => (index === 3 ? { ...step, expect: { window: 'Keep Format?' } } : step));
  return { ...routine, blanks, steps };
};
const replayer = (routine: Routine, next: Model | null, values: Record<string, string> = { file: 'other.ods' }): Model => createReplayer({ routine, values, workspace: '/w', language: 'en', next });

describe('replaying', () => {
  it('does the same with other values, finding the button by what it is, and asks no model', async () => {
    const next: Model = { name: 'm', turn: () => Promise.reject(new Error('asked')) };
    const { calls, text, unmet } = await drive(replayer(withoutRows(), next), desktop());
    expect(unmet, text).toBe(false);
    expect(calls.filter((call) => !/^LS|wait|Observe/.test(call))).toEqual(['Computer open_app LibreOffice Calc', 'Computer key ctrl+s', 'Computer type /w/other.ods', 'Computer key enter', 'Computer press e77', 'Read  /w/other.ods']);
  });

  it('enters other rows as they need to be typed', async () => {
    const { calls } = await drive(replayer(recorded(), null, { file: 'other.ods', rows: '| A | B |\n|---|---|\n| x | 00012 |' }), desktop());
    expect(calls.find((call) => call.includes('type A\tB'))).toBe("Computer type A\tB");
    expect(calls.some((call) => call.includes("x\t'00012"))).toBe(true);
  });

  const dialog = ({ name, args }: { name: string; args: Record<string, unknown> }): Envelope | null => {
    if (args['action'] === 'press' || args['action'] === 'wait') return focused('Document Recovery');
    return name === 'Observe' && pressed.done ? envelope({ windows: [{ title: 'Document Recovery', active: true }], elements: [{ ref: 'e1', role: 'label', name: 'Recover it?' }] }) : null;
  };
  const pressed = { done: false };
  const withDialog = (call: { name: string; args: Record<string, unknown> }): Envelope | null => {
    const answer = dialog(call);
    pressed.done ||= call.args['action'] === 'press';
    return answer;
  };

  it('touches no dialog it never saw, and hands the rest to the model with what it met', async () => {
    pressed.done = false;
    const asked: Message[][] = [];
    const next: Model = {
      name: 'm',
      turn: ({ messages }) => {
        asked.push([...messages]);
        return Promise.resolve({ text: 'I look.', calls: [], usage: { inputTokens: 0, outputTokens: 0, estimated: false }, finish: 'stop' });
      },
    };
    const { calls, text } = await drive(replayer(withoutRows(), next), desktop(withDialog));
    expect(text).toBe('I look.');
    expect(calls.at(-1)).toMatch(/^Observe/);
    expect(calls.filter((call) => /^Computer (?!wait)/.test(call)).at(-1)).toBe('Computer press e77');
    const note = asked[0]?.at(-1);
    expect(asked).toHaveLength(1);
    for (const part of ['"budget"', 'step 5 of 6', 'Document Recovery', 'Recover it?', 'Step 13.']) expect(note?.text).toContain(part);
  });

  it('without a model tells the person where it stopped and what is left', async () => {
    pressed.done = false;
    const { text, unmet } = await drive(replayer(withoutRows(), null), desktop(withDialog));
    expect(unmet).toBe(true);
    for (const part of ['step 5 of 6', 'Document Recovery', 'Not done:']) expect(text).toContain(part);
  });

  it('stops where the element is gone, a call failed, or the file is there already', async () => {
    const at = async (change: (call: { name: string; args: Record<string, unknown> }) => Envelope | null): Promise<string> => (await drive(replayer(withoutRows(), null), desktop(change))).text;
    expect(await at(({ name }) => (name === 'Observe' ? envelope({ windows: [{ title: 'Keep Format?', active: true }], elements: [] }) : null))).toContain('no button “Keep”');
    expect(await at(({ args }) => (args['action'] === 'type' ? envelope({}, 'error') : null))).toContain('NOT_FOUND');
    expect(await at(({ name }) => (name === 'LS' ? envelope({ entries: [{ name: 'other.ods' }] }) : null))).toContain('there already');
  });
});

it('reads rows as people write them', () => {
  const values = (text: string): string[][] => rowsOf(text).map((row) => row.map(({ value }) => value));
  expect(values('| A | B |\n|---|---|\n| 1 | x |')).toEqual([['A', 'B'], ['1', 'x']]);
  expect(values('A\tB\n1\tx')).toEqual([['A', 'B'], ['1', 'x']]);
  expect(values('A\tB\n1')).toEqual([['A', 'B'], ['1', '']]);
});
