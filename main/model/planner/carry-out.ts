import { createWork, Halt, type Ending, type Plan, type Script, type Work } from './script';
import type { Task } from './task';
import { calculateTask } from './tasks/calculate';
import { findTask } from './tasks/find';
import { letterTask } from './tasks/letter';
import { listTask } from './tasks/list';
import { readTask } from './tasks/read-file';
import { searchTask } from './tasks/search';
import { sheetTask } from './tasks/sheet';
import { summariseTask } from './tasks/summarise';
import { systemTask } from './tasks/system-state';
import { greetingTask, helpTask, thanksTask, unknownTask } from './tasks/talk';
import { writeFileTask } from './tasks/write-file';
import { understand } from './understand/understand';

/** Understands a request and does it; whatever happens, the answer says what was done and what was not. */
export function* carryOut(request: string, tools: string[], today: Date): Plan<Ending> {
  const { language, task, beyond } = understand(request);
  const work = createWork(language, tools, today);
  const left = beyond.map((part) => work.say('planner.beyond', { part }));
  try {
    const answer = yield* scriptOf(task, work);
    return { text: [answer, ...left].join('\n\n'), unmet: work.unmet || left.length > 0 };
  } catch (error) {
    if (!(error instanceof Halt)) throw error;
    return { text: [endOf(error, work), ...left].join('\n\n'), unmet: true };
  }
}

function scriptOf(task: Task, work: Work): Script {
  switch (task.kind) {
    case 'sheet':
      return sheetTask(work, task);
    case 'letter':
      return letterTask(work, task);
    case 'write_file':
      return writeFileTask(work, task);
    case 'calculate':
      return calculateTask(work, task);
    case 'find':
      return findTask(work, task);
    case 'list':
      return listTask(work, task);
    case 'search':
      return searchTask(work, task);
    case 'summarise':
      return summariseTask(work, task);
    case 'read':
      return readTask(work, task);
    case 'system':
      return systemTask(work, task);
    case 'greeting':
      return greetingTask(work);
    case 'thanks':
      return thanksTask(work);
    case 'help':
      return helpTask(work);
    case 'unknown':
      return unknownTask(work, task);
  }
}

/** The report of a task that couldn't go on: why, what is done, what is not. */
function endOf({ envelope, doing }: Halt, work: Work): string {
  const code = envelope.error?.code ?? 'INTERNAL_ERROR';
  const why =
    code === 'DENIED' ? work.say('planner.halt.denied', { doing }) : code === 'FORBIDDEN' ? work.say('planner.halt.forbidden', { doing }) : work.say('planner.halt.failed', { doing, code, reason: envelope.error?.message ?? envelope.text });
  const done = work.done.length > 0 ? work.say('planner.halt.done', { done: work.done.join(' ') }) : work.say('planner.halt.nothing');
  return [why, done].join('\n\n');
}
