import { endedOr, interruption, type Answer, type Answered, type Handed } from './call-once';
import type { ProgramEnd, RunningProgram, StartProgram } from './program';
import { understand } from './said';
import { fault, whyEnded } from './why-ended';

interface Current {
  id: number;
  handed: Handed;
  settle(answer: Answer | ReturnType<typeof fault>): void;
}

/** A program that serves all calls of a session, one after the other; started at the first, and anew after a crash. */
export class KeptProgram {
  private program: RunningProgram | null = null;
  private current: Current | null = null;
  private queue: Promise<unknown> = Promise.resolve();
  private nextId = 1;
  private died: ProgramEnd | null = null;
  private disposed = false;

  constructor(
    private readonly start: StartProgram,
    private readonly notice: (code: string, text: string) => void,
    /** It ended by itself while no call was under way. */
    private readonly onLost: (end: ProgramEnd) => void = () => undefined,
  ) {}

  get running(): boolean {
    return this.program !== null;
  }

  /** Starts it, unless it runs. */
  begin(): RunningProgram {
    if (this.program) return this.program;
    const program = this.start((line) => this.hear(program, line));
    this.program = program;
    void program.ended.then((end) => this.lost(program, end));
    return program;
  }

  /** Never rejects. */
  call(handed: Handed): Promise<Answered> {
    const turn = this.queue.then(() => this.serve(handed));
    this.queue = turn;
    return turn;
  }

  dispose(): void {
    this.disposed = true;
    this.end();
  }

  private async serve(handed: Handed): Promise<Answered> {
    const { name, signal, timeoutMs } = handed;
    if (signal.aborted || this.disposed) return { answer: interruption(name, 'stopped', timeoutMs), diagnostics: '', notes: [] };
    const notes = this.died === null ? [] : [`${name} had ended by itself and was started anew; what it had in hand is gone.`];
    const before = this.died?.errors ?? '';
    this.died = null;
    const program = this.begin();
    program.restartOutput();
    const id = this.nextId++;
    const answered = new Promise<Answer | ReturnType<typeof fault>>((settle) => {
      this.current = { id, handed, settle };
    });
    program.write(JSON.stringify({ id, args: handed.args }));
    const answer = await endedOr(answered, timeoutMs, signal);
    this.current = null;
    if (typeof answer !== 'string') return { answer, diagnostics: before, notes };
    // A call can't be taken back from a program; only the program can be ended.
    this.end();
    return { answer: interruption(name, answer, timeoutMs), diagnostics: before, notes };
  }

  private hear(program: RunningProgram, line: string): void {
    if (this.program !== program) return;
    const said = understand(line);
    if (said.kind === 'notice') return this.notice(said.code, said.text);
    const { current } = this;
    if (said.kind === 'progress') return current?.handed.progress(said.text, said.fraction);
    if (said.kind === 'answer' && current !== null && said.id === current.id) return current.settle(said.answer);
    const message = said.kind === 'fault' ? said.message : 'It answered a call that was not made.';
    // What doesn't keep to the protocol once can't be believed later.
    this.end();
    current?.settle(fault('EXECUTION_ERROR', `${current.handed.name} gave no usable answer. ${message}`, 'The skill does not keep to the protocol. Its program was ended; the next call starts it anew.'));
  }

  private lost(program: RunningProgram, end: ProgramEnd): void {
    if (this.program !== program) return;
    this.program = null;
    const { current } = this;
    if (current) return current.settle(whyEnded(current.handed.name, end, current.handed.limits));
    this.died = end;
    if (!this.disposed) this.onLost(end);
  }

  private end(): void {
    const { program } = this;
    this.program = null;
    program?.kill();
  }
}
