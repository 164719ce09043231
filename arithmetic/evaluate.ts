import { CalculationError, type CalculationFault, type Place } from './fault';
import { add, divide, fromDigits, multiply, power, rational, remainder, subtract, toDecimal, type Rational } from './rational';
import { Reader } from './reader';
import { tokenize, type Sign } from './tokenize';
import { digitsOf, limited, MOST_DIGITS, type Value } from './value';

export type Calculation = { digits: string; exact: boolean } | Unsolved;

/** There is no result; `place` is the part of the expression that it is about. */
export interface Unsolved {
  fault: CalculationFault;
  place?: Place;
  detail?: string;
}

/** What a caller adds to the four operations, percent and whole powers. */
export interface Mathematics {
  /** By name in small letters. A constant takes no argument and is written without parentheses. */
  functions: ReadonlyMap<string, { least: number; most: number; apply: (values: Value[]) => Value }>;
  /** A power that is not a whole number. @throws CalculationError */
  power: (base: Value, exponent: Value) => Value;
  /** Numbers that are no longer exact are cut to a working precision, or they would grow without end. */
  shorten: (value: Value) => Value;
}

/** Parentheses, functions and signs inside one another: enough for any person, far from the end of the stack. */
const DEEPEST = 200;

/**
 * Computes with fractions of whole numbers, so every result is exact that can be. `%` is a hundredth;
 * behind + or − it is that share of what stands before it, as on a pocket calculator: 200 + 15% = 230.
 * `^` binds to the right; `-2^2` is −4. An endless fraction is written with 20 places.
 */
export function calculate(expression: string): Calculation {
  const result = evaluate(expression);
  return 'fault' in result ? result : toDecimal(result.number);
}

/** Like `calculate`, with more mathematics, and the number itself. */
export function evaluate(expression: string, mathematics?: Mathematics): Value | Unsolved {
  const tokens = tokenize(expression, new Set(mathematics?.functions.keys()));
  if ('unreadable' in tokens) return { fault: 'syntax', place: { start: tokens.unreadable, end: expression.length } };
  try {
    return new Evaluation(new Reader(tokens, expression.length), mathematics).whole();
  } catch (error) {
    if (!(error instanceof CalculationError)) throw error;
    return { fault: error.fault, ...(error.place && { place: error.place }), ...(error.detail !== undefined && { detail: error.detail }) };
  }
}

/**
 * Steps that fractions may cost together: bringing one to lowest terms takes about the square of its digits.
 * Measured: this many are one to two seconds.
 */
const MOST_WORK = 2e9;

const PRODUCT_SIGNS: Sign[] = ['*', '/', 'of', 'mod'];

/** One pass of recursive descent over the tokens: each method reads one level of precedence and gives its value. */
class Evaluation {
  private depth = 0;
  private work = 0;
  constructor(
    private readonly reader: Reader,
    private readonly mathematics: Mathematics | undefined,
  ) {}

  whole(): Value {
    const value = this.sum();
    if (this.reader.peek()) throw this.reader.unexpected();
    return value;
  }

  private sum(): Value {
    let left = this.product().value;
    for (let sign = this.reader.takeOperator('+', '-'); sign; sign = this.reader.takeOperator('+', '-')) {
      const { value, percent } = this.product();
      const right = percent ? this.with(multiply(left.number, value.number), left, value) : value;
      left = this.with((sign === '+' ? add : subtract)(left.number, right.number), left, right);
    }
    return left;
  }

  /** `percent` is true when the whole product is one number with a percent sign. */
  private product(): { value: Value; percent: boolean } {
    let { value, percent } = this.signed();
    for (let sign = this.reader.takeOperator(...PRODUCT_SIGNS); sign; sign = this.reader.takeOperator(...PRODUCT_SIGNS)) {
      const place = this.reader.last();
      const right = this.signed().value;
      if ((sign === '/' || sign === 'mod') && right.number.top === 0n) throw new CalculationError('zero', { start: place.start, end: this.reader.last().end });
      value = this.with((sign === '/' ? divide : sign === 'mod' ? remainder : multiply)(value.number, right.number), value, right);
      percent = false;
    }
    return { value, percent };
  }

  private signed(): { value: Value; percent: boolean } {
    const sign = this.reader.takeOperator('+', '-');
    if (!sign) return this.raised();
    const { value, percent } = this.deeper(() => this.signed());
    return { value: sign === '-' ? { number: subtract(rational(0n), value.number), exact: value.exact } : value, percent };
  }

  private raised(): { value: Value; percent: boolean } {
    const start = this.reader.peek()?.start ?? 0;
    const base = this.shared();
    if (!this.reader.takeOperator('^')) return base;
    const exponent = this.deeper(() => this.signed()).value;
    const value = this.at({ start, end: this.reader.last().end }, () => this.power(base.value, exponent));
    return { value, percent: false };
  }

