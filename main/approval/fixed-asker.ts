import type { Asker } from './gate';

/**
 * Answers for a run without a person (`--approve`): `all` says yes to everything that may be
 * asked (never to what is forbidden, which is not asked), `none` says no.
 */
export function fixedAsker(answer: 'all' | 'none'): Asker {
  return {
    by: 'flag',
    ask: (request) => Promise.resolve({ id: request.id, decision: answer === 'all' ? 'allow_once' : 'deny' }),
  };
}
