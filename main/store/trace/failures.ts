import type { Envelope } from '../../../preload/contract/envelope';
import type { RunEvent } from '../../../preload/contract/run-event';

type Usage = Extract<RunEvent, { type: 'usage' }>;

/** A failed call on one line, whole: what was wanted and why, what came, what the model did next, and what both turns cost. */
export interface FailureRecord {
  type: 'failure';
  id: string;
  tool: string;
  why: string;
  arguments: unknown;
  result: Envelope;
  next: { said: string; calls: { tool: string; arguments: unknown }[] };
  usage: Omit<Usage, 'type'> | null;
  next_usage: Omit<Usage, 'type'> | null;
}

/**
 * Follows the events of a run and gives back each failure once it is known what came after it:
 * when the turn after it has its first result, or the run ends.
 */
export class FailureWatch {
  private thought = '';
  private usage: Usage | null = null;
  private readonly calls = new Map<string, { tool: string; why: string; arguments: unknown; usage: Usage | null }>();
  private waiting: FailureRecord[] = [];
  private answered = false;

  see(event: RunEvent): FailureRecord[] {
    switch (event.type) {
      case 'usage':
        // A turn begins: what follows is what the model did next.
        this.usage = event;
        this.thought = '';
        this.answered = this.waiting.length > 0;
        if (this.answered) for (const failure of this.waiting) failure.next_usage = plain(event);
        return [];
      case 'assistant':
        this.thought = event.text;
        if (this.answered) for (const failure of this.waiting) failure.next.said = event.text;
        return [];
      case 'tool_call':
        this.calls.set(event.id, { tool: event.tool, why: this.thought, arguments: event.arguments, usage: this.usage });
        if (this.answered) for (const failure of this.waiting) failure.next.calls.push({ tool: event.tool, arguments: event.arguments });
        return [];
      case 'tool_result': {
        const done = this.answered ? this.flush() : [];
        const call = this.calls.get(event.id);
        this.calls.delete(event.id);
        if (call && event.result.status === 'error') {
          const { usage, ...rest } = call;
          this.waiting.push({ type: 'failure', id: event.id, ...rest, result: event.result, next: { said: '', calls: [] }, usage: plain(usage), next_usage: null });
        }
        return done;
      }
      case 'run_end':
        return this.flush();
      default:
        return [];
    }
  }

  private flush(): FailureRecord[] {
    const done = this.waiting;
    this.waiting = [];
    this.answered = false;
    return done;
  }
}

function plain(usage: Usage | null): Omit<Usage, 'type'> | null {
  if (!usage) return null;
  const { type: _type, ...counts } = usage;
  return counts;
}
