import { expect, it } from 'vitest';
import type { Message } from '../model';
import { createPlanner } from './planner';

/** Answers every call with this envelope and returns whether the answer owns up to something not done. */
async function isUnmet(request: string, envelope: object, tools: string[] = ['Write', 'Read', 'LS']): Promise<boolean> {
  const planner = createPlanner();
  const messages: Message[] = [{ role: 'user', text: request }];
  for (;;) {
    const turn = await planner.turn(
      { messages, tools: tools.map((name) => ({ name, description: '', parameters: {} })) },
      { signal: new AbortController().signal, onDelta: () => undefined, onNotice: () => undefined },
    );
    if (turn.calls.length === 0) return turn.unmet ?? false;
    messages.push({ role: 'assistant', text: turn.text, calls: turn.calls });
    for (const call of turn.calls) messages.push({ role: 'tool', callId: call.id, name: call.name, text: JSON.stringify(envelope) });
  }
}

const base = { data: {}, text: '', stats: { time_ms: 1 }, context: { cwd: '/w', params_input: {} } };
const failed = { ...base, status: 'error', error: { code: 'ACCESS_DENIED', message: 'no', hint: '' } };

it.each(['Book me a flight to Rome', '帮我订机票'])('%s: not understood counts as not done', async (request) => {
  expect(await isUnmet(request, { ...base, status: 'success' })).toBe(true);
});

it('a call that failed counts as not done', async () => {
  expect(await isUnmet('list files in docs', failed)).toBe(true);
});

it('a letter without a desktop counts as not done', async () => {
  expect(await isUnmet('Write a letter to Ann: see you soon. Save it as ann.odt', failed)).toBe(true);
});

it.each(['hello', 'What is 2 + 2?'])('%s: answered counts as done', async (request) => {
  expect(await isUnmet(request, failed)).toBe(false);
});
