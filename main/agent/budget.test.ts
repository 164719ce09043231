import { describe, expect, it } from 'vitest';
import { Budget, costOf, wrapUp } from './budget';

const usage = (inputTokens: number, outputTokens = 0) => ({ inputTokens, outputTokens, estimated: false });

describe('a budget', () => {
  it('is over exactly when a limit is reached, whichever comes first', () => {
    const budget = new Budget({ steps: 10, tokens: 100, cost: 1, minutes: null });
    budget.spend(usage(60, 39), 0.1);
    expect(budget.exceeded()).toBeNull();
    budget.spend(usage(1), 0.1);
    expect(budget.exceeded()).toMatchObject({ kind: 'tokens', spent: 100, allowed: 100 });
  });

  it('warns once, from 85 % on', () => {
    const budget = new Budget({ steps: 20 });
    for (let step = 0; step < 16; step++) budget.spend(usage(1), null);
    expect(budget.nearing()).toBeNull();
    budget.spend(usage(1), null);
    expect(budget.nearing()).toMatchObject({ kind: 'steps', spent: 17 });
    expect(budget.nearing()).toBeNull();
  });

  it.each([
    [4, 3],
    [5, 4],
    [6, 5],
  ])('warns a run of %i turns before its last', (steps, before) => {
    const budget = new Budget({ steps });
    for (let step = 0; step < before; step++) {
      expect(budget.nearing()).toBeNull();
      budget.spend(usage(1), null);
    }
    expect(budget.nearing()?.spent).toBe(before);
  });

  it.each([1, 2, 3])('has no room for a warning in a run of %i turns', (steps) => {
    const budget = new Budget({ steps });
    for (let step = 0; step < steps; step++) {
      expect(budget.nearing()).toBeNull();
      expect(budget.exceeded()).toBeNull();
      budget.spend(usage(1), null);
    }
    expect(budget.exceeded()?.kind).toBe('steps');
  });

  it('counts wall time without pauses', () => {
    let now = 0;
    const budget = new Budget({ steps: 100, minutes: 10 }, () => now);
    now = 12 * 60_000;
    budget.paused(3 * 60_000);
    expect(budget.nearing()).toMatchObject({ kind: 'minutes', spent: 9 });
    expect(budget.exceeded()).toBeNull();
    now += 60_000;
    expect(budget.exceeded()?.kind).toBe('minutes');
  });

  it('counts cost where there is a price, and nothing where there is none', () => {
    expect(costOf(usage(1_000_000, 500_000), { input: 2, output: 8 })).toBe(6);
    expect(costOf(usage(1), undefined)).toBeNull();
    const budget = new Budget({ steps: 100, cost: 1 });
    budget.spend(usage(1), 0.9);
    expect(wrapUp(budget.nearing()!)).toContain('US$ 0.900 of US$ 1.000');
  });
});
