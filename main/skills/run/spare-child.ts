import { tmpdir } from 'node:os';
import { commandEnvironment } from '../../tools/command-environment';
import { endGroup, forget, newMark, track } from '../../tools/process-trail';
import type { ForkSkill, SkillChild } from './skill-child';

/** How bundled programs are started; each composition root gives its own. */
export interface Bootstrap {
  fork: ForkSkill;
  /** dist/main/run-skill.js. */
  bootstrap: string;
  /** Whether one process is started ahead, so that the next call needn't wait for it. */
  ahead?: boolean;
}

interface Child {
  child: SkillChild;
  mark: ReturnType<typeof newMark>;
}

/** The most that JavaScript's heap of a process started ahead may take, megabytes; the watch knows each skill's own limit. */
const heapAhead = 512;

/** Of each way to fork, the process that waits; one for the whole app. */
const spares = new Map<ForkSkill, Child>();

/** A process for a skill that may use so much memory: the one that waits, where it is fit, else a new one. */
export function takeChild(how: Bootstrap, memoryMb: number): Child {
  const spare = memoryMb <= heapAhead ? spares.get(how.fork) : undefined;
  if (spare) spares.delete(how.fork);
  const child = spare ?? start(how, memoryMb);
  // After this one has begun: two at once would slow each other down.
  setTimeout(() => startAhead(how), 2000).unref();
  return child;
}

/** Starts a process ahead, unless one waits already or none is wanted. */
export function startAhead(how: Bootstrap): void {
  if (how.ahead === true) startSpare(how);
}

/** Starts a process for a call that is likely to come at once, unless one waits already or it would not be fit. */
export function startFor(how: Bootstrap, memoryMb: number): void {
  if (memoryMb <= heapAhead) startSpare(how);
}

function startSpare(how: Bootstrap): void {
  if (spares.has(how.fork)) return;
  const spare = start(how, heapAhead);
  spares.set(how.fork, spare);
  let waiting = -1;
  spare.child.onSpawn((pid) => {
    waiting = pid;
    // It must not outlive us either.
    if (spares.get(how.fork) === spare) track(pid, spare.mark);
  });
  spare.child.onExit(() => {
    if (spares.get(how.fork) !== spare) return;
    spares.delete(how.fork);
    forget(waiting);
  });
}

/** Ends one that waits for a call that did not come; where some are wanted ahead, it waits for another session. */
export function endSpare({ fork, ahead }: Bootstrap): void {
  const spare = spares.get(fork);
  if (!spare || ahead === true) return;
  spares.delete(fork);
  spare.child.onSpawn((pid) => endGroup(pid));
  spare.child.kill();
}

function start({ fork, bootstrap }: Bootstrap, heapMb: number): Child {
  const mark = newMark();
  return { child: fork(bootstrap, { words: [], environment: { ...commandEnvironment(process.env), ...mark }, directory: tmpdir(), heapMb }), mark };
}
