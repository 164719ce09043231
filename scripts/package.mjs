/**
 * `npm run package [-- electron-builder's options]`: builds the app and packs it into release/, as a plain folder
 * without options. Where only the registry's Electron can be had, that one is packed: to try the packaging, not to
 * be given to people.
 */
import { build } from './build.mjs';
import { electronRuntime } from './electron-runtime.mjs';
import { inRoot } from './lib/paths.mjs';
import { pack } from './package/pack.mjs';
import { setUp } from './setup.mjs';

try {
  await setUp();
  await build();
  const runtime = await electronRuntime();
  console.error(runtime.notice);
  await pack({ runtime, output: inRoot('release'), words: process.argv.slice(2), show: true });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
