import { add, divide, fromDigits, multiply, power, rational, subtract, toDecimal, type Rational } from './rational';
import { tokenize, type Token } from './tokenize';

/** Why there is no result; each has its own sentence. */
export type CalculationFault = 'syntax' | 'zero' | 'power' | 'size';

export type Calculation = { digits: string; exact: boolean } | { fault: CalculationFault };

class Fault extends Error {
  constructor(readonly fault: CalculationFault) {
    super(fault);
  }
}

/** Digits that a result may have: more is of no use to a person and takes long. */
const MOST_DIGITS = 2000;

/**
 * Computes with fractions of whole numbers, so every result is exact. `%` is a hundredth; behind
 * + or − it is that share of what stands before it, as on a pocket calculator: 200 + 15% = 230.
 * `^` takes whole powers and binds to the right; `-2^2` is −4.
 */
export function calculate(expression: string): Calculation {
  const tokens = tokenize(expression);
  if (!tokens) return { fault: 'syntax' };
  try {
    const reader = new Reader(tokens);
    const value = sum(reader);
    if (reader.peek()) throw new Fault('syntax');
    return toDecimal(value);
  } catch (error) {
    if (error instanceof Fault) return { fault: error.fault };
    throw error;
  }
}

class Reader {
  private at = 0;
  constructor(private readonly tokens: readonly Token[]) {}
  peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead];
  }
  take(): Token | undefined {
    return this.tokens[this.at++];
  }
  /** Takes the next token if it is one of these operators. */
  takeOperator(...signs: string[]): string | null {
    const token = this.peek();
    if (token?.type !== 'operator' || !signs.includes(token.sign)) return null;
    this.at++;
    return token.sign;
  }
}

function sum(reader: Reader): Rational {
  let left = product(reader).value;
  for (let sign = reader.takeOperator('+', '-'); sign; sign = reader.takeOperator('+', '-')) {
    const { value, percent } = product(reader);
    const right = percent ? multiply(left, value) : value;
    left = sign === '+' ? add(left, right) : subtract(left, right);
  }
  return left;
}

/** `percent` is true when the whole product is one number with a percent sign. */
function product(reader: Reader): { value: Rational; percent: boolean } {
  let { value, percent } = signed(reader);
  for (let sign = reader.takeOperator('*', '/', 'of'); sign; sign = reader.takeOperator('*', '/', 'of')) {
    const right = signed(reader).value;
    if (sign === '/' && right.top === 0n) throw new Fault('zero');
    value = limited(sign === '/' ? divide(value, right) : multiply(value, right));
    percent = false;
  }
  return { value, percent };
}

function signed(reader: Reader): { value: Rational; percent: boolean } {
  const sign = reader.takeOperator('+', '-');
  if (!sign) return raised(reader);
  const { value, percent } = signed(reader);
  return { value: sign === '-' ? subtract(rational(0n), value) : value, percent };
}

function raised(reader: Reader): { value: Rational; percent: boolean } {
  const base = shared(reader);
  if (!reader.takeOperator('^')) return base;
  const exponent = signed(reader).value;
  if (exponent.bottom !== 1n) throw new Fault('power');
  if (exponent.top < 0n && base.value.top === 0n) throw new Fault('zero');
  const digits = Math.max(base.value.top.toString().length, base.value.bottom.toString().length);
  const size = exponent.top < 0n ? -exponent.top : exponent.top;
  if (digits > 1 ? size * BigInt(digits) > MOST_DIGITS : size > MOST_DIGITS) throw new Fault('size');
  return { value: power(base.value, Number(exponent.top)), percent: false };
}

function shared(reader: Reader): { value: Rational; percent: boolean } {
  let value = atom(reader);
  let percent = false;
  while (reader.takeOperator('%')) {
    value = divide(value, rational(100n));
    percent = true;
  }
  return { value, percent };
}

function atom(reader: Reader): Rational {
  const token = reader.take();
  if (token?.type === 'number') return limited(fromDigits(token.digits));
  if (token?.type !== 'open') throw new Fault('syntax');
  const value = sum(reader);
  if (reader.take()?.type !== 'close') throw new Fault('syntax');
  return value;
}

function limited(value: Rational): Rational {
  if (value.top.toString().length + value.bottom.toString().length > MOST_DIGITS * 2) throw new Fault('size');
  return value;
}
