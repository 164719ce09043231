import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { untilAnswered } from './until-answered';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('untilAnswered', () => {
  it('asks again until there is an answer', async () => {
    let tries = 0;
    const answers: string[] = [];
    untilAnswered(() => (++tries < 3 ? Promise.reject(new Error('No handler')) : Promise.resolve('here')), (answer) => answers.push(answer));
    await vi.advanceTimersByTimeAsync(5000);
    expect([tries, answers]).toEqual([3, ['here']]);
  });

  it('stops when it is told to', async () => {
    let tries = 0;
    const stop = untilAnswered(() => (tries++, Promise.reject(new Error('No handler'))), () => undefined);
    await vi.advanceTimersByTimeAsync(600);
    stop();
    const before = tries;
    await vi.advanceTimersByTimeAsync(5000);
    expect(tries).toBe(before);
  });
});
