import type { ErrorCode } from '../../../preload/contract/envelope';
import { mostOutput } from './lines';
import type { ProgramEnd, ProgramLimits } from './program';
import { piece } from './said';

export interface Fault {
  status: 'error';
  code: ErrorCode;
  message: string;
  hint: string;
}

export function fault(code: ErrorCode, message: string, hint: string): Fault {
  return { status: 'error', code, message, hint };
}

const outOfMemory = /MemoryError|heap out of memory|Array buffer allocation failed|Invalid array buffer length|cannot allocate|bad_alloc|Out of memory|ENOMEM/i;
const noMoreProcesses = /Resource temporarily unavailable|retry: Resource|can't start new thread|EAGAIN/i;

/** Why a program ended without an answer, for the model: what happened, and what to try. */
export function whyEnded(name: string, { code, signal, begun, over, errors }: ProgramEnd, limits: ProgramLimits): Fault {
  const memory = `${name} needed more memory than its ${limits.memoryMb} MB, so it was ended with all it had started.`;
  if (over === 'memory') return fault('TOO_LARGE', memory, 'Give it less at once, or use another way.');
  if (over === 'processes') return fault('EXECUTION_ERROR', `${name} started more than ${limits.processes} processes, so all of them were ended.`, 'The skill is faulty or hostile: do not call it again, and tell the person.');
  if (over === 'output') return fault('TOO_LARGE', `${name} printed more than ${mostOutput / 1024 / 1024} MB or 20,000 lines, so it was ended.`, 'Ask it for less at once.');
  if (!begun) return fault('EXECUTION_ERROR', `${name} could not be started: ${lastWords(errors) || 'no reason was given'}`, 'This is a fault of the system or of the skill, not of the call. Tell the person.');
  if (code !== 0 && outOfMemory.test(errors)) return fault('TOO_LARGE', memory, 'Give it less at once, or use another way.');
  const words = lastWords(errors);
  const last = words === '' ? '' : ` Its last words: ${words}`;
  const how = signal !== null ? `was ended by ${signal}` : code !== null && code > 128 ? `was ended by signal ${code - 128}` : `ended with exit code ${code ?? 'unknown'}`;
  const more = noMoreProcesses.test(errors) ? ` It may start no more than ${limits.processes} processes.` : '';
  return fault('EXECUTION_ERROR', `${name} ${how} before it answered.${last}${more}`, code === 0 ? 'The skill must print one JSON object with a status. Tell the person that the skill is faulty.' : 'Check the arguments against the skill’s description; if they are right, the skill is faulty: tell the person.');
}

/** The line of a program's complaints that says what was wrong: its own words, never the places in its code. */
export function lastWords(errors: string): string {
  const lines = withoutTrace(errors).split('\n').map((line) => line.trim()).filter(Boolean);
  const named = lines.filter((line) => /^(?:Uncaught )?[\w.]*(?:Error|Exception|Exit|Interrupt)\b/.test(line)).at(-1);
  const line = named ?? lines.filter((each) => !/^(Node\.js v|\^+$|throw )/.test(each)).at(-1);
  return line === undefined ? '' : piece(line);
}

/** A text without the lines of a stack trace; what a person could read stays. */
export function withoutTrace(text: string): string {
  const plain = text.replace(/\x1b\[[0-9;]*m/g, '').split('\n');
  const kept = plain.filter((line, index) => !/^\s+at\s.+|^Traceback \(most recent call last\):|^\s+File ".*", line \d+|^\s+[\^~]+\s*$|^node:internal|^\S+\.[cm]?js:\d+$/.test(line) && !/^\s+File ".*", line \d+/.test(plain[index - 1] ?? ''));
  return kept.join('\n').trim();
}
