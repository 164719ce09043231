import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { HostError } from './error';
import { aborted, pause } from './pause';

it('however often an act waits for a stop, one listener waits for it', async () => {
  const act = new AbortController();
  for (let key = 0; key < 50; key++) await Promise.race([pause(0, act.signal), aborted(act.signal)]);
  expect(getEventListeners(act.signal, 'abort')).toHaveLength(1);
  const waiting = [aborted(act.signal), pause(60_000, act.signal)];
  act.abort(new HostError('FOCUS_LOST', 'Gone.', 'Look again.'));
  for (const each of waiting) await expect(each).rejects.toMatchObject({ code: 'FOCUS_LOST' });
  await expect(aborted(act.signal)).rejects.toMatchObject({ code: 'FOCUS_LOST' });
});
