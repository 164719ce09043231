/** One step of the plan the assistant keeps with TodoWrite. */
export interface Todo {
  content: string;
  status: 'pending' | 'in_progress' | 'completed';
}

function status(value: unknown): Todo['status'] {
  return value === 'completed' || value === 'in_progress' ? value : 'pending';
}

/** The steps in `source.todos`, null when there is no such list: tool data is not typed further. */
export function readTodos(source: unknown): Todo[] | null {
  if (typeof source !== 'object' || source === null || !('todos' in source) || !Array.isArray(source.todos)) return null;
  const todos: Todo[] = [];
  for (const entry of source.todos as unknown[]) {
    if (typeof entry !== 'object' || entry === null || !('content' in entry) || typeof entry.content !== 'string') return null;
    todos.push({ content: entry.content, status: status('status' in entry ? entry.status : undefined) });
  }
  return todos;
}
