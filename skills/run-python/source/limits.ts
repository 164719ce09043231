const mib = 1024 * 1024;

/** What a program may use. Bytes, unless said otherwise. SKILL.md tells the same numbers. */
export const limits = {
  /** Address space of one process. */
  memory: 1024 * mib,
  /** Memory in use by all its processes. */
  allMemory: 1536 * mib,
  /** Processes and threads. */
  processes: 32,
  file: 100 * mib,
  /** What all files of the output folder may grow by. */
  allFiles: 500 * mib,
  temporary: 64 * mib,
  printed: 200_000,
  /** Seconds. */
  usualTime: 30,
  longestTime: 300,
} as const;

/** A limit that ended a program, or the fault of its own that it is known by. */
export type Limit = 'start' | 'time' | 'cpu' | 'memory' | 'processes' | 'files' | 'file' | 'network' | 'place';

/** What is said when a limit was met, and what to do then. */
export function explainLimit(limit: Limit, seconds: number, output: string): { message: string; hint: string } {
  switch (limit) {
    case 'start':
      return { message: 'Nothing was run: the isolated place did not start within a minute.', hint: 'The machine is very busy: try again when other programs have ended.' };
    case 'time':
      return { message: `Stopped: the time limit of ${seconds} s was reached.`, hint: longer(seconds) };
    case 'cpu':
      return { message: `Stopped: the processor limit of ${seconds} s was used up.`, hint: longer(seconds) };
    case 'memory':
      return { message: 'Stopped: the memory limit was reached (1 GB for one process, 1.5 GB for all).', hint: 'Read and work in pieces, for example row by row, or with fewer processes.' };
    case 'processes':
      return { message: `Stopped: the limit of ${limits.processes} processes and threads was reached.`, hint: 'Start fewer processes or threads, and wait for those that have ended.' };
    case 'files':
      return { message: 'Stopped: the limit of 500 MB for all files was reached.', hint: 'Write less, or compressed (gzip).' };
    case 'file':
      return { message: 'Stopped: the limit of 100 MB for one file was reached.', hint: 'Write less, or into several files.' };
    case 'network':
      return { message: 'There is no network here.', hint: 'Fetch what is needed with another tool into the workspace first, then read it from there.' };
    case 'place':
      return { message: 'That place can’t be written.', hint: `Only ${output} (in the environment as OUTPUT) and /tmp can be written; name another folder of the workspace as output.` };
  }
}

const longer = (seconds: number): string =>
  seconds >= limits.longestTime ? 'That is the longest there is: do the work in several runs.' : `Look for a loop without end; otherwise call again with a larger seconds (${limits.longestTime} at most) or less data.`;
