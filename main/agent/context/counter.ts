import type { Message, TurnRequest } from '../../model/model';
import { estimateTokens, messageTokens } from '../../model/tokens';

/** Models whose tokenizer is o200k_base, by name. */
const O200K = /(^|\/)(gpt-4o|gpt-4\.1|gpt-4\.5|gpt-5|gpt-oss|chatgpt-4o|o[134](-|$)|computer-use-preview)/i;

/** Longer runs without a blank are cut: a tokenizer's time grows with the square of a run's length. */
const LONGEST_RUN = /\S{400}/g;

/** Counts tokens of texts and messages; remembers what it counted. */
export class TokenCounter {
  private count = estimateTokens;
  private known = new WeakMap<Message, number>();
  private tools = { of: undefined as TurnRequest['tools'] | undefined, tokens: 0 };
  private readonly exactlyKnown: boolean;

  constructor(modelName: string) {
    this.exactlyKnown = O200K.test(modelName);
  }

  text(text: string): number {
    return this.count(text);
  }

  message(message: Message): number {
    let tokens = this.known.get(message);
    if (tokens === undefined) {
      tokens = messageTokens(message, this.count);
      this.known.set(message, tokens);
    }
    return tokens;
  }

  messages(messages: readonly Message[]): number {
    return messages.reduce((sum, message) => sum + this.message(message), 0);
  }

  request({ messages, tools }: TurnRequest): number {
    if (this.tools.of !== tools) this.tools = { of: tools, tokens: tools.length ? this.count(JSON.stringify(tools)) + tools.length * 8 : 0 };
    return this.tools.tokens + this.messages(messages);
  }

  /**
   * From now on counts with the model's own tokenizer, where it is known; false when it is not, or
   * was in use already. The estimate is never too low, so this is needed only near the limit.
   */
  async sharpen(): Promise<boolean> {
    if (!this.exactlyKnown || this.count !== estimateTokens) return false;
    const { countTokens } = await import('./tokenizer');
    this.count = (text) => countTokens(text.replace(LONGEST_RUN, '$& '), { disallowedSpecial: new Set() });
    this.known = new WeakMap();
    this.tools.of = undefined;
    return true;
  }
}
