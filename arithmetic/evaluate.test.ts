import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculate } from './evaluate';
import { fromDigits, toDecimal } from './rational';
import { tokenize } from './tokenize';

const exact = (digits: string): unknown => ({ digits, exact: true });

describe('calculate', () => {
  it.each([
    ['0.1 + 0.2', '0.3'],
    ['1,200.50 - 0.5', '1200'],
    ['2 + 3 × 4', '14'],
    ['(2 + 3) * 4 / 8', '2.5'],
    ['2 ^ 10', '1024'],
    ['2^3^2', '512'],
    ['-2^2', '-4'],
    ['2^-2', '0.25'],
    ['99999999999999999999 × 99999999999999999999', '9999999999999999999800000000000000000001'],
    ['200 + 15%', '230'],
    ['200 − 15%', '170'],
    ['15% of 200', '30'],
    ['15 percent of 200', '30'],
    ['200 × 15%', '30'],
    ['100 的百分之 15', '15'],
    ['12 乘以 3 加 4', '40'],
    ['三', null],
    ['100 除以 8 减 0.5', '12'],
    ['5 的平方', '25'],
    ['2 的 8 次方', '256'],
    ['１２＋３', '15'],
    ['3 plus 4 times 2', '11'],
    ['7 squared', '49'],
    ['10 divided by 4', '2.5'],
    ['-(-3)', '3'],
    ['.5 × 4', '2'],
    ['5² + 2³', '33'],
    ['3x4', '12'],
    ['1.5e3 + 1E-2', '1500.01'],
    ['17 mod 5', '2'],
    ['-17 mod 5', '3'],
    ['(-1)^99999999999999999999', '-1'],
    ['1 ^ 123456789012345', '1'],
    ['（１＋２）×３', '9'],
  ])('%s = %s', (expression, digits) => {
    expect(calculate(expression)).toEqual(digits === null ? { fault: 'syntax', place: { start: 0, end: 1 } } : exact(digits));
  });

  it('says that an endless fraction is rounded', () => {
    expect(calculate('2 / 3')).toEqual({ digits: '0.66666666666666666667', exact: false });
    expect(calculate('-1 / 3')).toEqual({ digits: '-0.33333333333333333333', exact: false });
  });

  it.each([
    ['1 / 0', 'zero'],
    ['0 ^ -1', 'zero'],
    ['2 ^ 0.5', 'power'],
    ['9 ^ 9 ^ 9', 'size'],
    ['(1 + 2', 'syntax'],
    ['1 +', 'syntax'],
    ['1 2', 'syntax'],
    ['2½', 'syntax'],
    ['5!', 'syntax'],
    ['sqrt(4)', 'syntax'],
    ['1e99999999999', 'size'],
    ['(1 / 3) ^ 99999', 'size'],
    [`${'('.repeat(5000)}1${')'.repeat(5000)}`, 'depth'],
    [`${'-'.repeat(5000)}1`, 'depth'],
    [`2${'^2'.repeat(5000)}`, 'depth'],
    ['', 'syntax'],
    ['process.exit(1)', 'syntax'],
  ])('%s has no result: %s', (expression, fault) => {
    expect(calculate(expression)).toMatchObject({ fault });
  });

  it('agrees with whole-number arithmetic, whatever the spelling', () => {
    const number = fc.bigInt(-(10n ** 20n), 10n ** 20n);
    fc.assert(
      fc.property(number, number, number, (a, b, c) => {
        expect(calculate(`(${a}) + (${b}) × (${c})`)).toEqual(exact(String(a + b * c)));
        expect(calculate(`(${a}) 减去 (${b})`)).toEqual(exact(String(a - b)));
      }),
    );
  });

  it('keeps any decimal as it is', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 30n), fc.nat(20), (digits, places) => {
        const text = digits.toString().padStart(places + 1, '0');
        const written = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
        const plain = written.replace(/^0+(?=\d)/, '').replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
        expect(toDecimal(fromDigits(written))).toEqual(exact(plain));
      }),
    );
  });

  it('never fails on any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.array(fc.constantFrom('1', '2.5', '+', '-', '*', '/', '^', '%', '(', ')', ' ', '加', 'of')).map((parts) => parts.join(''))), (text) => {
        const tokens = tokenize(text);
        const result = calculate(text);
        if ('unreadable' in tokens) expect(result).toMatchObject({ fault: 'syntax', place: { start: tokens.unreadable } });
        else expect('fault' in result || /^-?\d+(\.\d+)?$/.test(result.digits)).toBe(true);
      }),
    );
  });
});
