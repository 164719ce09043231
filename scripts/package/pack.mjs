import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inRoot, root } from '../lib/paths.mjs';
import { must } from '../lib/process.mjs';

/**
 * Packs what is built in dist/ with electron-builder.
 * @param {{ runtime: import('../runtime/choose.mjs').Runtime, output: string, words?: string[], show?: boolean }} options
 *   `output`: the folder for the packages; `words`: electron-builder's options, which may name other systems than
 *   this one; without them the plain folder of this system is made, from the Electron at hand and with no download
 */
export async function pack({ runtime, output, words = [], show = false }) {
  const { Transformer } = await import('@napi-rs/image');
  mkdirSync(inRoot('dist/package'), { recursive: true });
  writeFileSync(inRoot('dist/package/icon.png'), await Transformer.fromSvg(readFileSync(inRoot('scripts/package/icon.svg'))).png());
  await must(
    'Packing the app',
    process.execPath,
    [
      inRoot('node_modules/electron-builder/cli.js'),
      'build',
      ...(words.length > 0 ? words : ['--dir']),
      '--publish=never',
      `-c.directories.output=${output}`,
      ...electronOptions(runtime, words.length > 0),
    ],
    { cwd: root, show },
  );
}

/**
 * The official Electron has a fuse that the registry's older one lacks. Which one is packed is left to
 * electron-builder when it packs for other systems.
 * @param {import('../runtime/choose.mjs').Runtime} runtime @param {boolean} elsewhere @returns {string[]}
 */
function electronOptions({ origin, executable, version }, elsewhere) {
  const isOfficial = origin === 'installed' || origin === 'download';
  if (!isOfficial) return [`-c.electronDist=${dirname(executable)}`, `-c.electronVersion=${version}`];
  const fuse = '-c.electronFuses.grantFileProtocolExtraPrivileges=false';
  return elsewhere ? [fuse] : [fuse, `-c.electronDist=${inRoot('node_modules/electron/dist')}`];
}
