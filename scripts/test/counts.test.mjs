import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, judge, lastLine, oneCheck, sum } from './counts.mjs';

const done = { code: 0, signal: null };

describe('the last line', () => {
  it('names what was skipped only when something was', () => {
    expect(lastLine({ passed: 12, failed: 0, skipped: 0, failures: [] })).toBe('12 passed, 0 failed');
    expect(lastLine({ passed: 1, failed: 2, skipped: 3, failures: [] })).toBe('1 passed, 2 failed, 3 skipped');
  });

  it('adds up all stages', () => {
    expect(sum([oneCheck('lint', 0), oneCheck('typecheck', 2), oneCheck('build', 0)])).toEqual({ passed: 2, failed: 1, skipped: 0, failures: ['typecheck'] });
  });
});

describe('counting unit tests', () => {
  const test = (status, fullName = status) => ({ status, fullName });

  it('tells passed, failed and skipped apart', () => {
    const report = { testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [test('passed'), test('failed', 'adds'), test('pending'), test('todo')] }] };
    expect(countVitest(report)).toEqual({ passed: 1, failed: 1, skipped: 2, failures: ['a.test.ts: adds'] });
  });

  it('counts a file that could not be loaded as a failure', () => {
    const report = { testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }] };
    expect(countVitest(report)).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe('counting end-to-end tests', () => {
  const spec = (title, status) => ({ title, file: 'a.spec.ts', tests: [{ status }] });

  it('reaches into nested suites and takes flaky for failed', () => {
    const suites = [{ specs: [spec('one', 'expected')], suites: [{ specs: [spec('two', 'unexpected'), spec('three', 'skipped'), spec('four', 'flaky')] }] }];
    expect(countPlaywright({ suites, errors: [] })).toEqual({ passed: 1, failed: 2, skipped: 1, failures: ['a.spec.ts: two', 'a.spec.ts: four'] });
  });

  it('counts an error outside any test', () => {
    expect(countPlaywright({ suites: [], errors: [{ message: 'cannot load' }] })).toMatchObject({ failed: 1 });
  });
});

describe('judging a stage', () => {
  const good = { passed: 3, failed: 0, skipped: 0, failures: [] };

  it('believes a good report of a runner that ended well', () => {
    expect(judge('unit', good, done)).toEqual(good);
  });

  it.each([
    ['left no report', null, done],
    ['ran no test', { passed: 0, failed: 0, skipped: 4, failures: [] }, done],
    ['crashed after its tests', good, { code: 1, signal: null }],
    ['hung', good, { code: null, signal: 'SIGKILL' }],
  ])('fails a runner that %s', (_what, counts, outcome) => {
    expect(judge('unit', counts, outcome).failed).toBe(1);
  });

  it('does not count a failed test twice', () => {
    const bad = { passed: 1, failed: 1, skipped: 0, failures: ['x'] };
    expect(judge('unit', bad, { code: 1, signal: null })).toEqual(bad);
  });
});
