import { randomBytes } from 'node:crypto';
import { envelopeSchema, type Envelope } from '../../../preload/contract/envelope';
import { say } from '../../locales/say';
import type { Message, Model, Turn, TurnHooks, TurnRequest } from '../model';
import { carryOut } from './carry-out';
import type { Ending, Plan } from './script';
import { languageOf } from './understand/language';

type Task = Plan<Ending>;

interface Running {
  script: Task;
  /** The call whose result the script waits for. */
  callId: string;
}

interface PlannerOptions {
  today?: () => Date;
  name?: string;
  /** What turns a request into calls; the documented tasks by default. */
  carry?: typeof carryOut;
}

/**
 * The model that is there when none is configured: reads a request by rules, does a documented
 * set of tasks (TASKS.md) with the same tools and through the same gate, and says so when it
 * doesn't understand. It keeps only the coroutine of the running task; everything else is in the
 * conversation it is given.
 */
export function createPlanner({ today = () => new Date(), name = 'offline planner', carry = carryOut }: PlannerOptions = {}): Model {
  let running: Running | null = null;
  const prefix = `plan_${randomBytes(4).toString('hex')}`;
  let calls = 0;

  /** Goes on to the next call that has to be waited for; asides before it are made in the same turn. */
  const advance = (script: Task, envelope: Envelope | null): Turn => {
    const made: Turn['calls'] = [];
    running = null;
    let step = envelope ? script.next(envelope) : script.next();
    for (;;) {
      if (step.done && made.length === 0) return { ...turnOf(step.value.text, []), unmet: step.value.unmet };
      const call = step.done ? null : step.value;
      if (call) made.push({ id: `${prefix}_${++calls}`, name: call.tool, arguments: JSON.stringify(call.arguments) });
      if (!call?.aside) {
        running = { script: step.done ? answered(step.value) : script, callId: made.at(-1)?.id ?? '' };
        return turnOf(call?.why ?? '', made);
      }
      step = script.next();
    }
  };

  const answer = ({ messages, tools }: TurnRequest): Turn => {
    const waiting = running;
    const result = waiting && resultOf(waiting.callId, messages);
    if (waiting && result) return advance(waiting.script, result);
    const request = newRequest(messages);
    if (request !== null) return advance(carry(request, tools.map((tool) => tool.name), today()), null);
    running = null;
    return { ...turnOf(say(languageOf(lastRequest(messages)), 'planner.lost_thread'), []), unmet: true };
  };

  return {
    name,
    byRules: true,
    async turn(request: TurnRequest, hooks: TurnHooks): Promise<Turn> {
      hooks.signal.throwIfAborted();
      const turn = answer(request);
      if (turn.text) hooks.onDelta(turn.text);
      return turn;
    },
  };
}

/** A script that has nothing left but its answer. */
function* answered(ending: Ending): Task {
  return ending;
}

function turnOf(text: string, calls: Turn['calls']): Turn {
  return { text, calls, usage: { inputTokens: 0, outputTokens: 0, estimated: false }, finish: calls.length > 0 ? 'calls' : 'stop' };
}

/** The result of that call, if nothing but results and the loop's own notes came after it. */
function resultOf(callId: string, messages: readonly Message[]): Envelope | null {
  for (const message of [...messages].reverse()) {
    if (message.role === 'assistant') return null;
    if (message.role === 'tool' && message.callId === callId) return parseEnvelope(message.text);
  }
  return null;
}

/** The loop may add lines after the envelope's JSON ("an earlier picture is no longer shown"). */
function parseEnvelope(text: string): Envelope | null {
  try {
    return envelopeSchema.parse(JSON.parse(text.split('\n', 1)[0] ?? ''));
  } catch {
    return null;
  }
}

/** The person's words at the end of the conversation; notes of the loop and its list of steps may stand among them. */
function newRequest(messages: readonly Message[]): string | null {
  for (const message of [...messages].reverse()) {
    if (message.role !== 'user') return null;
    if (!/^\[(Deskwright\]|\d+\/\d+\]) /.test(message.text)) return message.text;
  }
  return null;
}

function lastRequest(messages: readonly Message[]): string {
  return [...messages].reverse().find((message) => message.role === 'user' && !message.text.startsWith('['))?.text ?? '';
}
