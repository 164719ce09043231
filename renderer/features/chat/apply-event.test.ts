import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../../preload/contract/envelope';
import type { RunEvent } from '../../../preload/contract/run-event';
import { applyEvent } from './apply-event';
import { createConversation, type Conversation, type ToolItem } from './conversation';

function play(events: RunEvent[], from: Conversation = createConversation()): Conversation {
  return events.reduce((conversation, event, index) => applyEvent(conversation, event, 1000 + index * 1000), from);
}

function result(change: Partial<Envelope> = {}): Envelope {
  return { status: 'success', data: {}, text: 'ok', stats: { time_ms: 5 }, context: { cwd: '/w', params_input: {} }, ...change };
}

const start: RunEvent = { type: 'run_start', session: 's1', model: 'm', workspace: '/w' };
const call = (id: string, tool = 'LS', args: unknown = {}): RunEvent => ({ type: 'tool_call', id, tool, arguments: args });
const tools = (conversation: Conversation): ToolItem[] => conversation.items.filter((item) => item.kind === 'tool');

describe('what the assistant says', () => {
  it('grows with each delta and is replaced by the whole', () => {
    const streamed = play([start, { type: 'delta', text: 'Hel' }, { type: 'delta', text: 'lo' }]);
    expect(streamed.items).toMatchObject([{ kind: 'assistant', text: 'Hello', streaming: true }]);
    const whole = play([{ type: 'assistant', text: 'Hello.' }], streamed);
    expect(whole.items).toMatchObject([{ kind: 'assistant', text: 'Hello.', streaming: false }]);
  });

  it('is a message of its own without deltas, and none when it is empty', () => {
    expect(play([{ type: 'assistant', text: 'Hi' }]).items).toHaveLength(1);
    expect(play([{ type: 'assistant', text: ' \n' }]).items).toHaveLength(0);
  });

  it('begins anew after a tool call', () => {
    const { items } = play([{ type: 'delta', text: 'First' }, call('1'), { type: 'delta', text: 'Second' }]);
    expect(items.map((item) => item.kind)).toEqual(['assistant', 'tool', 'assistant']);
  });

  it('begins anew after an answer that was not used', () => {
    const { items } = play([{ type: 'delta', text: 'Dropped' }, { type: 'notice', code: 'ANSWER_NOT_USED', text: 'again' }, { type: 'delta', text: 'Used' }]);
    expect(items.map((item) => ('text' in item ? item.text : ''))).toEqual(['Dropped', 'again', 'Used']);
  });

  it('goes on after a notice of a retry, and ends exact', () => {
    const { items } = play([{ type: 'delta', text: 'Par' }, { type: 'notice', code: 'RETRY', text: 'again' }, { type: 'delta', text: 'Partial' }, { type: 'assistant', text: 'Partial' }]);
    expect(items.filter((item) => item.kind === 'assistant')).toMatchObject([{ text: 'Partial' }]);
  });
});

describe('tool calls', () => {
  it('show the decision and then the result with its pictures', () => {
    const image = new Uint8Array([1]);
    const done = play([
      call('1', 'Bash'),
      { type: 'approval', id: '1', tool: 'Bash', level: 'risky', decision: 'asked', by: 'person', reasons: ['runs'] },
      { type: 'approval', id: '1', tool: 'Bash', level: 'risky', decision: 'allow', by: 'person', reasons: ['runs'] },
      { type: 'tool_result', id: '1', result: result(), images: [image] },
    ]);
    expect(tools(done)).toMatchObject([{ approval: { decision: 'allow', by: 'person' }, result: { status: 'success' }, images: [image] }]);
  });

  it('give a result to the latest call when a model uses an id again', () => {
    const done = play([call('1'), { type: 'tool_result', id: '1', result: result({ text: 'old' }) }, call('1'), { type: 'tool_result', id: '1', result: result({ text: 'new' }) }]);
    expect(tools(done).map((item) => item.result?.text)).toEqual(['old', 'new']);
  });

  it('are named after the element the last look at the screen knows', () => {
    const elements = [{ ref: 'e1', name: 'Cancel' }, { ref: 'e2', name: 'Save' }];
    const done = play([call('1', 'Observe'), { type: 'tool_result', id: '1', result: result({ data: { elements } }) }, call('2', 'Computer', { action: 'click', ref: 'e2' })]);
    expect(tools(done).map((item) => item.target)).toEqual([null, 'Save']);
  });

  it('keep the latest pictures only, since the trace has them all', () => {
    const shot = (id: string): RunEvent[] => [call(id), { type: 'tool_result', id, result: result(), images: [new Uint8Array([1])] }];
    const pictures = tools(play(Array.from({ length: 25 }, (_, index) => shot(String(index))).flat())).map((item) => item.images.length);
    expect(pictures).toEqual([...Array<number>(5).fill(0), ...Array<number>(20).fill(1)]);
  });

  it('are left out when their call is unknown', () => {
    const before = play([start]);
    expect(play([{ type: 'tool_result', id: 'x', result: result() }], before)).toEqual(before);
  });

  it('keep the identity of everything else, so that only what changed is drawn again', () => {
    const before = play([{ type: 'user', text: 'go' }, call('1')]);
    const after = play([{ type: 'tool_result', id: '1', result: result() }], before);
    expect(after.items[0]).toBe(before.items[0]);
    expect(after.items[1]).not.toBe(before.items[1]);
  });
});

