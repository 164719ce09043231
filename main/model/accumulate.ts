import type { RawCall } from '../tools/call';
import type { Turn, Usage } from './model';

/** One piece of a streamed answer, as loosely as real servers send it. */
export interface StreamChunk {
  choices?: ({ delta?: StreamDelta | null; message?: StreamDelta | null; finish_reason?: string | null } | null)[] | null;
  usage?: { prompt_tokens?: number | null; completion_tokens?: number | null } | null;
  error?: unknown;
}

interface StreamDelta {
  content?: unknown;
  reasoning_content?: unknown;
  tool_calls?: (StreamCall | null)[] | null;
}

interface StreamCall {
  index?: number | null;
  id?: string | null;
  function?: { name?: string | null; arguments?: unknown } | null;
}

interface PendingCall {
  index: number | undefined;
  id: string;
  name: string;
  arguments: string;
}

/**
 * Puts a streamed answer together. Calls are told apart by id first, then by index, then by
 * arrival: servers send calls without index, two calls with one index, ids only in the first piece,
 * arguments before the name or as an object.
 */
export class TurnAccumulator {
  text = '';
  private reasoning = '';
  private finish: string | null = null;
  private usage: Usage | null = null;
  private readonly calls: PendingCall[] = [];
  /** Whether any choice came at all; a 200 with an error body has none. */
  sawChoice = false;

  /** Takes one chunk; returns the new visible text in it. */
  add(chunk: StreamChunk): string {
    if (chunk.usage) {
      this.usage = {
        inputTokens: chunk.usage.prompt_tokens ?? 0,
        outputTokens: chunk.usage.completion_tokens ?? 0,
        estimated: false,
      };
    }
    const choice = chunk.choices?.[0];
    if (!choice) return '';
    this.sawChoice = true;
    if (choice.finish_reason) this.finish = choice.finish_reason;
    const delta = choice.delta ?? choice.message;
    if (!delta) return '';
    if (typeof delta.reasoning_content === 'string') this.reasoning += delta.reasoning_content;
    for (const piece of delta.tool_calls ?? []) if (piece) this.addCall(piece);
    const text = textOf(delta.content);
    this.text += text;
    return text;
  }

  /** The whole turn. `estimate` counts tokens when the server did not. */
  turn(newId: () => string, estimate: (text: string) => Usage): Turn {
    const calls: RawCall[] = this.calls
      .filter((call) => call.name !== '')
      .map((call) => ({ id: call.id || newId(), name: call.name, arguments: call.arguments || '{}' }));
    const seen = new Set<string>();
    for (const call of calls) {
      if (seen.has(call.id)) call.id = newId();
      seen.add(call.id);
    }
    const spoken = this.text + this.reasoning + calls.map((call) => call.name + call.arguments).join('');
    return {
      text: withoutThoughts(this.text).trim(),
      calls,
      ...(this.reasoning ? { reasoning: this.reasoning } : {}),
      usage: this.usage ?? estimate(spoken),
      finish: this.finish === 'length' ? 'length' : this.finish === 'content_filter' ? 'filter' : calls.length ? 'calls' : 'stop',
    };
  }

  private addCall(piece: StreamCall): void {
    const call = this.find(piece);
    if (piece.id) call.id = piece.id;
    if (piece.function?.name && call.name === '') call.name = piece.function.name;
    const args = piece.function?.arguments;
    if (typeof args === 'string') call.arguments += args;
    else if (args && typeof args === 'object') call.arguments = JSON.stringify(args);
  }

  private find(piece: StreamCall): PendingCall {
    const index = piece.index ?? undefined;
    const last = this.calls.at(-1);
    const known = piece.id
      ? this.calls.find((call) => call.id === piece.id) ?? (last && last.id === '' && last.index === index ? last : undefined)
      : index === undefined
        ? continuation(last, piece)
        : this.calls.filter((call) => call.index === index).at(-1);
    if (known) return known;
    const call: PendingCall = { index, id: '', name: '', arguments: '' };
    this.calls.push(call);
    return call;
  }
}

/** Without id and index a piece with a name, after one that already has a name, begins a new call. */
function continuation(last: PendingCall | undefined, piece: StreamCall): PendingCall | undefined {
  return piece.function?.name && last?.name ? undefined : last;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: unknown) => (isTextPart(part) ? part.text : '')).join('');
}

function isTextPart(part: unknown): part is { text: string } {
  return typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string';
}

/** Some servers leave the model's thoughts in the answer; people are shown the answer. */
export function withoutThoughts(text: string): string {
  return text.replace(/^\s*<think>[\s\S]*?<\/think>/, '');
}
