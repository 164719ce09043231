import type { Mathematics } from '../../../arithmetic/evaluate';
import { CalculationError } from '../../../arithmetic/fault';
import { add, divide, multiply, rational, remainder, subtract, type Rational } from '../../../arithmetic/rational';
import { MOST_DIGITS, type Value } from '../../../arithmetic/value';
import { fromWorking, shorten, toWorking, Working } from './decimals';
import { logarithm } from './logarithms';
import { fractionalPower } from './roots';
import { roundTo } from './rounding';
import { angleFunctions, type Angle } from './angles';

export type Functions = Mathematics['functions'];
export type Entry = [string, { least: number; most: number; apply: (values: Value[]) => Value }];

/** All functions and constants, with angles in the unit that was asked for. */
export function mathematics(angle: Angle): Mathematics {
  return { functions: new Map([...constants, ...plain, ...angleFunctions(angle)]), power: fractionalPower, shorten };
}

/** A function of numbers that is exact when they are. */
function exact(name: string, least: number, most: number, apply: (...numbers: Rational[]) => Rational): Entry {
  return [name, { least, most, apply: (values) => ({ number: apply(...values.map(({ number }) => number)), exact: values.every((value) => value.exact) }) }];
}

function one(name: string, apply: (value: Value) => Value): Entry {
  return [name, { least: 1, most: 1, apply: (values) => apply(first(values)) }];
}

/** The number of arguments was checked before a function is called. */
function first(values: Value[], index = 0): Value {
  const value = values[index];
  if (!value) throw new CalculationError('arguments');
  return value;
}

const whole = (value: bigint): Value => ({ number: rational(value), exact: true });
const ZERO = rational(0n);
const less = (a: Rational, b: Rational): boolean => a.top * b.bottom < b.top * a.bottom;

const constants: Entry[] = [
  ['pi', { least: 0, most: 0, apply: () => fromWorking(Working.acos(-1)) }],
  ['π', { least: 0, most: 0, apply: () => fromWorking(Working.acos(-1)) }],
  ['tau', { least: 0, most: 0, apply: () => fromWorking(Working.acos(-1).times(2)) }],
  ['e', { least: 0, most: 0, apply: () => fromWorking(Working.exp(1)) }],
];

const plain: Entry[] = [
  ...['sqrt', '√'].map((name) => one(name, (value) => fractionalPower(notNegative(value), half))),
  one('cbrt', (value) => fractionalPower(value, { number: rational(1n, 3n), exact: true })),
  ['root', { least: 2, most: 2, apply: (values) => fractionalOrWhole(first(values), first(values, 1)) }],
  exact('abs', 1, 1, (value = ZERO) => (value.top < 0n ? subtract(ZERO, value) : value)),
  exact('sign', 1, 1, ({ top } = ZERO) => rational(top > 0n ? 1n : top < 0n ? -1n : 0n)),
  exact('floor', 1, 1, (value = ZERO) => roundTo(value, 0, 'floor')),
  exact('ceil', 1, 1, (value = ZERO) => roundTo(value, 0, 'ceil')),
  exact('trunc', 1, 1, (value = ZERO) => roundTo(value, 0, 'trunc')),
  exact('round', 1, 2, (value = ZERO, places = ZERO) => roundTo(value, smallWhole(places, 'the number of places'), 'half_up')),
  exact('min', 1, Infinity, (...values) => values.reduce((least, value) => (less(value, least) ? value : least))),
  exact('max', 1, Infinity, (...values) => values.reduce((most, value) => (less(most, value) ? value : most))),
  exact('sum', 1, Infinity, (...values) => values.reduce(add)),
  ...['mean', 'average', 'avg'].map((name) => exact(name, 1, Infinity, (...values) => divide(values.reduce(add), rational(BigInt(values.length))))),
  exact('median', 1, Infinity, (...values) => median(values)),
  exact('mod', 2, 2, (a = ZERO, b = ZERO) => {
    if (b.top === 0n) throw new CalculationError('zero');
    return remainder(a, b);
  }),
  exact('gcd', 1, Infinity, (...values) => rational(values.map(wholeOf).reduce(greatest))),
  exact('lcm', 1, Infinity, (...values) => rational(values.map(wholeOf).reduce((a, b) => (a === 0n || b === 0n ? 0n : absolute(a * b) / greatest(a, b))))),
  exact('factorial', 1, 1, (value = ZERO) => rational(product(1n, wholeOf(value)))),
  exact('choose', 2, 2, (n = ZERO, k = ZERO) => choose(wholeOf(n), wholeOf(k))),
  one('exp', (value) => fractionalOrExponential(value)),
  one('ln', (value) => logarithm(value, null)),
  one('log10', (value) => logarithm(value, whole(10n))),
  one('log2', (value) => logarithm(value, whole(2n))),
  ['log', { least: 1, most: 2, apply: ([value, base]) => twoLogarithms(value, base) }],
];

