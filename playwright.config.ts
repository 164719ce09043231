import { defineConfig } from 'playwright/test';

/**
 * End-to-end tests drive the real Electron on a virtual desktop that scripts/test.mjs starts.
 * One worker: the tests share one screen, one pointer and one keyboard focus.
 */
export default defineConfig({
  testDir: 'e2e/specs',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-output/e2e',
  workers: 1,
  fullyParallel: false,
  // What passes only at the second try is named at the end of npm test.
  retries: 1,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['line']],
});
