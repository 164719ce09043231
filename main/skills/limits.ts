import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { CircuitBreaker } from '../tools/circuit-breaker';
import { ToolFault } from '../tools/fault';
import { Turnstile } from '../tools/turnstile';
import type { ProgramAnswer } from './contract';
import type { Skill } from './skill';

const MINUTE = 60_000;
/** A call that may be made this soon waits for it; a later one is refused with the time. Milliseconds. */
const LONGEST_WAIT = 5_000;
/** Calls of one skill at the same time; a kept process takes one after the other. */
const AT_ONCE = 2;

/** The queue, the rate and the circuit breaker of each skill. `now` in milliseconds. */
export class SkillLimits {
  private readonly queues = new Map<string, Turnstile>();
  private readonly begun = new Map<string, number[]>();
  private readonly breaker: CircuitBreaker;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.breaker = new CircuitBreaker(now);
  }

  /**
   * Makes a call in its turn.
   * @throws ToolFault CIRCUIT_OPEN when the skill is broken or has been called too often, with the time to wait
   */
  async run(skill: Skill, signal: AbortSignal, work: () => Promise<ProgramAnswer>): Promise<ProgramAnswer> {
    const { name } = skill;
    this.breaker.check(name);
    const leave = await this.queueOf(skill).enter('read', signal);
    try {
      await this.keepRate(skill, signal);
      const answer = await work();
      if (signal.aborted) this.breaker.undecided(name);
      // A timeout may lie in what was asked; what is broken says so itself.
      else if (answer.status === 'error' && answer.code === 'INTERNAL_ERROR') this.breaker.failed(name);
      else this.breaker.worked(name);
      return answer;
    } finally {
      leave();
    }
  }

  private queueOf({ name, program }: Skill): Turnstile {
    const key = `${name} ${program?.declaration.keep ? 'kept' : ''}`;
    const queue = this.queues.get(key) ?? new Turnstile(program?.declaration.keep ? 1 : AT_ONCE);
    this.queues.set(key, queue);
    return queue;
  }

  private async keepRate({ name, program }: Skill, signal: AbortSignal): Promise<void> {
    const most = program?.declaration.perMinute ?? null;
    if (most === null) return;
    for (;;) {
      const recent = (this.begun.get(name) ?? []).filter((at) => at > this.now() - MINUTE);
      this.begun.set(name, recent);
      if (recent.length < most) {
        recent.push(this.now());
        return;
      }
      const wait = (recent[recent.length - most] ?? 0) + MINUTE - this.now();
      if (wait > LONGEST_WAIT) {
        throw new ToolFault('CIRCUIT_OPEN', `${name} takes ${most} calls a minute; the next is possible in ${Math.ceil(wait / 1000)} s.`, 'Do something else first, or ask for more in one call.', { wait_ms: wait });
      }
      await delay(Math.max(1, wait), undefined, { signal });
    }
  }
}
