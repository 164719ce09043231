import { randomUUID } from 'node:crypto';
import type { AnswerQuestion, AppState, StartRun } from '../../preload/contract/bridge';
import type { RunRoutine } from '../../preload/contract/routines';
import type { TrySkill } from '../../preload/contract/skills';
import type { RunEvent, RunStatus } from '../../preload/contract/run-event';

/** What a run may use of the person's controls. */
export interface RunControls {
  session: string;
  /** The person wants the offline planner for this run. */
  planner: boolean;
  /** A routine that is done again in this run. */
  routine: RunRoutine | null;
  /** One call of a skill that the person tries. */
  trial: TrySkill | null;
  signal: AbortSignal;
  emit(event: RunEvent): void;
  /** Pending while the person has paused the run. */
  whenUnpaused(): Promise<void>;
  /** Asks in the chat; rejects when the run is stopped. */
  ask(question: string, options: string[]): Promise<string>;
}

export interface RunManagerOptions {
  newSession(): string;
  /** Does one task to its end and emits its events, `run_start` to `run_end`. */
  perform(task: string, controls: RunControls): Promise<unknown>;
  emit(event: RunEvent): void;
  /** Whether a run is active, paused, or of which session, has changed. */
  onChange(): void;
  /** After a run's end, before another can begin: hands off the desktop. */
  onEnd(status: RunStatus): Promise<void>;
}

/** One run at a time, and the person's hold on it. */
export interface RunManager {
  /** Begins a run; throws while another is active. A request without a session begins a new one. */
  start(request: StartRun & { routine?: RunRoutine; trial?: TrySkill }): { session: string };
  /** Resolves when the run has ended; at once when there is none. */
  stop(): Promise<void>;
  /** Stops, and begins no run any more. */
  close(): Promise<void>;
  pause(paused: boolean): void;
  /** Throws when nothing with this id waits for an answer. */
  answer(answer: AnswerQuestion): void;
  /** The run that goes on, with what no record of it holds yet; null when there is none. */
  ongoing(): OngoingRun | null;
  state(): AppState['run'];
}

/** For a window that was loaded anew. */
export interface OngoingRun {
  session: string;
  /** When it began, wall-clock milliseconds. */
  since: number;
  /** The answer as far as it has streamed, and what waits for the person's answer. */
  unrecorded: RunEvent[];
}

interface ActiveRun {
  session: string;
  since: number;
  /** What has streamed of the answer that is being given. */
  streamed: string;
  planner: boolean;
  routine: RunRoutine | null;
  trial: TrySkill | null;
  abort: AbortController;
  ended: Promise<void>;
  questions: Map<string, OpenQuestion>;
}

interface OpenQuestion {
  event: Extract<RunEvent, { type: 'question' }>;
  settle(text: string): void;
}

export function createRunManager(options: RunManagerOptions): RunManager {
  let active: ActiveRun | null = null;
  let closed = false;
  let lastSession: string | null = null;
  let resume: (() => void) | null = null;
  let unpaused: Promise<void> = Promise.resolve();

  const pause = (paused: boolean): void => {
    if (paused === (resume !== null) || (paused && !active)) return;
    if (paused) {
      unpaused = new Promise((resolve) => {
        resume = resolve;
      });
    } else {
      resume?.();
      resume = null;
    }
    options.onChange();
  };

  const run = async (task: string, current: ActiveRun): Promise<void> => {
    const { session, planner, routine, trial, abort, questions } = current;
    let end: Extract<RunEvent, { type: 'run_end' }> | null = null;
    let begun = false;
    const emit = (event: RunEvent): void => {
      begun ||= event.type === 'run_start';
      if (event.type === 'delta') current.streamed += event.text;
      else if (endsStreaming(event)) current.streamed = '';
      // The end is told once the run is truly over, so that who hears it may begin the next one.
      if (event.type === 'run_end') end = event;
      else options.emit(event);
    };
    const ask = (question: string, choices: string[]): Promise<string> =>
      new Promise((resolve, reject) => {
        if (abort.signal.aborted) {
          reject(abort.signal.reason);
          return;
        }
        const id = randomUUID();
        const onAbort = (): void => {
          questions.delete(id);
          reject(abort.signal.reason);
        };
        abort.signal.addEventListener('abort', onAbort, { once: true });
        const event: OpenQuestion['event'] = { type: 'question', id, question, options: choices };
        questions.set(id, {
          event,
          settle(text) {
            questions.delete(id);
            abort.signal.removeEventListener('abort', onAbort);
            resolve(text);
          },
        });
        emit(event);
      });
    try {
      await options.perform(task, { session, planner, routine, trial, signal: abort.signal, emit, whenUnpaused: () => unpaused, ask });
    } catch (error) {
      // It failed before the loop could say what was asked: the person's words must be there all the same.
      if (!begun) {
        emit({ type: 'run_start', session, model: '', workspace: '' });
        emit({ type: 'user', text: task });
      }
      end ??= { type: 'run_end', status: 'failed', text: messageOf(error) };
    }
    const last: Extract<RunEvent, { type: 'run_end' }> = end ?? { type: 'run_end', status: 'failed', text: '' };
    await options.onEnd(last.status).catch((error: unknown) => {
      options.emit({ type: 'notice', code: 'INTERNAL_ERROR', text: messageOf(error) });
    });
    active = null;
    resume?.();
    resume = null;
    options.emit(last);
    options.onChange();
  };

  const stop = async (): Promise<void> => {
    if (!active) return;
    const { abort, ended } = active;
    abort.abort();
    await ended;
  };

  return {
    start({ text, session: wanted, planner = false, routine = null, trial = null }) {
      if (closed) throw new Error('Deskwright is closing.');
      if (active) throw new Error('A run is active already. Stop it first.');
      const current: ActiveRun = {
        session: wanted ?? options.newSession(),
        since: Date.now(),
        streamed: '',
        planner,
        routine,
        trial,
        abort: new AbortController(),
        // A turn of the event loop later, so that the caller knows the session before the first event of it.
        ended: new Promise<void>((resolve) => {
          setImmediate(() => void run(text, current).then(resolve));
        }),
        questions: new Map(),
      };
      lastSession = current.session;
      active = current;
      options.onChange();
      return { session: current.session };
    },
    stop,
    async close() {
      closed = true;
      await stop();
    },
    pause,
    answer({ id, text }) {
      const question = active?.questions.get(id);
      if (!question) throw new Error('This question no longer waits for an answer.');
      question.settle(text);
    },
    ongoing() {
      if (!active) return null;
      const { session, since, streamed, questions } = active;
      return { session, since, unrecorded: [...(streamed ? [{ type: 'delta', text: streamed } as const] : []), ...[...questions.values()].map(({ event }) => event)] };
    },
    state: () => ({ active: active !== null, paused: resume !== null, session: lastSession }),
  };
}

/** Whether a record tells from here on what was streamed, or it is asked for anew. */
function endsStreaming(event: RunEvent): boolean {
  if (event.type === 'notice') return event.code === 'ANSWER_NOT_USED' || event.code === 'MODEL_RETRY' || event.code === 'MODEL_FEATURE';
  return event.type === 'assistant' || event.type === 'tool_call' || event.type === 'run_start';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
