import { calculate } from '../../../../arithmetic/evaluate';
import type { CalculationFault } from '../../../../arithmetic/fault';
import type { Script, Work } from '../script';

/** The sentence for each fault; functions belong to the calculator skill, so here they are no calculation. */
const toldAs: Record<CalculationFault, 'syntax' | 'zero' | 'power' | 'size'> = {
  syntax: 'syntax',
  depth: 'syntax',
  arguments: 'syntax',
  domain: 'syntax',
  zero: 'zero',
  power: 'power',
  size: 'size',
  work: 'size',
};

/** The answer comes from exact arithmetic; no tool is needed and nothing is evaluated as code. */
export function* calculateTask(work: Work, { expression }: { expression: string }): Script {
  const result = calculate(expression);
  if ('fault' in result) {
    return work.say(`planner.calculate.${toldAs[result.fault]}`, { expression });
  }
  return work.say(result.exact ? 'planner.calculate.exact' : 'planner.calculate.rounded', { expression, result: result.digits });
}
