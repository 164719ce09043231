import { Decimal } from 'decimal.js';
import { CalculationError } from '../../../arithmetic/fault';
import { rational } from '../../../arithmetic/rational';
import { MOST_DIGITS, type Value } from '../../../arithmetic/value';
import { fromWorking, toWorking, Working } from './decimals';
import type { Entry } from './functions';

/** The unit of angles that go into sin, cos, tan and come out of asin, acos, atan. */
export type Angle = 'radians' | 'degrees';

/** Larger angles would need more digits of π than are worth having. */
const LARGEST = new Working('1e100');
/** Below this the result is what is left of rounding, as in sin(π). */
const NOTHING = new Working('1e-60');

const pi = Working.acos(-1);

/** Functions of angles, and the hyperbolic ones. */
export function angleFunctions(angle: Angle): Entry[] {
  const unit = angle === 'degrees' ? pi.div(180) : new Working(1);
  const of = (name: string, compute: (angle: Decimal) => Decimal): Entry => [
    name,
    { least: 1, most: 1, apply: ([value]) => rounded(compute(argument(value).times(unit))) },
  ];
  const back = (name: string, compute: (value: Decimal) => Decimal): Entry => [
    name,
    { least: 1, most: 1, apply: ([value]) => rounded(compute(argument(value)).div(unit)) },
  ];
  return [
    of('sin', (value) => Working.sin(value)),
    of('cos', (value) => Working.cos(value)),
    of('tan', tangent),
    back('asin', (value) => Working.asin(withinOne(value))),
    back('acos', (value) => Working.acos(withinOne(value))),
    back('atan', (value) => Working.atan(value)),
    ['atan2', { least: 2, most: 2, apply: ([y, x]) => rounded(Working.atan2(argument(y), argument(x)).div(unit)) }],
    ...(['sinh', 'cosh', 'tanh'] as const).map((name): Entry => [name, { least: 1, most: 1, apply: ([value]) => rounded(hyperbolic(name, argument(value))) }]),
    ['degrees', { least: 1, most: 1, apply: ([value]) => rounded(argument(value).times(180).div(pi)) }],
    ['radians', { least: 1, most: 1, apply: ([value]) => rounded(argument(value).times(pi).div(180)) }],
  ];
}

function argument(value: Value | undefined): Decimal {
  if (!value) throw new CalculationError('arguments');
  const decimal = toWorking(value.number);
  if (decimal.abs().gt(LARGEST)) throw new CalculationError('domain', undefined, 'the angle is too large to be placed on the circle');
  return decimal;
}

function rounded(decimal: Decimal): Value {
  return decimal.abs().lt(NOTHING) ? { number: rational(0n), exact: false } : fromWorking(decimal);
}

function tangent(angle: Decimal): Decimal {
  const cosine = Working.cos(angle);
  if (cosine.abs().lt(NOTHING)) throw new CalculationError('domain', undefined, 'the tangent has no value at a right angle');
  return Working.sin(angle).div(cosine);
}

function withinOne(value: Decimal): Decimal {
  if (value.abs().gt(1)) throw new CalculationError('domain', undefined, 'asin and acos take numbers from -1 to 1');
  return value;
}

function hyperbolic(name: 'sinh' | 'cosh' | 'tanh', value: Decimal): Decimal {
  if (value.abs().gt(MOST_DIGITS * Math.LN10)) throw new CalculationError('size');
  // (e^x ± e^-x) / 2 with digits to spare, because near zero the two halves nearly cancel.
  const Fine = Decimal.clone({ precision: 200, maxE: 9e15, minE: -9e15 });
  const up = Fine.exp(value);
  const down = new Fine(1).div(up);
  const [sine, cosine] = [up.minus(down).div(2), up.plus(down).div(2)];
  return name === 'sinh' ? sine : name === 'cosh' ? cosine : sine.div(cosine);
}
