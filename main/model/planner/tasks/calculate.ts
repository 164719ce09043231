import { calculate } from '../../../../arithmetic/evaluate';
import type { Script, Work } from '../script';

/** The answer comes from exact arithmetic; no tool is needed and nothing is evaluated as code. */
export function* calculateTask(work: Work, { expression }: { expression: string }): Script {
  const result = calculate(expression);
  if ('fault' in result) {
    const told = result.fault === 'zero' || result.fault === 'power' || result.fault === 'size' ? result.fault : 'syntax';
    return work.say(`planner.calculate.${told}`, { expression });
  }
  return work.say(result.exact ? 'planner.calculate.exact' : 'planner.calculate.rounded', { expression, result: result.digits });
}