const half: Value = { number: rational(1n, 2n), exact: true };

function notNegative(value: Value): Value {
  if (value.number.top < 0n) throw new CalculationError('domain', undefined, 'a negative number has no real square root');
  return value;
}

function fractionalOrWhole(value: Value, order: Value): Value {
  if (order.number.top === 0n) throw new CalculationError('domain', undefined, 'the order of a root can’t be 0');
  const exponent = { number: divide(rational(1n), order.number), exact: order.exact };
  if (exponent.number.bottom !== 1n) return fractionalPower(value, exponent);
  const times = smallWhole(exponent.number, 'the order of this root');
  if (times < 0 && value.number.top === 0n) throw new CalculationError('zero');
  const raised = Array.from({ length: Math.abs(times) }, () => value.number).reduce(multiply, rational(1n));
  return { number: times < 0 ? divide(rational(1n), raised) : raised, exact: value.exact };
}

function fractionalOrExponential(value: Value): Value {
  if (value.number.top === 0n) return whole(1n);
  const exponent = toWorking(value.number);
  // e^23025 has ten thousand digits.
  if (exponent.abs().gt(MOST_DIGITS * Math.LN10)) throw new CalculationError('size');
  return fromWorking(Working.exp(exponent));
}

function twoLogarithms(value: Value | undefined, base: Value | undefined): Value {
  if (!value) throw new CalculationError('arguments');
  if (!base) throw new CalculationError('arguments', undefined, 'log with one number could be the natural or the decimal logarithm: write ln(x), log10(x) or log(x, base)');
  return logarithm(value, base);
}

function median(values: Rational[]): Rational {
  const sorted = [...values].sort((a, b) => (less(a, b) ? -1 : less(b, a) ? 1 : 0));
  const above = sorted[Math.floor(sorted.length / 2)] ?? ZERO;
  const below = sorted[Math.ceil(sorted.length / 2) - 1] ?? ZERO;
  return divide(add(above, below), rational(2n));
}

function wholeOf({ top, bottom }: Rational): bigint {
  if (bottom !== 1n) throw new CalculationError('domain', undefined, 'this takes whole numbers only');
  return top;
}

function smallWhole(value: Rational, what: string): number {
  const number = Number(wholeOf(value));
  if (Math.abs(number) > 1000) throw new CalculationError('domain', undefined, `${what} must be between -1000 and 1000`);
  return number;
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

function greatest(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [absolute(a), absolute(b)];
  while (smaller > 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

/** from × (from + 1) × … × to. 3249! is the first factorial with more than ten thousand digits. */
function product(from: bigint, to: bigint): bigint {
  if (to < 0n) throw new CalculationError('domain', undefined, 'a factorial takes whole numbers from 0 on');
  if (to > 3248n) throw new CalculationError('size');
  let result = 1n;
  for (let factor = from; factor <= to; factor++) result *= factor;
  return result;
}

function choose(n: bigint, k: bigint): Rational {
  if (n < 0n || k < 0n) throw new CalculationError('domain', undefined, 'choose takes whole numbers from 0 on');
  if (k > n) return ZERO;
  const smaller = k > n - k ? n - k : k;
  if (smaller > 3248n) throw new CalculationError('size');
  let result = 1n;
  for (let step = 1n; step <= smaller; step++) {
    result = (result * (n - smaller + step)) / step;
    if (result.toString(16).length > MOST_DIGITS) throw new CalculationError('size');
  }
  return rational(result);
}
