import type { RunEvent, RunStatus } from '../../preload/contract/run-event';
import type { Gate } from '../approval/verdict';
import type { Model, Turn, TurnRequest } from '../model/model';
import { ModelError } from '../model/model';
import type { RawCall } from '../tools/call';
import type { Registry } from '../tools/registry';
import type { ToolContext } from '../tools/tool';
import { untilStopped } from '../tools/until-stopped';
import { say } from '../locales/say';
import type { Language } from '../../preload/contract/settings';
import { Budget, costOf, wrapUp, type BudgetState, type Limits } from './budget';
import { CallRunner, type CallResult } from './call';
import type { ContextKeeper } from './context/keeper';
import { OUR_MARK } from './context/rounds';
import { todoState } from './context/todo-recap';
import type { Conversation } from './conversation';
import { StuckGuard } from './stuck/guard';

export interface RunDependencies {
  model: Model;
  registry: Registry;
  gate: Gate;
  /** Makes each request, inside the model's window. */
  context: ContextKeeper;
  /** Takes note of the person's words; what the model is to be reminded of beside them, null when nothing. */
  heed(task: string): Promise<string | null>;
  /** What skills have to say to the model since the last turn. */
  notes?(): string[];
  /** The way to the person when the work leads nowhere; null when nobody answers. */
  ask: ToolContext['ask'];
  /** Folder shown in run_start. */
  workspace: string;
  language: Language;
  /** Model turns before the run ends with status `limit`. */
  maxSteps: number;
  /** Further limits of the run. */
  limits?: Omit<Limits, 'steps'>;
  signal: AbortSignal;
  emit(event: RunEvent): void;
  /** Resolves when the run may go on; pending while the person has paused it. */
  whenUnpaused?(): Promise<void>;
}

export interface RunResult {
  status: RunStatus;
  text: string;
}

/** Answers without text or calls, or cut ones, are asked again this often before the run fails. */
const CORRECTIONS = 1;
/** Characters of an unusable answer that the person is shown. */
const LONGEST_QUOTE = 4_000;

/**
 * One task from the person's words to an end: model turn → calls → gate → tool → envelope → next
 * turn. Never rejects. Whatever ends it, every call the model made has an answer in the conversation.
 */
export async function runTask(task: string, conversation: Conversation, deps: RunDependencies): Promise<RunResult> {
  deps.emit({ type: 'run_start', session: conversation.session, model: deps.model.name, workspace: deps.workspace });
  deps.emit({ type: 'user', text: task });
  const result = await begin(task, conversation, deps).catch((error: unknown) => explainEnd(error, deps));
  deps.emit({ type: 'run_end', ...result });
  return result;
}

/** The person's words into the conversation, and the work they ask for. */
async function begin(task: string, conversation: Conversation, deps: RunDependencies): Promise<RunResult> {
  conversation.add({ role: 'user', text: deps.context.fitRequest(task) });
  const reminder = await deps.heed(task);
  if (reminder) conversation.add({ role: 'user', text: reminder });
  return work(conversation, deps);
}

async function work(conversation: Conversation, deps: RunDependencies): Promise<RunResult> {
  const runner = new CallRunner(deps);
  let corrections = CORRECTIONS;
  let deniedLast = false;
  const guard = new StuckGuard({ ask: deps.ask, language: deps.language, emit: deps.emit, tell: (text) => conversation.add({ role: 'user', text }) });
  const budget = new Budget({ ...deps.limits, steps: deps.maxSteps });
  for (;;) {
    const held = Date.now();
    if (deps.whenUnpaused) await untilStopped(deps.whenUnpaused(), deps.signal);
    deps.signal.throwIfAborted();
    budget.paused(Date.now() - held);
    const over = budget.exceeded();
    if (over) return { status: 'limit', text: limitText(over, deps.language) };
    for (const note of deps.notes?.() ?? []) conversation.add({ role: 'user', text: OUR_MARK + note });
    const near = budget.nearing();
    if (near) {
      conversation.add({ role: 'user', text: `${OUR_MARK}${wrapUp(near)}` });
      deps.emit({ type: 'notice', code: 'BUDGET_NEAR', text: say(deps.language, 'run.near_limit') });
    }
    const turn = await takeTurn(deps);
    budget.spend(turn.usage, costOf(turn.usage, turn.price ?? deps.model.price));
    const problem = problemOf(turn);
    if (problem) {
      const raw = turn.problem?.raw ?? turn.text;
      if (corrections-- <= 0) return { status: 'failed', text: say(deps.language, 'run.no_answer', { problem }) + quoted(raw, deps.language) };
      if (raw) conversation.add({ role: 'assistant', text: raw, calls: [] });
      const next = turn.problem?.form ? `Answer again, in this form:\n${turn.problem.form}` : turn.problem ? 'Answer again.' : 'Answer again, shorter.';
      conversation.add({ role: 'user', text: `${OUR_MARK}Your last answer was not used: ${problem} Nothing of it was executed. ${next}` });
      deps.emit({ type: 'notice', code: 'ANSWER_NOT_USED', text: say(deps.language, 'run.answer_not_used', { problem }) });
      continue;
    }
    corrections = CORRECTIONS;
    conversation.add({ role: 'assistant', text: turn.text, calls: turn.calls, ...(turn.reasoning ? { reasoning: turn.reasoning } : {}), ...(turn.said ? { said: turn.said } : {}) });
    if (turn.text) deps.emit({ type: 'assistant', text: turn.text });
    if (turn.calls.length === 0) {
      const status = deniedLast ? 'stopped' : turn.unmet ? 'failed' : 'completed';
      if (status === 'completed') tellOpenSteps(conversation, deps);
      return { status, text: turn.text };
    }
    const results = await runner.runAll(turn.calls, turn.batch);
    turn.calls.forEach((raw, index) => answer(raw, results[index], turn.calls.length, conversation, deps));
    deps.signal.throwIfAborted();
    deniedLast = results.some((result) => result.refused);
    const stuck = deps.model.byRules ? null : await guard.check(turn.calls, results);
    if (stuck) return stuck;
  }
}

