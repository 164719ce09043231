import { expect, it } from 'vitest';
import type { Envelope } from '../../../preload/contract/envelope';
import { StuckDetector } from './detect';

const envelope = (data: Record<string, unknown> = {}): Envelope => ({ status: 'success', data, text: 'ok', stats: { time_ms: 1 }, context: { cwd: '/', params_input: {} } });
const done = (data: Record<string, unknown> = {}) => ({ envelope: envelope(data), images: [] });

it('counts a model of screens’ acts, not the pictures that it is given after each', () => {
  const detector = new StuckDetector();
  const look = { id: 'o', name: 'Observe', arguments: '{"what":"screenshot"}' };
  const act = (text: string) => ({ id: 'c', name: 'Computer', arguments: JSON.stringify({ action: 'hold_key', keys: text }) });
  for (const keys of ['a', 'b', 'c', 'd']) expect(detector.add([act(keys), look], [done(), done()])).toBeNull();
  expect(detector.add([act('d'), look], [done(), done()])).toBeNull();
  expect(detector.add([act('d'), look], [done(), done()])?.kind).toBe('repeat');
});
