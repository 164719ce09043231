import type { Level } from '../../preload/contract/approval';
import type { Envelope } from '../../preload/contract/envelope';
import type { RunEvent } from '../../preload/contract/run-event';
import type { Message } from '../model/model';

/** One call with all that is known of it. */
export interface CallEvidence {
  id: string;
  tool: string;
  arguments: Record<string, unknown>;
  /** null where the gate was not asked, or in an earlier run. */
  level: Level | null;
  result: Envelope | null;
}

/** Programs whose success means that something was tested. */
const testing =
  /(^|[\s;&|(])((npm|pnpm|yarn|bun)\s+(run\s+)?(-\S+\s+)*(test|tests|check|ci|typecheck|lint)\b|npx\s+(-\S+\s+)*(vitest|jest|mocha|ava|playwright|cypress|tsc|eslint)\b|(vitest|jest|mocha|pytest|tox|nox|rspec|phpunit|ctest|bats|tsc|eslint|mypy|ruff|shellcheck)\b|python3?\s+-m\s+(pytest|unittest)\b|(cargo|go|dotnet|swift|mix|gradle|mvn|\.\/gradlew|\.\/mvnw|deno|node|make|just)\s+(-\S+\s+)*-{0,2}(test|tests|check|verify|vet|clippy)\b|\S*(run[-_]?tests?|tests?)\.(sh|py|js|mjs|ts)\b)/;

export function isTest(command: string): boolean {
  return testing.test(command);
}

/** The calls of a run as its events tell them. */
export class EvidenceLog {
  readonly calls: CallEvidence[] = [];
  /** What the model said last. */
  answer = '';

  record(event: RunEvent): void {
    if (event.type === 'assistant') this.answer = event.text;
    if (event.type === 'tool_call') this.calls.push({ id: event.id, tool: event.tool, arguments: recordOf(event.arguments), level: null, result: null });
    if (event.type === 'approval') change(this.calls, event.id, (call) => (call.level = event.level));
    if (event.type === 'tool_result') change(this.calls, event.id, (call) => (call.result = event.result));
  }
}

/** The calls of earlier runs, as far as the conversation still holds them. */
export function earlierCalls(messages: readonly Message[]): CallEvidence[] {
  const calls: CallEvidence[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const { id, name, arguments: text } of message.calls) calls.push({ id, tool: name, arguments: recordOf(parse(text)), level: null, result: null });
    }
    if (message.role === 'tool') change(calls, message.callId, (call) => (call.result = envelopeOf(parse(message.text))));
  }
  return calls;
}

/** Models use an id again in a later turn, so the latest open call is meant. */
function change(calls: CallEvidence[], id: string, update: (call: CallEvidence) => unknown): void {
  for (let index = calls.length - 1; index >= 0; index--) {
    const call = calls[index] as CallEvidence;
    if (call.id !== id) continue;
    if (call.result === null) update(call);
    return;
  }
}

export function succeeded({ result }: CallEvidence): boolean {
  return result !== null && result.status !== 'error';
}

/** A text argument, "" when there is none of this name. */
export function textOf(call: CallEvidence, name: string): string {
  const value = call.arguments[name];
  return typeof value === 'string' ? value : '';
}

function recordOf(value: unknown): Record<string, unknown> {
  if (typeof value === 'string') return recordOf(parse(value));
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function envelopeOf(value: unknown): Envelope | null {
  return typeof value === 'object' && value !== null && 'status' in value ? (value as Envelope) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