/** An answer that leaves steps of its own list open is no proof that they are done: the person is told. */
function tellOpenSteps(conversation: Conversation, { emit, language }: RunDependencies): void {
  const steps = todoState(conversation.messages);
  if (!steps?.current || steps.done >= steps.all) return;
  emit({ type: 'notice', code: 'STEPS_OPEN', text: say(language, 'run.steps_open', { open: steps.all - steps.done, all: steps.all }) });
}

function limitText({ kind, allowed }: BudgetState, language: Language): string {
  return kind === 'steps' ? say(language, 'run.limit', { steps: allowed }) : say(language, `run.limit_${kind}`, { allowed });
}

/** A server may know better than we do how much it takes; it is believed this often in a turn. */
const WINDOW_LESSONS = 3;

async function takeTurn(deps: RunDependencies): Promise<Turn> {
  for (let lessons = WINDOW_LESSONS; ; lessons--) {
    const request = await untilStopped(deps.context.next(deps.signal), deps.signal);
    try {
      return await askModel(request, deps);
    } catch (error) {
      if (!(error instanceof ModelError) || error.code !== 'CONTEXT_LENGTH' || lessons <= 0) throw error;
      if (!deps.context.learn(request, error.contextWindow)) throw error;
    }
  }
}

async function askModel(request: TurnRequest, deps: RunDependencies): Promise<Turn> {
  const turn = await untilStopped(
    deps.model.turn(request, {
      signal: deps.signal,
      onDelta: (text) => {
        if (!deps.signal.aborted) deps.emit({ type: 'delta', text });
      },
      onNotice: (code, text, waitMs) => {
        deps.emit({ type: 'notice', code, text, ...(waitMs === undefined ? {} : { wait_ms: waitMs }) });
      },
    }),
    deps.signal,
  );
  const { inputTokens, outputTokens, estimated } = turn.usage;
  const cost = costOf(turn.usage, turn.price ?? deps.model.price);
  deps.emit({ type: 'usage', input_tokens: inputTokens, output_tokens: outputTokens, estimated, ...(cost === null ? {} : { cost_usd: cost }) });
  return turn;
}

/** The answer that could not be used, for the person to see. */
function quoted(raw: string, language: Language): string {
  return raw.trim() ? `\n\n${say(language, 'run.raw_answer')}\n${raw.slice(0, LONGEST_QUOTE)}` : '';
}

/** Why a turn can't be used, in words for the model; null when it can. */
function problemOf(turn: Turn): string | null {
  if (turn.problem) return turn.problem.message;
  if (turn.finish === 'length' && (turn.calls.length > 0 || !turn.text)) return 'It was cut off at the token limit.';
  if (turn.finish === 'filter' && (turn.calls.length > 0 || !turn.text)) return 'It was withheld by a content filter.';
  if (turn.calls.length === 0 && !turn.text.trim()) return 'It was empty.';
  return null;
}

function answer(raw: RawCall, result: CallResult | undefined, beside: number, conversation: Conversation, deps: RunDependencies): void {
  if (!result) return;
  conversation.add({
    role: 'tool',
    callId: raw.id,
    name: raw.name,
    text: deps.context.fitResult(result.envelope, beside),
    ...(result.images.length ? { images: result.images } : {}),
  });
}

function explainEnd(error: unknown, deps: RunDependencies): RunResult {
  if (deps.signal.aborted) return { status: 'stopped', text: say(deps.language, 'run.stopped') };
  if (error instanceof ModelError) {
    deps.emit({ type: 'notice', code: `MODEL_${error.code}`, text: error.message });
    return { status: 'failed', text: error.message };
  }
  const message = error instanceof Error ? error.message : String(error);
  deps.emit({ type: 'notice', code: 'INTERNAL_ERROR', text: message });
  return { status: 'failed', text: say(deps.language, 'run.internal_error', { message }) };
}
