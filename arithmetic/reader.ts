import { CalculationError, type Place } from './fault';
import type { Sign, Token } from './tokenize';

/** Goes through tokens one by one, and says what is wrong with the one where reading ends. */
export class Reader {
  private at = 0;
  constructor(
    private readonly tokens: readonly Token[],
    private readonly length: number,
  ) {}

  peek(): Token | undefined {
    return this.tokens[this.at];
  }

  take(): Token | undefined {
    return this.tokens[this.at++];
  }

  /** Takes the next token if it is one of these operators. */
  takeOperator(...signs: Sign[]): Sign | null {
    const token = this.peek();
    if (token?.type !== 'operator' || !signs.includes(token.sign)) return null;
    this.at++;
    return token.sign;
  }

  takeComma(): boolean {
    if (this.peek()?.type !== 'comma') return false;
    this.at++;
    return true;
  }

  /** The place of the token that was taken last. */
  last(): Place {
    const { start, end } = this.tokens[Math.min(this.at, this.tokens.length) - 1] ?? { start: 0, end: 0 };
    return { start, end };
  }

  /** @throws CalculationError when what was opened isn't closed here */
  expectClose(open: Place): void {
    const token = this.peek();
    if (token?.type === 'close') this.at++;
    else if (token) throw this.unexpected(token);
    else throw new CalculationError('syntax', { start: open.start, end: open.end }, 'this parenthesis is never closed');
  }

  /** The fault of a token that can't stand where it is; null: of the end. */
  unexpected(token: Token | null = this.peek() ?? null): CalculationError {
    if (!token) return new CalculationError('syntax', { start: this.length, end: this.length }, 'it ends where a number is expected');
    const place = { start: token.start, end: token.end };
    switch (token.type) {
      case 'close':
        return new CalculationError('syntax', place, 'a number is expected before this parenthesis, or it closes none');
      case 'comma':
        return new CalculationError('syntax', place, 'a comma parts the numbers of a function; it can’t stand here');
      case 'operator':
        return new CalculationError('syntax', place, 'a number is expected here');
      default:
        return new CalculationError('syntax', place, 'an operator is missing before this');
    }
  }
}
