import type { Message } from '../../model/model';
import { isPersons } from './rounds';

/** A longer list is told by its beginning; the model can write it anew. Characters. */
const LONGEST = 600;

/** The list of steps as TodoWrite last told it. */
export interface TodoState {
  /** `[2/5] In progress: … Pending: …`, on one line. */
  line: string;
  done: number;
  all: number;
  /** Whether it was written since the person's last request. */
  current: boolean;
}

/** The newest list of steps in a history; null when there is none. */
export function todoState(messages: readonly Message[]): TodoState | null {
  let current = true;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (!message) continue;
    if (isPersons(message)) current = false;
    if (message.role !== 'tool' || message.name !== 'TodoWrite') continue;
    const text = textOf(message.text);
    const count = /^\[(\d+)\/(\d+)\]/.exec(text);
    if (!count) continue;
    const line = text.replace(/\s+/g, ' ');
    return { line: line.length > LONGEST ? `${[...line].slice(0, LONGEST).join('')}…` : line, done: Number(count[1]), all: Number(count[2]), current };
  }
  return null;
}

/** The last line of every request while there is a list to follow (L5); empty otherwise. */
export function todoRecap(messages: readonly Message[]): string {
  const state = todoState(messages);
  return state && state.all > 0 && (state.current || state.done < state.all) ? state.line : '';
}

function textOf(envelope: string): string {
  try {
    const { status, text } = JSON.parse(envelope) as { status?: unknown; text?: unknown };
    return status === 'success' && typeof text === 'string' ? text : '';
  } catch {
    return '';
  }
}
