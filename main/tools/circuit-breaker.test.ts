import { describe, expect, it } from 'vitest';
import { CircuitBreaker } from './circuit-breaker';

describe('the circuit breaker', () => {
  it('opens after three failures in a row, lets one probe through after 300 s, closes when it works', () => {
    let time = 0;
    const breaker = new CircuitBreaker(() => time);
    const open = () => {
      try {
        breaker.check('T');
        return false;
      } catch (error) {
        expect(error).toMatchObject({ code: 'CIRCUIT_OPEN' });
        return true;
      }
    };
    breaker.failed('T');
    breaker.failed('T');
    expect(open()).toBe(false);
    breaker.worked('T');
    breaker.failed('T');
    breaker.failed('T');
    expect(open()).toBe(false);
    breaker.failed('T');
    expect(open()).toBe(true);
    time = 299_000;
    expect(open()).toBe(true);
    time = 300_001;
    expect([open(), open()]).toEqual([false, true]);
    breaker.failed('T');
    time = 500_000;
    expect(open()).toBe(true);
    time = 700_000;
    expect(open()).toBe(false);
    breaker.worked('T');
    expect([open(), open()]).toEqual([false, false]);
  });

  it('gives a tool that failed more rest each time, and lets a stopped probe be made again', () => {
    let time = 0;
    const breaker = new CircuitBreaker(() => time);
    expect(breaker.rest('T')).toBe(0);
    breaker.failed('T');
    const first = breaker.rest('T');
    breaker.failed('T');
    expect(breaker.rest('T')).toBeGreaterThan(first);
    breaker.failed('T');
    time = 300_001;
    breaker.check('T');
    expect(() => breaker.check('T')).toThrow();
    breaker.undecided('T');
    expect(() => breaker.check('T')).not.toThrow();
    breaker.worked('T');
    expect(breaker.rest('T')).toBe(0);
  });
});
