import { relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';
import { root } from '../lib/paths.mjs';

/**
 * The unit test files that take longest, each ten seconds or more, with those that mostly wait between those that
 * compute and those that drive an office. A new machine knows no times, and would begin with the largest files: at the
 * end one worker was left with a long one while the others had nothing to do.
 */
export const LONGEST = [
  'skills/desktop-control/action-table/text.test.ts',
  'main/model/routines/office.desktop.test.ts',
  'main/tools/kill.test.ts',
  'skills/office-documents/office-documents.test.ts',
  'skills/browser/browser.test.ts',
  'skills/desktop-control/host/office.test.ts',
  'skills/android-phone/android-phone.test.ts',
  'main/model/dialects/office.desktop.test.ts',
  'main/skills/run/outside.test.ts',
  'skills/desktop-control/host/office-traps.test.ts',
  'main/model/deviations.test.ts',
  'main/model/planner/office.desktop.test.ts',
  'skills/desktop-control/action-table/input.test.ts',
  'skills/run-python/run-python.test.ts',
  'skills/desktop-control/host/desktop.test.ts',
  'main/skills/run/bundled.test.ts',
  'skills/desktop-control/action-table/office.test.ts',
  'skills/desktop-control/host/displays.test.ts',
  'skills/desktop-control/no-desktop.test.ts',
  'skills/desktop-control/action-table/sight.test.ts',
  'main/tools/bash.test.ts',
  'skills/desktop-control/host/take-over.test.ts',
  'main/approval/command/fuzz.test.ts',
  'main/approval/path-tricks.test.ts',
];

/** Runs those first, and after them what vitest would. */
export class LongestFirst extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    return byRank(await super.sort(files), ({ moduleId }) => relative(root, moduleId));
  }
}

/**
 * @template T
 * @param {T[]} files @param {(file: T) => string} pathOf from the root
 * @returns {T[]} those of LONGEST first, in its order; the others as they were
 */
export function byRank(files, pathOf) {
  const rank = (/** @type {T} */ file) => (LONGEST.indexOf(pathOf(file)) + LONGEST.length + 1) % (LONGEST.length + 1);
  return [...files].sort((a, b) => rank(a) - rank(b));
}
