/**
 * `npm run --silent agent -- [options] "task"`: sets up and builds what is missing, saying so on standard error
 * only, and then becomes dist/main/cli.js: same process, so that streams, signals and the exit code are its own.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from './build.mjs';
import { inRoot } from './lib/paths.mjs';
import { setUp } from './setup.mjs';

/** As the command line's own: usage or configuration. */
const NOT_SET_UP = 2;

const words = process.argv.slice(2);
try {
  const system = words.includes('--desktop') && process.getuid?.() === 0 ? /** @type {const} */ (['electron', 'desktop']) : [];
  await setUp({ system: [...system] });
  await build({ only: ['main', 'host', 'skills'] });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(NOT_SET_UP);
}

// npm starts its scripts in the checkout; relative paths and .env are meant from where the person is.
const caller = process.env.npm_lifecycle_event === 'agent' ? process.env.INIT_CWD : undefined;
if (caller && existsSync(caller)) process.chdir(caller);

const program = inRoot('dist', 'main', 'cli.js');
process.argv = [process.execPath, program, ...words];
createRequire(import.meta.url)(program);