describe('the plan', () => {
  const todos = [{ content: 'Open Calc', status: 'in_progress' }];

  it('is what TodoWrite answered', () => {
    const done = play([call('1', 'TodoWrite', { todos: [] }), { type: 'tool_result', id: '1', result: result({ data: { todos } }) }]);
    expect(done.todos).toEqual(todos);
  });

  it('stays when TodoWrite failed', () => {
    const first = play([call('1', 'TodoWrite'), { type: 'tool_result', id: '1', result: result({ data: { todos } }) }]);
    const failed = result({ status: 'error', error: { code: 'INVALID_PARAM', message: 'm', hint: 'h' }, data: { todos: [] } });
    expect(play([call('2', 'TodoWrite'), { type: 'tool_result', id: '2', result: failed }], first).todos).toEqual(todos);
  });

  it('is empty again when the next run begins', () => {
    const first = play([start, call('1', 'TodoWrite'), { type: 'tool_result', id: '1', result: result({ data: { todos } }) }]);
    expect(play([start], first).todos).toEqual([]);
  });
});

describe('questions', () => {
  const question: RunEvent = { type: 'question', id: 'q1', question: 'Which?', options: ['A', 'B'] };

  it('are open until AskUser has its result', () => {
    const asked = play([call('1', 'AskUser'), question]);
    expect(asked.items.at(-1)).toMatchObject({ kind: 'question', open: true, options: ['A', 'B'] });
    expect(play([{ type: 'tool_result', id: '1', result: result() }], asked).items.at(-1)).toMatchObject({ open: false });
  });

  it('are closed by the end of the run', () => {
    const { items } = play([question, { type: 'run_end', status: 'stopped', text: 'Stopped.' }]);
    expect(items[0]).toMatchObject({ kind: 'question', open: false, answer: null });
  });
});

describe('the end of a run', () => {
  it('does not say again what a notice has just said', () => {
    const { items } = play([start, { type: 'notice', code: 'MODEL_AUTH', text: 'The key was refused.' }, { type: 'run_end', status: 'failed', text: 'The key was refused.' }]);
    expect(items.at(-1)).toMatchObject({ kind: 'end', status: 'failed', text: '' });
  });

  it('says how long it took and does not repeat the last message', () => {
    const { items, endedAt } = play([start, { type: 'assistant', text: 'All done.' }, { type: 'run_end', status: 'completed', text: 'All done.' }]);
    expect(items.at(-1)).toMatchObject({ kind: 'end', status: 'completed', text: '', elapsed: 2000 });
    expect(endedAt).toBe(3000);
    expect(play([start, { type: 'run_end', status: 'completed', text: '', elapsed_ms: 65_000 }]).items.at(-1)).toMatchObject({ elapsed: 65_000 });
  });

  it('gives its reason when that is not said yet, and marks what was cut off', () => {
    const { items } = play([start, { type: 'delta', text: 'I am' }, call('1'), { type: 'run_end', status: 'failed', text: 'The server is gone.' }]);
    expect(items).toMatchObject([{ streaming: false }, { abandoned: true }, { kind: 'end', text: 'The server is gone.' }]);
  });

  it('adds up tokens over the session and remembers that some were estimated', () => {
    const use = (estimated: boolean): RunEvent => ({ type: 'usage', input_tokens: 10, output_tokens: 1, estimated });
    expect(play([use(true), use(false)]).usage).toEqual({ input: 20, output: 2, estimated: true, cost: null });
    expect(play([{ type: 'usage', input_tokens: 1, output_tokens: 1, estimated: false, cost_usd: 0.02 }, use(false), { type: 'usage', input_tokens: 1, output_tokens: 1, estimated: false, cost_usd: 0.01 }]).usage.cost).toBeCloseTo(0.03);
  });

  it.each(['MODEL_RETRY', 'MODEL_FEATURE'])('drops the half of an answer that is asked for again: %s', (code) => {
    const { items } = play([{ type: 'delta', text: 'Half an ans' }, { type: 'notice', code, text: 'again', wait_ms: 1000 }, { type: 'delta', text: 'A whole one.' }]);
    expect(items.map((item) => (item.kind === 'notice' ? item.until : item.kind === 'assistant' ? item.text : item.kind))).toEqual([expect.any(Number), 'A whole one.']);
  });
});
