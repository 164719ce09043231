import { describe, expect, it } from 'vitest';
import { createConfirmCode } from './confirm-code';

describe('createConfirmCode', () => {
  it('gives two different digits, and many different pairs', () => {
    const codes = Array.from({ length: 500 }, createConfirmCode);
    for (const code of codes) expect(code).toMatch(/^([1-9])(?!\1)[1-9]$/);
    expect(new Set(codes).size).toBeGreaterThan(40);
  });
});
