import { expect, it } from 'vitest';
import type { Envelope } from '../../../preload/contract/envelope';
import type { Message } from '../model';
import { createTrial } from './one-call';

const envelope = (data: Record<string, unknown>, text: string, failed = false): Envelope => ({
  status: failed ? 'error' : 'success',
  data,
  text,
  ...(failed ? { error: { code: 'INVALID_PARAM' as const, message: text, hint: '' } } : {}),
  stats: { time_ms: 1 },
  context: { cwd: '/w', params_input: {} },
});

/** Runs the trial of a skill that answers in this order. */
async function run(...answers: Envelope[]): Promise<{ calls: unknown[]; text: string; unmet: boolean }> {
  const trial = createTrial({ name: 'sums', args: { expression: '1+1' } }, 'en');
  const messages: Message[] = [{ role: 'user', text: 'Try the skill sums' }];
  const calls: unknown[] = [];
  for (;;) {
    const turn = await trial.turn({ messages: [...messages], tools: [] }, { signal: new AbortController().signal, onDelta: () => undefined, onNotice: () => undefined });
    messages.push({ role: 'assistant', text: turn.text, calls: turn.calls });
    const [call] = turn.calls;
    if (!call) return { calls, text: turn.text, unmet: turn.unmet === true };
    calls.push(JSON.parse(call.arguments));
    const answer = answers[calls.length - 1];
    if (!answer) throw new Error('It called once more than expected.');
    messages.push({ role: 'tool', callId: call.id, name: call.name, text: JSON.stringify(answer) });
  }
}

it('calls once with the arguments of the form and tells the answer', async () => {
  expect(await run(envelope({ result: 2 }, '2'))).toEqual({ calls: [{ name: 'sums', args: { expression: '1+1' } }], text: 'The skill sums answered: 2', unmet: false });
});

it('says why there is no result, and does not try again', async () => {
  const { calls, text, unmet } = await run(envelope({}, 'expression is missing', true));
  expect(calls).toHaveLength(1);
  expect(unmet).toBe(true);
  expect(text).toBe('The skill sums gave no result (INVALID_PARAM): expression is missing');
});

it('waits for the end of long work', async () => {
  const { calls, text } = await run(envelope({ task_id: 't1', state: 'running' }, 'at work'), envelope({ task_id: 't1', state: 'running' }, '40 %'), envelope({ task_id: 't1', state: 'ended' }, 'all done'));
  expect(calls.slice(1)).toEqual([{ name: 'sums', args: { task_id: 't1' } }, { name: 'sums', args: { task_id: 't1' } }]);
  expect(text).toContain('all done');
});
