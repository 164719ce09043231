import type { Hidden } from './hidden-files';
import type { Request } from './request';

/** A way to start a program that sees and changes little of this machine. */
export interface Cage {
  kind: 'bubblewrap' | 'docker';
  /** Program and words that start the request's Python file; the environment it is started with is empty but for PATH. */
  command(run: CagedRun): string[];
  /** What to do when the started program was killed from outside, besides killing it. */
  remove?(name: string): void;
  /** Whether files come out as another owner's, who must be made ours. */
  ownsFiles: boolean;
}

export interface CagedRun {
  request: Request;
  /** Real path. */
  workspace: string;
  hidden: Hidden;
  /** Files of ours that it needs: the one that sets limits, and the program when it was given as text. */
  launch: string;
  code: string | null;
  /** Bytes that all its processes together may use. */
  allMemory: number;
  /** Unlike that of any other run. */
  name: string;
}

/** The descriptor on which launch.py tells that the program itself begins. */
export const begunAt = 3;

/** Where they are in the cage. */
export const inside = { launch: '/run/deskwright/launch.py', code: '/run/deskwright/program.py' } as const;

/** The environment in a cage; nothing of ours comes along. */
export function environmentOf(request: Request): Record<string, string> {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: '/tmp',
    TMPDIR: '/tmp',
    LANG: 'C.UTF-8',
    OUTPUT: request.output,
    MPLBACKEND: 'Agg',
    // Numerical libraries else start a thread for each processor and reserve memory for each.
    OMP_NUM_THREADS: '1',
    OPENBLAS_NUM_THREADS: '1',
  };
}
