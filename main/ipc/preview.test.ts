import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Frame } from '../../preload/contract/bridge';
import { createPreview } from './preview';

const picture: Frame = { image: new Uint8Array([1]), width: 1, height: 1, spot: null };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const frameTaking = (milliseconds: number, began: () => void) => async () => {
  began();
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
  return picture;
};

test('at most five frames a second, and none after the stop', async () => {
  const pushed: Frame[] = [];
  const preview = createPreview({ frame: frameTaking(30, () => undefined), push: (frame) => pushed.push(frame), allowed: () => true });
  preview.start();
  preview.start();
  await vi.advanceTimersByTimeAsync(1000);
  expect(pushed).toHaveLength(5);
  preview.stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(pushed).toHaveLength(5);
});

test('a slow capture never has a second one beside it, even across a restart', async () => {
  let begun = 0;
  const preview = createPreview({ frame: frameTaking(700, () => (begun += 1)), push: () => undefined, allowed: () => true });
  preview.start();
  await vi.advanceTimersByTimeAsync(600);
  preview.stop();
  preview.start();
  expect(begun).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(begun).toBe(2);
  preview.stop();
});

test('a frame is neither taken nor shown while that is not allowed, and a failed one is skipped', async () => {
  let allowed = false;
  let taken = 0;
  const pushed: Frame[] = [];
  const preview = createPreview({
    frame: async () => {
      taken += 1;
      if (taken === 1) throw new Error('no picture now');
      return picture;
    },
    push: (frame) => pushed.push(frame),
    allowed: () => allowed,
  });
  preview.start();
  await vi.advanceTimersByTimeAsync(1000);
  expect(taken).toBe(0);
  allowed = true;
  await vi.advanceTimersByTimeAsync(400);
  expect(pushed).toHaveLength(1);
  preview.stop();
});
