import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/test/longest-first.mjs';
import { pureTests } from './scripts/test/side-by-side.mjs';

const pure = pureTests();

/** Unit tests live beside their source; the end-to-end tests (e2e/specs) are Playwright's. */
export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: ['scripts/test/own-temporary.mjs'],
    setupFiles: ['scripts/test/property-seed.mjs'],
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // Many of them wait for programs more than they compute: three keep two processors busy.
    maxWorkers: 3,
    // A limit is only how long a failure takes: a machine that is busy otherwise may need many times the usual.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    passWithNoTests: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['{arithmetic,main,preload,renderer,skills,e2e/fixtures}/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          exclude: ['**/node_modules/**', 'dist/**', ...pure],
        },
      },
      { extends: true, test: { name: 'side by side', include: pure, isolate: false } },
    ],
  },
});
