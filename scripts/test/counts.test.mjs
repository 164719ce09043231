import { describe, expect, it } from 'vitest';
import { countBothTries, countPlaywright, countVitest, filesToTryAgain, judge, lastLine, oneCheck, sum } from './counts.mjs';

const done = { code: 0, signal: null };

describe('the last line', () => {
  it('names what was skipped only when something was', () => {
    expect(lastLine({ passed: 12, failed: 0, skipped: 0, failures: [], unsteady: [] })).toBe('12 passed, 0 failed');
    expect(lastLine({ passed: 1, failed: 2, skipped: 3, failures: [], unsteady: [] })).toBe('1 passed, 2 failed, 3 skipped');
  });

  it('adds up all stages', () => {
    expect(sum([oneCheck('lint', 0), oneCheck('typecheck', 2), oneCheck('build', 0)])).toEqual({ passed: 2, failed: 1, skipped: 0, failures: ['typecheck'], unsteady: [] });
  });
});

describe('counting unit tests', () => {
  const test = (status, fullName = status) => ({ status, fullName });

  it('tells passed, failed and skipped apart', () => {
    const report = { testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [test('passed'), test('failed', 'adds'), test('pending'), test('todo')] }] };
    expect(countVitest(report)).toEqual({ passed: 1, failed: 1, skipped: 2, failures: ['a.test.ts: adds'], unsteady: [] });
  });

  it('counts a file that could not be loaded as a failure', () => {
    const report = { testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }] };
    expect(countVitest(report)).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe('a second try of unit tests', () => {
  const file = (name, ...statuses) => ({
    name,
    status: statuses.includes('failed') || statuses.length === 0 ? 'failed' : 'passed',
    assertionResults: statuses.map((status, index) => ({ status, fullName: `${index}` })),
  });

  it('is for the files that failed, unless so many did that something is broken', () => {
    expect(filesToTryAgain({ testResults: [file('a', 'passed'), file('b', 'failed'), file('c')] })).toEqual(['b', 'c']);
    expect(filesToTryAgain({ testResults: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => file(name, 'failed')) })).toEqual([]);
  });

  it('counts for the files in it, and names what only it passed', () => {
    const first = { testResults: [file('a', 'passed', 'passed'), file('b', 'passed', 'failed'), file('c'), file('d', 'failed')] };
    const second = { testResults: [file('b', 'passed', 'passed'), file('c', 'passed'), file('d', 'failed')] };
    expect(countBothTries(first, second)).toEqual({ passed: 5, failed: 1, skipped: 0, failures: ['d: 0'], unsteady: ['b: 1', 'c: the file failed'] });
  });
});

describe('counting end-to-end tests', () => {
  const spec = (title, status) => ({ title, file: 'a.spec.ts', tests: [{ status }] });

  it('reaches into nested suites and names what passed only at the second try', () => {
    const suites = [{ specs: [spec('one', 'expected')], suites: [{ specs: [spec('two', 'unexpected'), spec('three', 'skipped'), spec('four', 'flaky')] }] }];
    expect(countPlaywright({ suites, errors: [] })).toEqual({ passed: 2, failed: 1, skipped: 1, failures: ['a.spec.ts: two'], unsteady: ['a.spec.ts: four'] });
  });

  it('counts an error outside any test', () => {
    expect(countPlaywright({ suites: [], errors: [{ message: 'cannot load' }] })).toMatchObject({ failed: 1 });
  });
});

describe('judging a stage', () => {
  const good = { passed: 3, failed: 0, skipped: 0, failures: [], unsteady: [] };

  it('believes a good report of a runner that ended well', () => {
    expect(judge('unit', good, done)).toEqual(good);
  });

  it.each([
    ['left no report', null, done],
    ['ran no test', { passed: 0, failed: 0, skipped: 4, failures: [], unsteady: [] }, done],
    ['crashed after its tests', good, { code: 1, signal: null }],
    ['hung', good, { code: null, signal: 'SIGKILL' }],
  ])('fails a runner that %s', (_what, counts, outcome) => {
    expect(judge('unit', counts, outcome).failed).toBe(1);
  });

  it('does not count a failed test twice', () => {
    const bad = { passed: 1, failed: 1, skipped: 0, failures: ['x'], unsteady: [] };
    expect(judge('unit', bad, { code: 1, signal: null })).toEqual(bad);
  });
});
