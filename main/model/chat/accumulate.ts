import { randomUUID } from 'node:crypto';
import type { RawCall } from '../../tools/call';
import type { Reply } from '../dialect';
import type { Usage } from '../model';

/** One piece of an answer, or a whole one, as loosely as real servers send it. */
export interface AnswerPiece {
  choices?: ({ delta?: Delta | null; message?: Delta | null; text?: unknown; finish_reason?: string | null } | null)[] | null;
  usage?: { prompt_tokens?: number | null; completion_tokens?: number | null } | null;
}

interface Delta {
  content?: unknown;
  reasoning_content?: unknown;
  /** Where some servers put the thoughts. */
  reasoning?: unknown;
  tool_calls?: (DeltaCall | null)[] | null;
}

interface DeltaCall {
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
 * Puts an answer together, streamed or not. Calls are told apart by id first, then by index, then
 * by arrival: servers send calls without index, two calls with one index, ids only in the first
 * piece, arguments before the name or as an object.
 */
export class Accumulator {
  text = '';
  private reasoning = '';
  private finish: string | null = null;
  private counted: Usage | null = null;
  private readonly calls: PendingCall[] = [];
  /** Whether any choice came at all. */
  sawChoice = false;
  /** Whether the server said that the answer is over. */
  ended = false;

  /** Takes one piece; returns the new text in it. */
  add(piece: AnswerPiece): string {
    const { prompt_tokens: input, completion_tokens: output } = piece.usage ?? {};
    if (input || output) this.counted = { inputTokens: input ?? 0, outputTokens: output ?? 0, estimated: false };
    const choice = piece.choices?.[0];
    if (!choice) return '';
    this.sawChoice = true;
    if (choice.finish_reason) this.finish = choice.finish_reason;
    const delta = choice.delta ?? choice.message;
    const thought = delta?.reasoning_content ?? delta?.reasoning;
    if (typeof thought === 'string') this.reasoning += thought;
    const calls = Array.isArray(delta?.tool_calls) ? delta.tool_calls : [];
    for (const call of calls) if (call) this.addCall(call);
    const text = textOf(delta?.content ?? choice.text);
    this.text += text;
    return text;
  }

  /** The server says that it used a tool, but no call came through. */
  get lostCalls(): boolean {
    return /^(tool_calls?|function_call)$/.test(this.finish ?? '') && !this.calls.some((call) => call.name !== '');
  }

  /** The whole answer. `estimate` counts the tokens of what was said when the server did not. */
  reply(estimate: (spoken: string) => Usage, newId: () => string = () => `call_${randomUUID().slice(0, 8)}`): Reply {
    const calls: RawCall[] = this.calls.filter((call) => call.name !== '').map((call) => ({ id: call.id || newId(), name: call.name, arguments: objectText(call.arguments) }));
    const seen = new Set<string>();
    for (const call of calls) {
      if (seen.has(call.id)) call.id = newId();
      seen.add(call.id);
    }
    const spoken = this.text + this.reasoning + calls.map((call) => call.name + call.arguments).join('');
    return {
      text: this.text,
      calls,
      ...(this.reasoning ? { reasoning: this.reasoning } : {}),
      usage: this.counted ?? estimate(spoken),
      finish: this.finished(calls),
    };
  }

  private finished(calls: readonly RawCall[]): Reply['finish'] {
    if (this.finish === 'length' || this.finish === 'max_tokens') return 'length';
    if (this.finish === 'content_filter') return 'filter';
    // Nobody said that it was over: a call that ends in the middle was cut off by the connection.
    if (this.finish === null && !this.ended && calls.some((call) => !isWholeJson(call.arguments))) return 'length';
    return calls.length ? 'calls' : 'stop';
  }

  private addCall(piece: DeltaCall): void {
    const call = this.find(piece);
    if (piece.id && call.id === '') call.id = piece.id;
    if (piece.function?.name && call.name === '') call.name = piece.function.name;
    const args = piece.function?.arguments;
    if (typeof args === 'string') call.arguments += args;
    else if (args && typeof args === 'object') call.arguments = JSON.stringify(args);
  }

  private find(piece: DeltaCall): PendingCall {
    const index = piece.index ?? undefined;
    const known = piece.id ? this.byId(piece.id, index, piece) : index === undefined ? continuation(this.calls.at(-1), piece) : this.atIndex(index);
    if (known) return known;
    const call: PendingCall = { index, id: '', name: '', arguments: '' };
    this.calls.push(call);
    return call;
  }

  private byId(id: string, index: number | undefined, piece: DeltaCall): PendingCall | undefined {
    const named = this.calls.find((call) => call.id === id);
    // One id for two calls: a name after a name begins another.
    if (named && !(index !== undefined && named.index !== undefined && named.index !== index && piece.function?.name)) return named;
    const last = this.calls.at(-1);
    if (last && last.id === '' && last.index === index) return last;
    // Some servers make up an id for every piece: without a name it goes on with the call that isn't whole yet.
    const open = index === undefined ? last : this.atIndex(index);
    return !piece.function?.name && open && !isWholeJson(open.arguments) ? open : undefined;
  }

  private atIndex(index: number): PendingCall | undefined {
    return this.calls.filter((call) => call.index === index).at(-1);
  }
}

/** Without id and index a piece with a name, after one that already has a name, begins a new call. */
function continuation(last: PendingCall | undefined, piece: DeltaCall): PendingCall | undefined {
  return piece.function?.name && last?.name ? undefined : last;
}

/** Arguments as servers want them back: the text of an object. What can't be read stays as it is, for the registry to name. */
function objectText(text: string): string {
  if (text.trim() === '' || text.trim() === 'null') return '{}';
  try {
    const once: unknown = JSON.parse(text);
    const twice: unknown = typeof once === 'string' ? JSON.parse(once) : once;
    return typeof once === 'string' && typeof twice === 'object' && twice !== null ? JSON.stringify(twice) : text;
  } catch {
    return text;
  }
}

function isWholeJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: unknown) => (isTextPart(part) ? part.text : '')).join('');
}

function isTextPart(part: unknown): part is { text: string } {
  return typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string';
}
