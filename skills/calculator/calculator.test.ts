import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callSkill, talk } from '../test-bed';
import { serve } from './run';

const compute = async (args: Record<string, unknown>, language = 'en'): Promise<unknown> => {
  const { answer } = await callSkill(serve, args, { DESKWRIGHT_LANGUAGE: language });
  return answer.status === 'ok' ? (answer.result as { value: string }).value : `${answer.message} ${answer.hint ?? ''}`;
};

describe('the calculator skill', () => {
  it.each([
    ['0.1 + 0.2', '0.3'],
    ['1/3 + 1/3 + 1/3', '1'],
    ['123456789012345678901234567890 * 987654321098765432109876543210', '121932631137021795226185032733622923332237463801111263526900'],
    ['200 + 15%', '230'],
    ['15% of 200', '30'],
    ['sqrt(16/9) * 3', '4'],
    ['sqrt(2)', '1.41421356237309504880168872421'],
    ['8^(2/3)', '4'],
    ['(-8)^(1/3)', '-2'],
    ['root(81, 4)', '3'],
    ['root(2, -1)', '0.5'],
    ['cbrt(-27)', '-3'],
    ['log2(1024)', '10'],
    ['log10(1/1000)', '-3'],
    ['log(8, 4)', '1.5'],
    ['ln(exp(1))', '1'],
    ['sin(pi)', '0'],
    ['sin(pi / 6)', '0.5'],
    ['cos(1)', '0.540302305868139717400936607443'],
    ['atan2(1, 1) * 4', '3.14159265358979323846264338328'],
    ['sinh(1e-20)', '0.00000000000000000001'],
    ['exp(1000)', '1.97007111401704699388887935224e+434'],
    ['round(2.345, 2)', '2.35'],
    ['round(-2.5)', '-3'],
    ['round(1234, -2)', '1200'],
    ['floor(-0.5)', '-1'],
    ['max(1,200)', '200'],
    ['max((1,200), 3)', '1200'],
    ['median(3, 1, 2, 10)', '2.5'],
    ['mean(1, 2)', '1.5'],
    ['lcm(4, 6) + gcd(12, 18)', '18'],
    ['3^20000 - 3^20000 + 2^33000 / 2^32999', '2'],
    ['17 mod 5 + mod(-17, 5) + (7) mod (4)', '8'],
    ['20!', '2432902008176640000'],
    ['choose(52, 5)', '2598960'],
    ['choose(100000000000, 2)', '4999999999950000000000'],
    ['9 的平方根', '3'],
    ['√(９)', '3'],
  ])('%s = %s', async (expression, value) => {
    expect(await compute({ expression })).toBe(value);
  });

  it('rounds to places when asked, keeps the zeros, and says what was rounded', async () => {
    const { answer } = await callSkill(serve, { expression: '(19.99 * 3) + 8%', decimals: '2' });
    expect(answer).toMatchObject({ status: 'ok', result: { value: '64.77', exact: false, unrounded: '64.7676' } });
    expect(await compute({ expression: '12.5', decimals: 2 })).toBe('12.50');
    expect(await compute({ expression: '-0.004', decimals: 2 })).toBe('0.00');
    expect(await compute({ expression: '2.5', decimals: 0, rounding: 'half_even' })).toBe('2');
    expect(await compute({ expression: '3.5', decimals: 0, rounding: 'half_even' })).toBe('4');
    expect((await callSkill(serve, { expression: '2/3' })).answer).toMatchObject({ result: { exact: false, unrounded: '2/3' } });
  });

  it('takes angles in degrees', async () => {
    expect(await compute({ expression: 'sin(30) + atan(1)', angle: 'degrees' })).toBe('45.5');
    expect(await compute({ expression: 'tan(90)', angle: 'degrees' })).toContain('“tan(90)”');
  });

  it('tells the person in their language', async () => {
    const { answer } = await callSkill(serve, { expression: '2/3' }, { DESKWRIGHT_LANGUAGE: 'zh' });
    expect(answer).toMatchObject({ text: '2/3 ≈ 0.666666666666666666666666666667 (保留 30 位有效数字，精确值为 2/3)' });
  });

  it.each([
    ['2 + * 3', 'at “*” (character 5): a number is expected'],
    ['2(3)', 'an operator is missing'],
    ['2 * (3 + 4', 'at “(” (character 5): this parenthesis is never closed'],
    ['1 +', 'at its end: it ends where a number is expected'],
    ['1)', 'it closes none'],
    ['max(1, )', 'a number is expected before this parenthesis'],
    ['sqr(3)', 'Did you mean sqrt?'],
    ['5 apples', 'at “apples” (character 3)'],
    ['1 + 1 = 2', 'one side only'],
    ['$5', 'currency'],
    ['log(100)', 'ln(x), log10(x) or log(x, base)'],
    ['10 / (5 - 5)', 'divides by zero at “/ (5 - 5)”'],
    ['5 mod 0', 'divides by zero'],
    ['sqrt(-1)', 'no real square root'],
    ['(-8)^0.5', 'no real power'],
    ['ln(0)', 'above 0'],
    ['asin(2)', 'from -1 to 1'],
    ['gcd(1.5, 2)', 'whole numbers'],
    ['sqrt(1, 2)', 'sqrt takes 1 number, not 2'],
    ['sqrt', 'write sqrt(…)'],
    ['', 'missing'],
    ['process.exit(1)', 'at “process”'],
    ['constructor', 'at “constructor”'],
    ['__proto__(1)', 'at “__proto__'],
  ])('%s is refused with its place and reason', async (expression, part) => {
    expect(await compute({ expression })).toContain(part);
  });

  it.each([
    ['9^9^9^9'],
    ['9999999999!'],
    ['1e999999999999999999999'],
    ['1e10000 * 1e10000'],
    ['exp(1e12)'],
    ['2^(1e9 + 0.5)'],
    ['sin(1e5000)'],
    ['round(1, 1e9)'],
    ['choose(1e9, 5e8)'],
    ['root(2, 1e-9)'],
    ['log(2, 1e-9000)^99999'],
    [`${'('.repeat(2000)}1${')'.repeat(2000)}`],
    [`${'sqrt('.repeat(900)}2${')'.repeat(900)}`],
    [`${'-'.repeat(4999)}1`],
    ['1+'.repeat(3000)],
    [Array.from({ length: 60 }, () => '(3^20000/7^11000)*(7^11000/3^20000)').join('*')],
    [Array.from({ length: 200 }, () => 'gcd(3^20000,7^11800)').join('+')],
    [Array.from({ length: 200 }, () => 'root(3^20000+1,9999)').join('+')],
  ])('%.40s is bounded', async (expression) => {
    expect(await compute({ expression })).toMatch(/too long|take too long|too deep|at most|too large|between -1000 and 1000/);
  });

  it('computes the heaviest expressions that it accepts', async () => {
    const fractions = Array.from({ length: 150 }, (_, index) => `1/${9_000_000_001 + index * 2}`).join('+');
    expect(await compute({ expression: fractions, decimals: 5 })).toBe('0.00000');
    expect(String(await compute({ expression: '3248!' }))).toHaveLength(9998);
    expect(await compute({ expression: Array.from({ length: 150 }, () => 'sin(1e99)^2').join('+'), decimals: 3 })).toMatch(/^\d+\.\d{3}$/);
  });

  it('answers every call of a process that is kept, whatever came before', async () => {
    const lines = await talk(serve, ['{"id": 1, "args": {"expression": "1/0"}}', 'nonsense', '{"id": 2, "args": {"expression": "6*7"}}']);
    expect(lines).toMatchObject([{ id: 1, status: 'error' }, { status: 'error' }, { id: 2, status: 'ok', result: { value: '42' } }]);
  });

  it('finds the root of every square, and nothing but fractions of whole numbers stays exact', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt(0n, 10n ** 40n), fc.bigInt(1n, 10n ** 12n), async (top, bottom) => {
        expect(await compute({ expression: `sqrt((${top} / ${bottom})^2) * ${bottom}` })).toBe(String(top));
      }),
    );
  });

  it('never throws on any text', async () => {
    const part = fc.constantFrom('1', '2.5', '1e5', '+', '-', '*', '/', '^', '%', '!', '(', ')', ',', ' ', 'sqrt(', 'ln(', 'max(', 'sin(', 'pi', 'mod', '²', '的');
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))), async (expression) => {
        const { answer } = await callSkill(serve, { expression });
        expect(answer.status === 'ok' || answer.code === 'INVALID_PARAM').toBe(true);
      }),
    );
  });
});
