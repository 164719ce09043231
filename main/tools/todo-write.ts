import { z } from 'zod';
import { ToolFault } from './fault';
import { defineTool } from './tool';

const todoSchema = z.strictObject({
  content: z.string().min(1).describe('One step'),
  status: z.enum(['pending', 'in_progress', 'completed']),
});

/** TodoWrite: the plan of a longer task, shown to the person. It touches nothing outside the session. */
export const todoWriteTool = defineTool({
  name: 'TodoWrite',
  description:
    'Keep the list of steps of a task with three or more of them; the whole list each time, at most one in progress. Not for a single step. Example: {"summary": "Budget", "todos": [{"content": "Open Calc", "status": "in_progress"}]}',
  parameters: z.object({
    summary: z.string().describe('The goal in a few words'),
    todos: z.array(todoSchema).max(100).describe('All steps, in order'),
  }),
  access: 'read',
  timeoutMs: 5_000,
  facts: () => Promise.resolve({}),
  run({ summary, todos }, { memory }) {
    const current = todos.filter((todo) => todo.status === 'in_progress');
    if (current.length > 1) {
      throw new ToolFault('INVALID_PARAM', `${current.length} steps are in progress.`, 'Mark one as in_progress, the others as pending or completed.');
    }
    const done = todos.filter((todo) => todo.status === 'completed').length;
    const pending = todos.filter((todo) => todo.status === 'pending').map((todo) => todo.content);
    const parts = [current[0] ? `In progress: ${current[0].content}.` : '', pending.length > 0 ? `Pending: ${pending.join('; ')}.` : ''];
    const recap = [`[${done}/${todos.length}]`, ...parts.filter(Boolean)].join(' ');
    memory.set('todo', { summary, todos, recap });
    return Promise.resolve({ status: 'success', data: { summary, todos, recap }, text: recap });
  },
});
