/**
 * `npm run package [-- electron-builder's options]`: builds the app and packs it into release/, as a plain folder
 * without options. With the official Electron electron-builder takes its own; where only the registry's can be had,
 * that one is packed, to try the packaging and not to be given to people.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build } from './build.mjs';
import { electronRuntime } from './electron-runtime.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { run } from './lib/process.mjs';
import { setUp } from './setup.mjs';

try {
  await setUp();
  await build();
  const { Transformer } = await import('@napi-rs/image');
  mkdirSync(inRoot('dist/package'), { recursive: true });
  writeFileSync(inRoot('dist/package/icon.png'), await Transformer.fromSvg(readFileSync(inRoot('scripts/package/icon.svg'))).png());
  await pack(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string[]} words options of electron-builder */
async function pack(words) {
  const runtime = await electronRuntime();
  console.error(runtime.notice);
  const isOwn = runtime.origin === 'registry' || runtime.origin === 'override';
  // The last one is a fuse that the registry's older Electron does not have.
  const electron = isOwn
    ? [`-c.electronDist=${dirname(runtime.executable)}`, `-c.electronVersion=${runtime.version}`]
    : ['-c.electronFuses.grantFileProtocolExtraPrivileges=false'];
  const all = ['build', ...(words.length > 0 ? words : ['--dir']), '--publish', 'never', ...electron];
  const { code, signal, output } = await run(process.execPath, [inRoot('node_modules/electron-builder/cli.js'), ...all], { cwd: root, show: true });
  if (code !== 0) throw new Error(`electron-builder ended with ${signal ?? code}: ${output.trim().split('\n').at(-1)}`);
}
