import { randomBytes } from 'node:crypto';
import type { OutputCollector } from './output-collector';
import type { GroupEnd, ProcessGroup } from './process-group';
import type { Outcome, ToolContext } from './tool';

export interface BackgroundTask {
  id: string;
  command: string;
  started: number;
  group: ProcessGroup;
  output: OutputCollector;
  /** Null while it runs. */
  end: GroupEnd | null;
}

const key = 'background-tasks';

/** The background commands of one session. */
export class BackgroundTasks {
  private readonly tasks = new Map<string, BackgroundTask>();
  private readonly remnants: ProcessGroup[] = [];

  add(command: string, group: ProcessGroup, output: OutputCollector): BackgroundTask {
    const task: BackgroundTask = { id: `task-${randomBytes(3).toString('hex')}`, command, started: Date.now(), group, output, end: null };
    this.tasks.set(task.id, task);
    group.ended.then(
      (end) => {
        task.end = end;
      },
      () => {
        task.end = { code: 127, signal: null, stages: [], begun: false, survivors: [] };
      },
    );
    return task;
  }

  get(id: string): BackgroundTask | undefined {
    return this.tasks.get(id);
  }

  ids(): string[] {
    return [...this.tasks.keys()];
  }

  /** Remembers a command that has ended but left something running. */
  adopt(group: ProcessGroup): void {
    this.remnants.push(group);
  }

  /** Whether anything may still run. */
  get busy(): boolean {
    return this.remnants.length > 0 || [...this.tasks.values()].some(({ end }) => end === null || end.survivors.length > 0);
  }

  /** Ends all that still runs. */
  stopAll(): void {
    for (const task of this.tasks.values()) if (task.end === null || task.end.survivors.length > 0) task.group.kill();
    for (const group of this.remnants.splice(0)) group.kill();
  }
}

/** The session's background tasks, kept in the tools' memory. */
export function backgroundTasks(context: Pick<ToolContext, 'memory'>): BackgroundTasks {
  const found = context.memory.get(key);
  if (found instanceof BackgroundTasks) return found;
  const made = new BackgroundTasks();
  context.memory.set(key, made);
  return made;
}

/** Where a task stands, with its output so far. */
export function describeTask(task: BackgroundTask, outputFolder: string): Outcome {
  const { id, command, end } = task;
  const collected = task.output.collect(outputFolder, end !== null);
  const state = end === null ? 'running' : 'ended';
  return {
    status: collected.cut === undefined ? 'success' : 'partial',
    data: {
      task_id: id,
      command,
      state,
      ran_ms: Date.now() - task.started,
      output: collected.text,
      ...(collected.file ? { output_file: collected.file } : {}),
      ...(end ? { exit_code: end.code, ...(end.signal ? { signal: end.signal } : {}) } : {}),
    },
    text: end === null ? `Task ${id} is running.` : `Task ${id} ended with ${end.code === null ? String(end.signal) : `exit code ${end.code}`}.`,
  };
}
