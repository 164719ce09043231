import type { Message, Model, TurnRequest } from './model';

export interface Tiers {
  /** For the work. */
  main: Model;
  /** For titles and summaries; null leaves them to `main`. */
  fast: Model | null;
  /** For turns with pictures; null where there is none. */
  vision: Model | null;
  /** Whether `main` is known to take pictures; then `vision` isn't needed. */
  mainSees(): boolean;
}

/**
 * The models of a session as one: a turn that brings new pictures goes to the vision model where
 * the main one isn't known to take any, and every other turn to the main one, without pictures
 * then. Its name, window and price are the main model's; `fast` does summaries.
 */
export function tieredModel({ main, fast, vision, mainSees }: Tiers): Model {
  if (!fast && !vision) return main;
  return {
    name: main.name,
    ...(main.contextWindow === undefined ? {} : { contextWindow: main.contextWindow }),
    ...(main.price === undefined ? {} : { price: main.price }),
    ...(fast ? { fast } : {}),
    guard: (wrap) => tieredModel({ main: wrap(main), fast: fast && wrap(fast), vision: vision && wrap(vision), mainSees }),
    async turn(request, hooks) {
      if (!vision || mainSees()) return main.turn(request, hooks);
      if (!bringsPictures(request.messages)) return main.turn(withoutPictures(request), hooks);
      const turn = await vision.turn(request, hooks);
      return { ...turn, ...(vision.price ? { price: vision.price } : {}) };
    },
  };
}

/** Whether there are pictures that no turn has seen yet. */
function bringsPictures(messages: readonly Message[]): boolean {
  const spoken = messages.map(({ role }) => role).lastIndexOf('assistant');
  return messages.slice(spoken + 1).some((message) => picturesOf(message) > 0);
}

function picturesOf(message: Message): number {
  return message.role === 'user' || message.role === 'tool' ? (message.images?.length ?? 0) : 0;
}

function withoutPictures(request: TurnRequest): TurnRequest {
  const bare = (message: Message): Message => {
    if (picturesOf(message) === 0 || (message.role !== 'user' && message.role !== 'tool')) return message;
    const { images: _seen, ...rest } = message;
    return { ...rest, text: `${rest.text}\n[A picture was here; the model for pictures has seen it.]` };
  };
  return { ...request, messages: request.messages.map(bare) };
}
