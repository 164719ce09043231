import type { Answer, SkillContext } from '../../serve';
import { changeLimits } from './limits';
import { PARTS, statusNow, type Part } from './status';
import { limitsText, statusText } from './words';

/** The computer's state, or the limits of the warnings; see schema.json for the arguments. */
export async function answer(args: Record<string, unknown>, { data, language }: SkillContext): Promise<Answer> {
  switch (args['action'] ?? 'status') {
    case 'status': {
      const part = PARTS.find((known): known is Part => known === (args['part'] ?? 'all'));
      if (!part) return refused(`“part” is “${String(args['part'])}”.`, `Give one of ${PARTS.join(', ')}.`);
      const top = Math.min(20, Math.max(0, Math.trunc(Number(args['top'] ?? 5)) || 0));
      const status = await statusNow(part, top);
      return { status: 'ok', result: status, text: statusText(status, language) };
    }
    case 'limits':
      try {
        const limits = changeLimits(data, args);
        return { status: 'ok', result: limits, text: limitsText(limits, language) };
      } catch (error) {
        return refused(error instanceof Error ? error.message : String(error), 'Percent at which to warn; 0 means never.');
      }
    default:
      return refused(`“action” is “${String(args['action'])}”.`, 'Give status or limits.');
  }
}

function refused(message: string, hint: string): Answer {
  return { status: 'error', code: 'INVALID_PARAM', message, hint };
}
