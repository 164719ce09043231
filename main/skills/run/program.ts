import { spawn, type ChildProcess } from 'node:child_process';
import { admit, placePipes } from '../../tools/process-place';
import { endGroup, newMark, survivorsOf, track } from '../../tools/process-trail';
import { LineReader, mostOutput } from './lines';
import type { SkillChild } from './skill-child';
import { watchUsage } from './usage';

/** How a program ended. */
export interface ProgramEnd {
  code: number | null;
  signal: string | null;
  /** False when what isolates failed, or the program could not be started at all. */
  begun: boolean;
  /** What it took too much of, so that it was ended. */
  over: 'memory' | 'processes' | 'output' | null;
  /** The end of what it wrote to standard error. */
  errors: string;
  /** Processes it had left running, which were ended. */
  left: number;
}

/** A skill's program that runs: it takes lines and gives lines. */
export interface RunningProgram {
  write(line: string): void;
  /** No more lines come. */
  endInput(): void;
  /** Ends it with all that it started. */
  kill(): void;
  /** A further call may print as much as the first. */
  restartOutput(): void;
  /** Never rejects. */
  readonly ended: Promise<ProgramEnd>;
}

/** Starts a program; `onLine` gets each line that it prints. */
export type StartProgram = (onLine: (line: string) => void) => RunningProgram;

export interface ProgramLimits {
  memoryMb: number;
  processes: number;
}

/** Of standard error this much is kept, its end, characters. */
const keptErrors = 8000;
/** Output on its way after the end is awaited this long, milliseconds; nothing is left that could hold it open. */
const drainTime = 5000;

/** What both ways of starting share: limits, the end of standard error, and the end itself. */
class Watch {
  pid = -1;
  readonly ended: Promise<ProgramEnd>;
  readonly reader: LineReader;
  private errors = '';
  private over: ProgramEnd['over'] = null;
  private killed = false;
  private unwatch: () => void = () => undefined;
  private settle: (end: ProgramEnd) => void = () => undefined;

  constructor(onLine: (line: string) => void, private readonly limits: ProgramLimits, private readonly last: () => void) {
    this.reader = new LineReader(onLine, () => this.exceed('output'));
    this.ended = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  begin(pid: number, mark: ReturnType<typeof newMark>): void {
    this.pid = pid;
    track(pid, mark);
    if (this.killed) this.kill();
    else this.unwatch = watchUsage(pid, { bytes: this.limits.memoryMb * 1024 * 1024, processes: this.limits.processes }, (what) => this.exceed(what === 'bytes' ? 'memory' : 'processes'));
  }

  readonly complain = (chunk: Buffer): void => {
    this.errors = (this.errors + chunk.toString('utf8')).slice(-keptErrors);
  };

  readonly kill = (): void => {
    this.killed = true;
    this.unwatch();
    if (this.pid > 0) endGroup(this.pid);
    try {
      this.last();
    } catch {
      // It was gone already.
    }
  };

  /** The program itself is gone: what it left goes too. */
  bury(): number {
    this.unwatch();
    if (this.pid <= 0) return 0;
    const left = survivorsOf(this.pid).length;
    endGroup(this.pid);
    return left;
  }

  finish(end: Omit<ProgramEnd, 'errors' | 'over'>): void {
    this.settle({ ...end, errors: this.errors, over: this.over });
  }

  private exceed(what: NonNullable<ProgramEnd['over']>): void {
    this.over ??= what;
    this.kill();
  }
}

export interface OutsideStart {
  program: string;
  words: readonly string[];
  directory: string;
  environment: Record<string, string>;
  /** Whether the words begin with what isolates, and so say which place it made. */
  isolated: boolean;
  limits: ProgramLimits;
}

/** Starts a skill from outside: a program that reads and writes lines itself. */
export function startOutside({ program, words, directory, environment, isolated, limits }: OutsideStart, onLine: (line: string) => void): RunningProgram {
  const mark = newMark();
  const child = spawn(program, words, {
    cwd: directory,
    env: { ...environment, ...mark },
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe', ...placePipes(isolated)],
  });
  const watch = new Watch(onLine, limits, () => void child.kill('SIGKILL'));
  let begun = !isolated;
  let left = 0;
  // It may not read what it is given.
  child.stdin?.on('error', () => undefined);
  child.stdout?.on('data', watch.reader.add);
  child.stderr?.on('data', watch.complain);
  onEnd(child, (code, signal, failure) => {
    watch.reader.end();
    if (failure !== null) watch.complain(Buffer.from(failure));
    watch.finish({ code, signal, begun: begun && failure === null, left });
  }, () => {
    const survivors = watch.bury();
    // In a world of its own what is left is about to end anyway.
    left = isolated ? 0 : survivors;
  });
  if (child.pid !== undefined) watch.begin(child.pid, mark);
  admit(child, watch.pid, () => {
    begun = true;
  });
  return {
    write: (line) => void child.stdin?.write(`${line}\n`),
    endInput: () => void child.stdin?.end(),
    kill: watch.kill,
    restartOutput: () => watch.reader.restart(),
    ended: watch.ended,
  };
}

/** Tells once, after the program's end and all its output; `buried` when the program itself is gone. */
function onEnd(child: ChildProcess, tell: (code: number | null, signal: string | null, failure: string | null) => void, buried: () => void): void {
  let told = false;
  const once = (...how: Parameters<typeof tell>): void => {
    if (!told) tell(...how);
    told = true;
  };
  child.once('error', (error) => once(null, null, error.message));
  child.once('exit', (code, signal) => {
    buried();
    const timer = setTimeout(() => once(code, signal, null), drainTime);
    child.once('close', () => {
      clearTimeout(timer);
      once(code, signal, null);
    });
  });
}

export interface BundledStart {
  /** A process with the bootstrap, and the mark it carries. */
  take(): { child: SkillChild; mark: ReturnType<typeof newMark> };
  /** The skill's run.js. */
  file: string;
  directory: string;
  environment: Record<string, string>;
  limits: ProgramLimits;
}

/** Starts a bundled skill: part of the app, in a process of its own that may crash, hang and be ended. */
export function startBundled({ take, file, directory, environment, limits }: BundledStart, onLine: (line: string) => void): RunningProgram {
  const { child, mark } = take();
  const watch = new Watch(onLine, limits, () => child.kill());
  let done = false;
  let failed = false;
  let printed = 0;
  child.onOutput(watch.complain);
  child.onMessage((message) => {
    if ('line' in message) {
      printed += Buffer.byteLength(message.line);
      if (printed > mostOutput) watch.reader.add(Buffer.alloc(mostOutput + 1));
      else onLine(message.line);
    } else if ('done' in message) {
      done = true;
      watch.kill();
    } else {
      failed = true;
      watch.complain(Buffer.from(`\nError: ${message.failed}\n`));
      watch.kill();
    }
  });
  child.onExit((code, signal) => {
    const left = watch.bury();
    watch.finish({ code: done ? 0 : failed ? 1 : code, signal: done || failed ? null : signal, begun: watch.pid > 0, left: done ? 0 : left });
  });
  child.onSpawn((pid) => watch.begin(pid, mark));
  child.post({ begin: { file, environment, directory } });
  return {
    write: (line) => child.post({ line }),
    endInput: () => child.post({ end: true }),
    kill: watch.kill,
    restartOutput: () => {
      printed = 0;
    },
    ended: watch.ended,
  };
}
