import type { RawCall } from '../../tools/call';
import type { Dialect, Reply } from '../dialect';
import type { Message, ToolSpec, Turn, TurnRequest } from '../model';
import { callNames } from '../skill-call';
import { newCallId, turnOf, type Act, type Reading } from './act';
import { briefly, renderHistory } from './history';
import { NotReadable } from './not-readable';
import { LOOK, needsPicture, newestScreen, type Screen } from './screen';

/** A grammar: all that sets one text dialect apart from another. */
export interface Grammar {
  name: string;
  /** Works by pictures: has a current one before each question, and gets one after each movement. */
  byPictures: boolean;
  prompt(tools: readonly ToolSpec[]): string;
  /** Reads an answer whole or throws NotReadable. `tools` are the names that may be called. */
  parse(text: string, screen: Screen | null, tools: ReadonlySet<string>): Reading;
  /** Acts in this grammar, for turns whose own words are not kept; null for what it can't say. */
  write(thought: string, acts: readonly Act[], screen: Screen | null): string | null;
  /** How results are told; default: a few words each. */
  results?(results: Extract<Message, { role: 'tool' }>[]): string;
  /** An example of the right form, for the correction. */
  form: string;
}

/** A dialect without native calls, made of its grammar. */
export function textDialect(grammar: Grammar): Dialect {
  const { name, byPictures } = grammar;
  return {
    name,
    native: false,
    streams: false,
    prompt: (tools) => grammar.prompt(tools),
    ...(byPictures ? { first: (request: TurnRequest) => (canLook(request) && needsPicture(request.messages) ? [look()] : null) } : {}),
    render: (messages) =>
      renderHistory(messages, {
        dialect: name,
        write: (text, calls) => writeTurn(grammar, text, calls, newestScreen(messages)),
        results: grammar.results ?? briefly,
      }),
    read: (reply, request) => readTurn(grammar, reply, request),
  };
}

function readTurn(grammar: Grammar, reply: Reply, request: TurnRequest): Turn {
  try {
    if (reply.finish === 'length') throw new NotReadable('It was cut off at the token limit.');
    if (reply.finish === 'filter') throw new NotReadable('It was withheld by a content filter.');
    const names = callNames(request);
    return turnOf(grammar.parse(reply.text, newestScreen(request.messages), names), reply, grammar.name, grammar.byPictures);
  } catch (error) {
    if (!(error instanceof NotReadable)) throw error;
    return { text: '', calls: [], usage: reply.usage, finish: reply.finish, problem: { message: error.message, form: grammar.form, raw: reply.text } };
  }
}

function writeTurn(grammar: Grammar, text: string, calls: readonly RawCall[], screen: Screen | null): string {
  const acts = calls.map(actOf).filter((act) => act !== null);
  if (acts.length === 0) return text;
  return grammar.write(text, acts, screen) ?? [text, ...calls.map((call) => `(used ${call.name} ${call.arguments})`)].join('\n').trim();
}

/** A call as an act again; null for a look, which these models don't say. */
function actOf(call: RawCall): Act | null {
  if (call.name === 'Observe' && call.arguments === LOOK) return null;
  const given = argumentsOf(call.arguments);
  if (call.name === 'Computer' && typeof given['action'] === 'string') return { kind: 'input', input: { ...given, action: given['action'] } };
  return { kind: 'tool', name: call.name, arguments: given };
}

function argumentsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function canLook(request: TurnRequest): boolean {
  return request.tools.some((tool) => tool.name === 'Observe');
}

function look(): RawCall {
  return { id: newCallId(), name: 'Observe', arguments: LOOK };
}
