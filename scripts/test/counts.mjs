/**
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], unsteady: string[] }} Counts
 *   `failures` names what failed, `unsteady` what passed only at the second try, one line each
 */

/** @type {Counts} */
export const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [] };

/** @param {string} failure @returns {Counts} one failed check */
export const oneFailed = (failure) => ({ ...NOTHING, failed: 1, failures: [failure] });

/** @param {string} name @param {number | null} code exit code of a check without tests of its own @returns {Counts} */
export const oneCheck = (name, code) => (code === 0 ? { ...NOTHING, passed: 1 } : oneFailed(name));

/** @param {Counts[]} parts @returns {Counts} */
export const sum = (parts) =>
  parts.reduce(
    (all, part) => ({
      passed: all.passed + part.passed,
      failed: all.failed + part.failed,
      skipped: all.skipped + part.skipped,
      failures: [...all.failures, ...part.failures],
      unsteady: [...all.unsteady, ...part.unsteady],
    }),
    NOTHING,
  );

/** @param {Counts} counts @returns {string} the last line of `npm test` */
export const lastLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/**
 * @typedef {{ fullName: string, status: string }} VitestTest
 * @typedef {{ testResults: { name: string, status: string, assertionResults: VitestTest[] }[] }} VitestReport
 * @param {VitestReport} report of vitest's json reporter
 * @returns {Counts} a file that could not be loaded counts as one failure
 */
export function countVitest({ testResults }) {
  return sum(
    testResults.flatMap(({ name, status, assertionResults }) => {
      const tests = assertionResults.map((test) => countOne(test.status === 'passed', test.status === 'failed', `${name}: ${test.fullName}`));
      const isBroken = status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
      return isBroken ? [...tests, oneFailed(`${name}: the file failed`)] : tests;
    }),
  );
}

/**
 * Most files that are tried again. Tests that drive other programs can meet a moment that comes once in a thousand
 * runs; where more than that fails, something is broken.
 */
const MOST_AGAIN = 5;

/** @param {VitestReport} report @returns {string[]} the files to try again */
export function filesToTryAgain({ testResults }) {
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return failed.length <= MOST_AGAIN ? failed : [];
}

/**
 * What counts after some files were tried again: of those, the second run, and what failed only in the first is named.
 * @param {VitestReport} first @param {VitestReport} second @returns {Counts}
 */
export function countBothTries(first, second) {
  const again = new Set(second.testResults.map(({ name }) => name));
  const kept = countVitest({ testResults: first.testResults.filter(({ name }) => !again.has(name)) });
  const now = countVitest(second);
  const before = countVitest({ testResults: first.testResults.filter(({ name }) => again.has(name)) });
  return sum([kept, { ...now, unsteady: before.failures.filter((failure) => !now.failures.includes(failure)) }]);
}

/**
 * @typedef {{ title: string, file: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ title: string, file: string, tests: { status: string }[] }} PlaywrightSpec
 * @typedef {{ suites: PlaywrightSuite[], errors: unknown[] }} PlaywrightReport
 * @param {PlaywrightReport} report of Playwright's json reporter
 * @returns {Counts} an error outside any test counts as one failure
 */
export function countPlaywright({ suites, errors }) {
  /** @type {(suite: PlaywrightSuite) => Counts[]} */
  const ofSuite = (suite) => [
    ...(suite.specs ?? []).flatMap(({ title, file, tests }) =>
      tests.map(({ status }) => ({
        ...countOne(status === 'expected' || status === 'flaky', status === 'unexpected', `${file}: ${title}`),
        unsteady: status === 'flaky' ? [`${file}: ${title}`] : [],
      })),
    ),
    ...(suite.suites ?? []).flatMap(ofSuite),
  ];
  return sum([...suites.flatMap(ofSuite), ...errors.map((error) => oneFailed(`outside any test: ${JSON.stringify(error).slice(0, 300)}`))]);
}

/** @param {boolean} passed @param {boolean} failed @param {string} name @returns {Counts} */
const countOne = (passed, failed, name) => (passed ? { ...NOTHING, passed: 1 } : failed ? oneFailed(name) : { ...NOTHING, skipped: 1 });

/**
 * What a test runner's stage counts for: a runner that crashed, hung or found nothing has failed, whatever its
 * report says.
 * @param {string} stage @param {Counts | null} counts null when there is no report @param {{ code: number | null,
 *   signal: string | null }} outcome
 * @returns {Counts}
 */
export function judge(stage, counts, { code, signal }) {
  const ending = signal ? `was ended by ${signal} (too long?)` : `ended with code ${code}`;
  if (!counts) return oneFailed(`${stage}: no report; it ${ending}`);
  if (counts.passed + counts.failed === 0) return sum([counts, oneFailed(`${stage}: no test was run; it ${ending}`)]);
  if (code !== 0 && counts.failed === 0) return sum([counts, oneFailed(`${stage}: it ${ending} though no test failed`)]);
  return counts;
}
