/**
 * `npm start [-- --demo]`: sets up what is missing, builds, and opens the app; on a virtual desktop when there is
 * no screen. With --demo it runs the built-in demonstration instead (scripts/demo.mjs).
 */
import { spawn } from 'node:child_process';
import { launchBed } from './bed.mjs';
import { build } from './build.mjs';
import { electronRuntime } from './electron-runtime.mjs';
import { findDisplay } from './lib/display.mjs';
import { electronCommand } from './lib/electron-command.mjs';
import { onEnd } from './lib/on-end.mjs';
import { hasInRoot, root } from './lib/paths.mjs';
import { setUp } from './setup.mjs';

const words = process.argv.slice(2);
try {
  process.exitCode = words.includes('--demo') ? await demonstrate(words.filter((word) => word !== '--demo')) : await open(words);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string[]} options @returns {Promise<number>} the exit code */
async function demonstrate(options) {
  await setUp({ system: ['electron', 'desktop', 'bed', 'programs'] });
  await build();
  const runtime = await electronRuntime();
  console.error(runtime.notice);
  if (!hasInRoot('scripts/demo.mjs')) throw new Error('This checkout has no demonstration (scripts/demo.mjs).');
  const { demonstrate: run } = await import('./demo.mjs');
  return run({ runtime, words: options });
}

/** @param {string[]} options passed on to the app @returns {Promise<number>} the exit code */
async function open(options) {
  const display = await findDisplay();
  await setUp({ system: display.works ? ['electron'] : ['electron', 'desktop', 'bed'] });
  // Without these the app opens all the same, and says what it can't do.
  await setUp({ system: display.works ? ['desktop'] : ['programs'] }).catch((error) => console.error(error.message));
  await build();
  const runtime = await electronRuntime();
  console.error(runtime.notice);
  const bed = display.works ? null : await launchBed({ size: '1440x900' });
  try {
    if (bed) console.error(`${display.reason}: Deskwright is running on a virtual one (${bed.display}), which you can't see.\n${howToLook(bed.display)}`);
    const { command, words: all, notice } = electronCommand({ executable: runtime.executable, folder: root, words: options, virtual: bed !== null });
    if (notice) console.error(notice);
    return await endOf(bed ? bed.spawn(command, all, { stdio: 'inherit' }) : spawn(command, all, { stdio: 'inherit', env: asApp() }));
  } finally {
    await bed?.stop();
  }
}

/** Editors built on Electron leave a variable in their terminals that turns Electron into plain Node. */
function asApp() {
  const { ELECTRON_RUN_AS_NODE: _, ...environment } = process.env;
  return environment;
}

/** @param {string} display @returns {string} */
function howToLook(display) {
  return `A picture of it: DISPLAY=${display} import -window root screen.png. To watch it: x11vnc -display ${display} -localhost, and a VNC viewer on port 5900.`;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} its exit code; when we are asked to end, it is asked too
 */
function endOf(child) {
  return new Promise((resolve, reject) => {
    const closed = new Promise((settle) => {
      child.once('close', settle);
    });
    onEnd({
      gently: async () => {
        child.kill('SIGTERM');
        await closed;
      },
      atOnce: () => child.kill('SIGKILL'),
    });
    child.once('error', (error) => reject(new Error(`Electron did not start: ${error.message}`)));
    child.once('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}
