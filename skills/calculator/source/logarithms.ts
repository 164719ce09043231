import { CalculationError } from '../../../arithmetic/fault';
import { power, rational } from '../../../arithmetic/rational';
import type { Value } from '../../../arithmetic/value';
import { fromWorking, toWorking, Working } from './decimals';

/** The logarithm to a base, null for the natural one. Exact when it is a whole number: log2(8) = 3. @throws CalculationError */
export function logarithm(value: Value, base: Value | null): Value {
  if (value.number.top <= 0n) throw new CalculationError('domain', undefined, 'only numbers above 0 have a logarithm');
  if (base && (base.number.top <= 0n || base.number.top === base.number.bottom)) throw new CalculationError('domain', undefined, 'the base of a logarithm is above 0 and not 1');
  const natural = Working.ln(toWorking(value.number));
  if (!base) return value.number.top === value.number.bottom && value.exact ? { number: rational(0n), exact: true } : fromWorking(natural);
  const rounded = fromWorking(natural.div(Working.ln(toWorking(base.number))));
  const near = Math.round(toWorking(rounded.number).toNumber());
  if (!value.exact || !base.exact || Math.abs(near) > 40_000) return rounded;
  const raised = power(base.number, near);
  return raised.top === value.number.top && raised.bottom === value.number.bottom ? { number: rational(BigInt(near)), exact: true } : rounded;
}