  private power(base: Value, exponent: Value): Value {
    const { top, bottom } = exponent.number;
    if (bottom !== 1n) {
      if (!this.mathematics) throw new CalculationError('power');
      return this.mathematics.power(base, exponent);
    }
    if (top < 0n && base.number.top === 0n) throw new CalculationError('zero');
    const digits = Math.max(digitsOf(base.number.top), digitsOf(base.number.bottom));
    const size = top < 0n ? -top : top;
    const trivial = base.number.bottom === 1n && base.number.top >= -1n && base.number.top <= 1n;
    // 1 and −1 to any power need no more room, and only oddness counts.
    const times = trivial ? (size === 0n ? 0n : 2n - (size % 2n)) : size;
    if (!trivial && times > BigInt(Math.ceil(MOST_DIGITS / digits))) throw new CalculationError('size');
    return this.with(power(base.number, Number(top < 0n ? -times : times)), base, exponent);
  }

  /** A value with the signs that stand behind it: percent, factorial, “的平方根”. */
  private shared(): { value: Value; percent: boolean } {
    const start = this.reader.peek()?.start ?? 0;
    let value = this.atom();
    let percent = false;
    for (let sign = this.reader.takeOperator('%', '!', 'root'); sign; sign = this.reader.takeOperator('%', '!', 'root')) {
      if (sign === '%') value = { number: divide(value.number, rational(100n)), exact: value.exact };
      else value = this.call(sign === '!' ? 'factorial' : 'sqrt', [value], { start, end: this.reader.last().end });
      percent = sign === '%';
    }
    return { value, percent };
  }

  private atom(): Value {
    const token = this.reader.take();
    if (token?.type === 'number') return this.at(token, () => limited({ number: numberOf(token.digits, token.exponent ?? 0), exact: true }));
    if (token?.type === 'name') return this.named(token.name, token);
    if (token?.type !== 'open') throw this.reader.unexpected(token ?? null);
    const value = this.deeper(() => this.sum());
    this.reader.expectClose(token);
    return value;
  }

  private named(name: string, place: Place): Value {
    const open = this.reader.peek();
    const constant = this.mathematics?.functions.get(name)?.most === 0;
    if (open?.type !== 'open' || constant) {
      if (!constant) throw new CalculationError('arguments', place, `${name} is a function: write ${name}(…)`);
      return this.call(name, [], place);
    }
    this.reader.take();
    const values: Value[] = [];
    while (values.length === 0 ? this.reader.peek()?.type !== 'close' : this.reader.takeComma()) values.push(this.deeper(() => this.sum()));
    this.reader.expectClose(open);
    return this.call(name, values, { start: place.start, end: this.reader.last().end });
  }

  private call(name: string, values: Value[], place: Place): Value {
    const known = this.mathematics?.functions.get(name);
    if (!known) throw new CalculationError('syntax', place);
    const { least, most, apply } = known;
    if (values.length < least || values.length > most) {
      const wanted = least === most ? String(least) : most === Infinity ? `${least} or more` : `${least} to ${most}`;
      throw new CalculationError('arguments', place, `${name} takes ${wanted} ${most === 1 ? 'number' : 'numbers'}, not ${values.length}`);
    }
    return this.at(place, () => {
      const value = apply(values);
      return this.with(value.number, ...values, value);
    });
  }

  /** A result of these parts: exact when they are, and never longer than is of use. */
  private with(number: Rational, ...parts: Value[]): Value {
    // Whole numbers are quick, but for functions of several, which may divide them (gcd).
    if (parts.length > 2 || parts.some((part) => part.number.bottom !== 1n)) {
      this.work += parts.reduce((digits, part) => digits + digitsOf(part.number.top) + digitsOf(part.number.bottom), 0) ** 2;
      if (this.work > MOST_WORK) throw new CalculationError('work', this.reader.last());
    }
    const value = { number, exact: parts.every(({ exact }) => exact) };
    return limited(value.exact || !this.mathematics ? value : this.mathematics.shorten(value));
  }

  private deeper<T>(read: () => T): T {
    if (++this.depth > DEEPEST) throw new CalculationError('depth', this.reader.last());
    const result = read();
    this.depth--;
    return result;
  }

  /** Says where it was, when what went wrong doesn't say it itself. */
  private at<T>(place: Place, compute: () => T): T {
    try {
      return compute();
    } catch (error) {
      if (!(error instanceof CalculationError) || error.place) throw error;
      throw new CalculationError(error.fault, { start: place.start, end: place.end }, error.detail);
    }
  }
}

function numberOf(digits: string, exponent: number): Rational {
  if (Math.abs(exponent) > MOST_DIGITS) throw new CalculationError('size');
  return exponent === 0 ? fromDigits(digits) : multiply(fromDigits(digits), power(rational(10n), exponent));
}
