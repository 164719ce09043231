import { execFile } from 'node:child_process';

/** A machine that stands nearly still may take this long over starting a program, milliseconds. */
const trialMs = 60_000;

/** The system has no room for one more program right now. */
const noRoom = /Resource temporarily unavailable|Cannot allocate memory|Too many open files|EAGAIN|ENOMEM|EMFILE|ENFILE/;

/** What came of a trial: it works, it was refused, or the machine was too busy to tell; and what was said. */
export type Trial = { kind: 'works' } | { kind: 'refused' | 'busy'; said: string };

/**
 * Runs a program to see whether the system lets it. A busy machine is no refusal: who takes it for one would have less
 * of a cage for good, only because of one moment. Never rejects.
 */
export function tryProgram(program: string, words: readonly string[]): Promise<Trial> {
  return new Promise((resolve) => {
    const child = execFile(program, words, (error, _stdout, stderr) => {
      clearTimeout(timer);
      if (error === null) return resolve({ kind: 'works' });
      const said = stderr.trim().split('\n')[0] || `it does not hold: ${String(error.code ?? error.message)}`;
      resolve({ kind: noRoom.test(said) ? 'busy' : 'refused', said });
    });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      resolve({ kind: 'busy', said: `it gave no answer within ${trialMs / 1000} seconds` });
    }, trialMs);
  });
}
