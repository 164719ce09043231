/**
 * `npm start -- --demo`: on a virtual desktop of its own, the app with its offline planner makes a
 * budget sheet in LibreOffice Calc and saves it; a person-script clicks in the real approval
 * dialogs; the file itself is the proof. Writes demo-output/.
 */
import { copyFileSync, cpSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { _electron } from 'playwright';
import { launchBed } from './bed.mjs';
import { patience } from './demo/patience.mjs';
import { person } from './demo/person.mjs';
import { asCsv, differences, readSheet } from './demo/proof.mjs';
import { expected, FILE, request } from './demo/sheet.mjs';
import { electronCommand } from './lib/electron-command.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { must } from './lib/process.mjs';

const OUTPUT = inRoot('demo-output');
/** The run is given up after this long without anything new, and altogether (milliseconds); half a minute is usual. */
const LIMITS = { silent: 180_000, whole: 900_000 };
/** Until a window that has just opened or changed its size is drawn, for pictures (milliseconds). */
const DRAWN = 1_500;
/** Between two pictures of the work (milliseconds). */
const PICTURE_EVERY = 4_000;
/** Settings of the person's own that must not reach the demonstration: it shows what works without a model. */
const MODEL_VARIABLES = ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'MODEL_NAME', 'DESKWRIGHT_HOME'];

/**
 * @param {{ runtime: { executable: string }, words: string[] }} options
 * @returns {Promise<number>} 0 only when the saved file holds exactly what was asked
 */
export async function demonstrate({ runtime, words }) {
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(join(OUTPUT, 'pictures'), { recursive: true });
  const work = mkdtempSync(join(tmpdir(), 'deskwright-demo-'));
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !MODEL_VARIABLES.includes(name)));
  const bed = await launchBed({ size: '1600x900', ownHome: true, environment });
  console.log(`The demonstration runs on a desktop of its own (${bed.display}); yours is not touched.`);
  const started = Date.now();
  try {
    const end = await perform(runtime.executable, words, work, bed.environment);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`The run ended: ${end.status}, after ${seconds} s. ${end.text}`);
    return await prove(join(work, 'workspace', FILE), bed.environment);
  } finally {
    keepTrace(join(work, 'data'));
    await bed.stop();
    rmSync(work, { recursive: true, force: true });
    console.log(`Files, pictures and the trace are in ${OUTPUT}:\n${readdirSync(OUTPUT).map((name) => `  ${name}`).join('\n')}`);
  }
}

/**
 * @param {string} executable @param {string[]} words @param {string} work @param {Record<string, string>} environment
 * @returns {Promise<{ status: string, text: string }>} how the run ended
 */
async function perform(executable, words, work, environment) {
  const workspace = join(work, 'workspace');
  const data = join(work, 'data');
  mkdirSync(workspace);
  const { command, words: all } = electronCommand({ executable, folder: root, words: ['--data-dir', data, '--workspace', workspace, ...words], virtual: true });
  const app = await _electron.launch({
    executablePath: command,
    args: all,
    env: environment,
    cwd: work,
    // Without this Playwright switches the sandbox off; for root it can't be on.
    chromiumSandbox: process.getuid?.() !== 0,
  });
  app.process().stderr?.pipe(createWriteStream(join(OUTPUT, 'app.log')));
  try {
    const window = await firstWindow(app);
    const hand = person(app, environment);
    const picture = pictures(environment);
    await window.getByTestId('onboarding-demo').waitFor();
    await sleep(DRAWN);
    await picture('first-run');
    await writeRequest(window, hand);
    await picture('request');
    await hand.click(window, 'send');
    let nextPicture = Date.now() + PICTURE_EVERY;
    for (const waiting = patience(LIMITS); ; await sleep(200)) {
      const records = recordsOf(data);
      const end = endOfRun(data, records);
      if (end) {
        await window.getByTestId('run-end').last().waitFor();
        await sleep(DRAWN);
        await picture('end');
        return end;
      }
      const givenUp = waiting.endsAt(records.length);
      if (givenUp) throw new Error(givenUp);
      const dialog = await hand.dialog();
      if (!dialog) {
        if (Date.now() < nextPicture) continue;
        nextPicture = Date.now() + PICTURE_EVERY;
        await picture('working');
        continue;
      }
      await picture('approval');
      await hand.click(dialog, 'approval-allow-once');
      await Promise.race([dialog.waitForEvent('close'), dialog.getByTestId('approval-dialog').waitFor({ state: 'hidden' })]).catch(() => undefined);
      await picture('allowed');
    }
  } finally {
    await app.close();
  }
}

/** @param {import('playwright').ElectronApplication} app @returns {Promise<import('playwright').Page>} */
async function firstWindow(app) {
  const isMain = (/** @type {import('playwright').Page} */ page) => page.url().includes('index.html');
  return app.windows().find(isMain) ?? app.waitForEvent('window', { predicate: isMain, timeout: 30_000 });
}

/**
 * @param {import('playwright').Page} window @param {ReturnType<typeof person>} hand
 */
async function writeRequest(window, hand) {
  const composer = window.getByTestId('composer');
  if (!(await composer.isVisible())) await window.getByTestId('onboarding-skip').click();
  await composer.waitFor();
  await hand.click(window, 'composer');
  await composer.fill(request);
}

/** @param {NodeJS.ProcessEnv} environment @returns {(name: string) => Promise<void>} takes a picture of the whole screen */
function pictures(environment) {
  let count = 0;
  return async (name) => {
    count += 1;
    const file = join(OUTPUT, 'pictures', `${String(count).padStart(2, '0')}-${name}.png`);
    await must('Taking a picture', 'import', ['-window', 'root', file], { env: environment });
  };
}

/** @param {string} data @returns {Record<string, string>[]} what the trace holds so far */
function recordsOf(data) {
  const trace = traceFolder(data);
  if (!trace) return [];
  const whole = readFileSync(join(trace, 'trace.jsonl'), 'utf8').split('\n').slice(0, -1);
  return whole.filter(Boolean).map((line) => JSON.parse(line));
}

/** @param {string} data @param {Record<string, string>[]} records @returns {{ status: string, text: string } | null} */
function endOfRun(data, records) {
  const last = records.find((record) => record['type'] === 'run_end');
  const page = join(traceFolder(data) ?? '', 'trace.html');
  return last && existsSync(page) ? { status: last['status'] ?? '', text: last['text'] ?? '' } : null;
}

/** @param {string} data @returns {string | null} */
function traceFolder(data) {
  const traces = join(data, 'traces');
  const name = existsSync(traces) ? readdirSync(traces)[0] : undefined;
  return name && existsSync(join(traces, name, 'trace.jsonl')) ? join(traces, name) : null;
}

/** @param {string} data */
function keepTrace(data) {
  const trace = traceFolder(data);
  if (trace) cpSync(trace, OUTPUT, { recursive: true });
}

/** @param {string} file @param {NodeJS.ProcessEnv} environment @returns {Promise<number>} */
async function prove(file, environment) {
  if (!existsSync(file)) {
    console.log(`Not proven: ${FILE} was not saved.`);
    return 1;
  }
  copyFileSync(file, join(OUTPUT, FILE));
  const problems = differences(expected, readSheet(file));
  const csv = await asCsv(file, environment);
  writeFileSync(join(OUTPUT, 'budget.csv'), csv);
  if (problems.length > 0) {
    console.log(`Not proven: ${FILE} differs from what was asked.\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    return 1;
  }
  console.log(`Proven from the file: every cell of ${FILE} is as asked, the formula's value too. As LibreOffice reads it:\n${csv}`);
  return 0;
}
