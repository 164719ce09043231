import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { SkillProgram } from '../skill';
import type { ProgramLimits } from './program';

/** Room beside a program's own data, megabytes: what an interpreter sets aside for itself and its threads. */
const setAside = { bundled: 0, node: 768, python: 256, shell: 64 } as const;
/** The largest file a skill may write, megabytes. */
const largestFile = 512;

/** What a program may take. A bundled one that drives others (a browser, an office) needs many processes. */
export function limitsOf({ declaration, kind }: SkillProgram): ProgramLimits {
  return { memoryMb: declaration.memoryMb, processes: kind === 'bundled' ? 256 : 64 };
}

/**
 * Words that start a program under limits of the system itself: they hold from its first instruction
 * on, however fast it is. `bash` is the program that sets them.
 */
export function limitedWords(bash: string, program: SkillProgram, limits: ProgramLimits): string[] {
  const data = (limits.memoryMb + setAside[program.kind]) * 1024;
  const commands = ['ulimit -c 0', `ulimit -f ${largestFile * 1024}`, 'ulimit -n 1024', `ulimit -d ${data}`, `ulimit -u ${mostThreads(limits)}`];
  return [bash, '--noprofile', '--norc', '-c', `${commands.map((command) => `${command} 2>/dev/null`).join('; ')}; exec "$@"`, 'skill'];
}

/**
 * The system counts threads, and on older kernels all of the account's, not only the program's. For the
 * administrator it counts none: there the watch alone looks after them.
 */
function mostThreads({ processes }: ProgramLimits): number {
  return threadsOfAccount() + processes * 3;
}

function threadsOfAccount(): number {
  const account = process.getuid?.();
  try {
    const own = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statSync(`/proc/${name}`, { throwIfNoEntry: false })?.uid === account);
    return own.reduce((sum, name) => sum + threadsOf(name), 0);
  } catch {
    return 0;
  }
}

function threadsOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[17] ?? 0);
  } catch {
    return 0;
  }
}
