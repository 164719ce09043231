import type { Vault } from '../store/privacy/vault';
import type { RawCall } from '../tools/call';
import type { Message, Model, Turn, TurnRequest } from './model';

/** One request as it left this machine: secrets are placeholders already. Pictures are not in it. */
export interface SentRequest {
  model: string;
  /** Host that it went to. */
  to: string;
  messages: Message[];
  tools: string[];
}

/**
 * A model that is told placeholders instead of secrets, whatever its dialect: requests are
 * concealed before they are rendered, and what the model wants done is given back with the
 * secrets in it, so that the gate judges and shows what will run. A model that works by rules sends
 * nothing, and is given back as it is.
 */
export function privateModel(model: Model, vault: Vault, onSent: (sent: SentRequest) => void): Model {
  if (model.guard) return model.guard((inner) => privateModel(inner, vault, onSent));
  if (model.byRules) return model;
  const memory = new WeakMap<Message, { version: number; message: Message }>();

  const concealAll = (messages: readonly Message[]): Message[] => {
    // A secret found in a late message may stand, unrecognised, in an earlier one: then all are looked at again.
    for (;;) {
      const { version } = vault;
      const concealed = messages.map((message) => {
        const known = memory.get(message);
        if (known?.version === vault.version) return known.message;
        const made = concealMessage(message, vault);
        // Old pictures are let go of: nothing here may hold them.
        if (!('images' in message)) memory.set(message, { version: vault.version, message: made });
        return made;
      });
      if (vault.version === version) return concealed;
    }
  };

  return {
    ...model,
    ...(model.fast ? { fast: privateModel(model.fast, vault, onSent) } : {}),
    async turn(request: TurnRequest, hooks): Promise<Turn> {
      const messages = concealAll(request.messages);
      const stream = revealStream(vault, (text) => hooks.onDelta(text));
      // Noted once it is on its way and before an answer can be there: nobody has to wait for the note.
      const noted = new Promise<void>((resolve) => {
        setImmediate(() => {
          onSent({ model: model.name, to: hostOf(model.address ?? ''), messages, tools: request.tools.map(({ name }) => name) });
          resolve();
        });
      });
      const turn = await model.turn({ ...request, messages }, { ...hooks, onDelta: stream.add }).finally(() => noted);
      stream.end();
      return { ...turn, text: vault.reveal(turn.text), calls: turn.calls.map((call) => revealCall(call, vault)) };
    },
  };
}

function concealMessage(message: Message, vault: Vault): Message {
  const text = vault.conceal(message.text);
  if (message.role !== 'assistant') return { ...message, text };
  return {
    ...message,
    text,
    calls: message.calls.map((call) => ({ ...call, arguments: vault.conceal(call.arguments) })),
    ...(message.reasoning === undefined ? {} : { reasoning: vault.conceal(message.reasoning) }),
    ...(message.said === undefined ? {} : { said: { ...message.said, text: vault.conceal(message.said.text) } }),
  };
}

function revealCall(call: RawCall, vault: Vault): RawCall {
  return { ...call, arguments: vault.revealJson(call.arguments) };
}

/** Longest text that may yet become a placeholder. */
const LONGEST = '[[PRIVATE_123456]]'.length;

/** Holds back a piece that may be the beginning of a placeholder until it is whole. */
function revealStream(vault: Vault, out: (text: string) => void): { add(text: string): void; end(): void } {
  let held = '';
  const pass = (text: string): void => {
    if (text) out(vault.reveal(text));
  };
  return {
    add(text) {
      held += text;
      const begun = held.lastIndexOf('[');
      const from = begun > 0 && held[begun - 1] === '[' ? begun - 1 : begun;
      const open = from !== -1 && held.length - from < LONGEST && !held.includes(']]', from);
      pass(open ? held.slice(0, from) : held);
      held = open ? held.slice(from) : '';
    },
    end() {
      pass(held);
      held = '';
    },
  };
}

function hostOf(address: string): string {
  try {
    return new URL(address).host;
  } catch {
    return address;
  }
}
