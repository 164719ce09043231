import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { launchBed } from '../bed.mjs';
import { ownFolder, stageApp } from '../bed/stage.mjs';
import { ordinaryUser } from '../bed/user.mjs';
import { build } from '../build.mjs';
import { electronRuntime } from '../electron-runtime.mjs';
import { electronCommand } from '../lib/electron-command.mjs';
import { withLock } from '../lib/lock.mjs';
import { onEnd } from '../lib/on-end.mjs';
import { makeOwnFolder } from '../lib/own-folder.mjs';
import { inRoot, root } from '../lib/paths.mjs';
import { run } from '../lib/process.mjs';
import { checkPackage } from '../package/check.mjs';
import { pack } from '../package/pack.mjs';
import { NOTHING, countBothTries, countPlaywright, countVitest, filesToTryAgain, judge, oneCheck, oneFailed } from './counts.mjs';

/** How long all stages may take together on a slow machine (two processors that nothing else uses need 18 minutes), and what the last one needs of it (milliseconds). */
const BUDGET = 40 * 60_000;
const LAST = 120_000;

let end = Date.now() + BUDGET;

/** Starts the time that all stages share; set-up, which downloads, is over by then. */
export function startClock() {
  end = Date.now() + BUDGET;
}

/** @returns {number} what a runner that hangs is left, in milliseconds */
const timeLeft = () => Math.max(1_000, end - LAST - Date.now());

/**
 * Builds and fetches what later stages need, while the system's packages are still being installed. What fails here
 * fails again where it is needed, and is told there.
 * @returns {Promise<Counts>} nothing
 */
export async function makeReady() {
  await build().then(() => electronRuntime()).catch(() => undefined);
  return NOTHING;
}

/** Where reports and pictures of failures are left, from the root. */
const OUTPUT = 'test-output';

/** @typedef {import('./counts.mjs').Counts} Counts */

/** @returns {Promise<Counts>} */
export const typecheck = () =>
  // Two that write the same outputs at the same time read each other's half-written ones.
  withLock(inRoot('dist', '.types.lock'), () => check('typecheck', ['node_modules/typescript/bin/tsc', '-b', '--pretty']));

/** @param {string[]} words @returns {Promise<Counts>} */
export const lint = (words) => check('lint', ['node_modules/eslint/bin/eslint.js', ...(words.length > 0 ? words : ['.'])]);

/** @param {string} name @param {string[]} words for Node @returns {Promise<Counts>} */
async function check(name, words) {
  const { code, signal, output } = await run(process.execPath, words, { cwd: root, timeout: timeLeft() });
  console.log(`${code === 0 ? '✓' : '✗'} ${name}${signal ? ` (ended by ${signal}: too long)` : ''}`);
  if (code !== 0) console.log(output.trimEnd());
  return oneCheck(name, code);
}

/**
 * On a virtual desktop where there can be one, so that tests of the desktop skill have a screen.
 * @param {string[]} words more arguments for vitest, like a file's name
 * @returns {Promise<Counts>}
 */
export async function unit(words) {
  const first = await runVitest('unit.json', words);
  const again = first.report ? filesToTryAgain(first.report) : [];
  if (!first.report || again.length === 0) return judge('unit tests', first.report && countVitest(first.report), first.outcome);
  console.log(`Tried again: ${again.join(', ')}`);
  const second = await runVitest('unit-again.json', again);
  return judge('unit tests', second.report && countBothTries(first.report, second.report), second.outcome);
}

/** @param {string} name of its report @param {string[]} words more arguments for vitest, like a file's name */
async function runVitest(name, words) {
  // Another run in this checkout has its own.
  const file = freshReport(`${process.pid}-${name}`);
  const bed = process.platform === 'linux' ? await launchBed({ ownHome: true }) : null;
  const outcome = await run(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...words],
    { cwd: root, timeout: timeLeft(), show: true, env: { ...(bed?.environment ?? process.env), VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' } },
  );
  await bed?.stop();
  const report = /** @type {import('./counts.mjs').VitestReport | null} */ (readReport(file));
  if (report) renameSync(file, inRoot(OUTPUT, name));
  return { report, outcome };
}

/**
 * The real app on a virtual desktop, as an ordinary user with Chromium's sandbox on.
 * @param {string[]} words more arguments for Playwright, like a file's name
 * @returns {Promise<Counts>}
 */
export async function endToEnd(words) {
  try {
    await build();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return oneFailed('build');
  }
  const runtime = await electronRuntime();
  console.log(runtime.notice);
  const user = await ordinaryUser();
  const stage = await stageApp({ user, executable: runtime.executable });
  const bed = process.platform === 'linux' ? await launchBed({ user, ownHome: true }) : null;
  const output = bed ? join(bed.folder, 'output') : inRoot(OUTPUT);
  ownFolder(output, user);
  const report = join(output, 'e2e.json');
  const { notice } = electronCommand({ executable: stage.executable, folder: stage.folder, asRoot: false });
  if (notice) console.log(notice);
  const outcome = await run(
    stage.node,
    ['node_modules/playwright/cli.js', 'test', '--reporter=list,json', '--output', join(output, 'e2e'), ...words],
    {
      cwd: stage.folder,
      timeout: timeLeft(),
      show: true,
      ...(user && { uid: user.uid, gid: user.gid }),
      env: {
        ...(bed?.environment ?? process.env),
        // The specs ask electron-runtime.mjs, which must not fetch an Electron for this user anew.
        ...(bed && { ELECTRON_OVERRIDE_DIST_PATH: dirname(stage.executable) }),
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      },
    },
  );
  const read = /** @type {import('./counts.mjs').PlaywrightReport | null} */ (readReport(report));
  if (bed) {
    rmSync(inRoot(OUTPUT, 'e2e'), { recursive: true, force: true });
    cpSync(output, inRoot(OUTPUT), { recursive: true });
    await bed.stop();
  }
  await stage.remove();
  return judge('end-to-end tests', read && countPlaywright(read), outcome);
}

/**
 * The app as people install it: packed, and run from the package.
 * @returns {Promise<Counts>}
 */
export async function packaged() {
  if (process.platform !== 'linux') return { ...NOTHING, skipped: 1 };
  await build();
  const user = await ordinaryUser();
  const output = makeOwnFolder(user ? '/var/cache' : tmpdir(), 'deskwright-package');
  const remove = onEnd({
    gently: async () => rmSync(output, { recursive: true, force: true }),
    atOnce: () => rmSync(output, { recursive: true, force: true }),
  });
  try {
    chmodSync(output, 0o755);
    await pack({ runtime: await electronRuntime(), output });
    await checkPackage({ folder: join(output, 'linux-unpacked'), user });
    console.log('✓ package');
    return oneCheck('package', 0);
  } finally {
    await remove();
  }
}

/** @param {string} name @returns {string} its path, with nothing there */
function freshReport(name) {
  mkdirSync(inRoot(OUTPUT), { recursive: true });
  rmSync(inRoot(OUTPUT, name), { force: true });
  return inRoot(OUTPUT, name);
}

/** @param {string} file @returns {unknown} null when the runner left none */
function readReport(file) {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`The report ${file} can't be read: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}
