import type { ProgramEnd, ProgramLimits, StartProgram } from './program';
import { piece, understand, type Said } from './said';
import { fault, whyEnded, type Fault } from './why-ended';

export type Answer = Extract<Said, { kind: 'answer' }>['answer'];

/** What came of one call of a program. */
export interface Answered {
  answer: Answer | Fault;
  /** The end of standard error. */
  diagnostics: string;
  /** Things that the model should know beside the answer. */
  notes: string[];
}

export interface Handed {
  name: string;
  args: Readonly<Record<string, unknown>>;
  limits: ProgramLimits;
  timeoutMs: number;
  signal: AbortSignal;
  progress(text: string, fraction: number | null): void;
  notice(code: string, text: string): void;
}

/** After its answer a program may tidy up this long, milliseconds; one that is slow to end must not be taken for one that hangs. */
const tidyTime = 5000;

/** Starts a program for one call: one line in, one answer out, and then nothing of it is left. Never rejects. */
export async function callOnce(start: StartProgram, handed: Handed): Promise<Answered> {
  const { name, signal, limits, timeoutMs } = handed;
  let answer: Answer | null = null;
  let stray: string | null = null;
  const odd: string[] = [];
  let tidy: NodeJS.Timeout | undefined;
  /** We ended it after its answer, so how it ended says nothing. */
  let cutShort = false;
  const program = start((line) => {
    const said = understand(line);
    if (said.kind === 'progress') handed.progress(said.text, said.fraction);
    else if (said.kind === 'notice') handed.notice(said.code, said.text);
    else if (answer !== null) stray ??= line;
    else if (said.kind === 'answer') {
      answer = said.answer;
      tidy = setTimeout(() => {
        cutShort = true;
        program.kill();
      }, tidyTime);
    } else odd.push(line);
  });
  program.write(JSON.stringify(handed.args));
  program.endInput();
  const interrupted = await endedOr(program.ended, timeoutMs, signal);
  clearTimeout(tidy);
  if (typeof interrupted === 'string') {
    program.kill();
    // Its answer had come; only the tidying up was cut short.
    const late = answer as Answer | null;
    if (interrupted === 'timeout' && late !== null && odd.length === 0 && stray === null) return { answer: late, diagnostics: '', notes: [] };
    return { answer: interruption(name, interrupted, timeoutMs), diagnostics: '', notes: [] };
  }
  const diagnostics = interrupted.errors;
  const notes = interrupted.left > 0 ? [`It left ${interrupted.left} processes running, which were ended.`] : [];
  return { answer: judge(name, answer, odd, stray, cutShort ? { ...interrupted, code: null } : interrupted, limits), diagnostics, notes };
}

/** The end, or why it wasn't awaited. */
export async function endedOr<T>(ended: Promise<T>, timeoutMs: number, signal: AbortSignal): Promise<T | 'timeout' | 'stopped'> {
  let timer: NodeJS.Timeout | undefined;
  let stop: () => void = () => undefined;
  const interruption = new Promise<'timeout' | 'stopped'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), timeoutMs);
    stop = () => resolve('stopped');
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([ended, interruption]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

export function interruption(name: string, why: 'timeout' | 'stopped', timeoutMs: number): Fault {
  return why === 'timeout'
    ? fault('TIMEOUT', `${name} took longer than ${timeoutMs} ms and was ended with all it had started.`, 'Ask it for less at once. If it hangs again, use another way and tell the person.')
    : fault('CANCELLED', `${name} was stopped.`, 'The person stopped the run; do not repeat it unless asked.');
}

function judge(name: string, answer: Answer | null, odd: string[], stray: string | null, end: ProgramEnd, limits: ProgramLimits): Answer | Fault {
  if (end.over !== null) return whyEnded(name, end, limits);
  const faulty = 'The skill does not keep to the protocol (one JSON object with a status on standard output, diagnostics on standard error). Tell the person.';
  if (stray !== null) return fault('EXECUTION_ERROR', `${name} wrote more after its answer: ${piece(stray)}`, faulty);
  if (answer !== null) {
    if (odd[0] !== undefined) return fault('EXECUTION_ERROR', `${name} wrote something else before its answer: ${piece(odd[0])}`, faulty);
    if (answer.status === 'ok' && end.code !== 0 && end.code !== null) return fault('EXECUTION_ERROR', `${name} reported success, but ended with exit code ${end.code}.`, 'What it did is not certain: check before you go on.');
    return answer;
  }
  if (odd.length === 0) return whyEnded(name, end, limits);
  // An object may be spread over several lines.
  const whole = understand(odd.join('\n'));
  if (whole.kind === 'answer') return whole.answer;
  const message = whole.kind === 'fault' ? whole.message : `It wrote ${piece(odd[0] ?? '')} and no answer.`;
  return fault('EXECUTION_ERROR', `${name} gave no usable answer. ${message}${end.code === 0 ? '' : ` ${whyEnded(name, end, limits).message}`}`, faulty);
}
