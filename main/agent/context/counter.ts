import type { Message, TurnRequest } from '../../model/model';
import { estimateTokens, messageTokens, mostTokens } from '../../model/tokens';

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
    return this.toolTokens(tools) + this.messages(messages);
  }

  /**
   * Whether a request is sure to have no more than `most` tokens. What is new in it is taken for as many as it could
   * have, and counted while the model is waited for; when that is too many, nothing is sure.
   */
  surelyFits({ messages, tools }: TurnRequest, most: number): boolean {
    const fresh = messages.filter((message) => !this.known.has(message));
    const rest = messages.reduce((sum, message) => sum + (this.known.get(message) ?? 0), this.toolTokens(tools));
    if (fresh.reduce((sum, message) => sum + mostTokens(message), rest) > most) return false;
    if (fresh.length > 0) setImmediate(() => this.messages(fresh));
    return true;
  }

  private toolTokens(tools: TurnRequest['tools']): number {
    if (this.tools.of !== tools) this.tools = { of: tools, tokens: tools.length ? this.count(JSON.stringify(tools)) + tools.length * 8 : 0 };
    return this.tools.tokens;
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
