import { randomBytes } from 'node:crypto';
import type { ProgramAnswer } from './contract';

/** How a long call says how far it is. */
export interface Progress {
  text: string;
  /** 0 to 1; null when it isn't known. */
  fraction: number | null;
}

export interface SkillTask {
  id: string;
  skill: string;
  started: number;
  progress: Progress | null;
  /** Null while it runs. */
  answer: ProgramAnswer | null;
  stop(): void;
  /** Resolves when the task has ended. */
  ended: Promise<void>;
}

/** Tasks kept after their end; the oldest is forgotten first. */
const MOST_KEPT = 50;

/** The long calls of one session. */
export class SkillTasks {
  private readonly tasks = new Map<string, SkillTask>();

  /** `work` never rejects; `onEnd` is told of tasks that end by themselves. */
  start(skill: string, work: (signal: AbortSignal, progress: (text: string, fraction: number | null) => void) => Promise<ProgramAnswer>, onEnd: (task: SkillTask) => void): SkillTask {
    const controller = new AbortController();
    const task: SkillTask = {
      id: `skill-${randomBytes(3).toString('hex')}`,
      skill,
      started: Date.now(),
      progress: null,
      answer: null,
      stop: () => controller.abort(),
      ended: Promise.resolve(),
    };
    task.ended = work(controller.signal, (text, fraction) => (task.progress = { text, fraction })).then((answer) => {
      task.answer = answer;
      if (!controller.signal.aborted) onEnd(task);
    });
    this.tasks.set(task.id, task);
    for (const old of [...this.tasks.values()].filter(({ answer }) => answer !== null).slice(0, Math.max(0, this.tasks.size - MOST_KEPT))) this.tasks.delete(old.id);
    return task;
  }

  get(id: string): SkillTask | undefined {
    return this.tasks.get(id);
  }

  ids(): string[] {
    return [...this.tasks.keys()];
  }

  stopAll(): void {
    for (const task of this.tasks.values()) if (task.answer === null) task.stop();
  }
}
