import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { build } from 'esbuild';
import { inRoot, root } from '../lib/paths.mjs';

/** Loaded from node_modules at run time: native code, or files that they find beside themselves. */
export const EXTERNAL = ['electron', '@nut-tree-fork/nut-js', '@julusian/jpeg-turbo', '@napi-rs/image', 'playwright-core', 'screenshot-desktop', 'usocket'];

/**
 * Bundles one entry with esbuild and puts the result in place in one step, so that a program that starts during a
 * build never reads half a file.
 * @param {import('esbuild').BuildOptions & { outfile: string }} options paths from the root
 * @returns {Promise<import('esbuild').Metafile>}
 */
export async function bundle(options) {
  const result = await build({
    absWorkingDir: root,
    bundle: true,
    format: 'cjs',
    sourcemap: 'linked',
    logLevel: 'warning',
    legalComments: 'none',
    charset: 'utf8',
    ...options,
    write: false,
    metafile: true,
  });
  for (const file of result.outputFiles) replaceFile(file.path, file.contents);
  return result.metafile;
}

/**
 * The options of code that runs in Node (main, cli and the desktop host). CommonJS at Node 18's level, because that
 * is the oldest Electron it must run in.
 * @type {import('esbuild').BuildOptions}
 */
export const forNode = {
  platform: 'node',
  target: 'node18',
  external: EXTERNAL,
  // An import() in an Electron older than 28 cannot load a file of the app; require can, as lazily.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'importMetaUrl' },
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
};

/** @param {import('esbuild').Metafile} metafile @returns {string[]} source files from the root, packages left out */
export const sourcesOf = (metafile) =>
  Object.keys(metafile.inputs)
    .filter((file) => !file.includes('node_modules/') && !file.includes(':'))
    .map((file) => relative(root, inRoot(file)));

/** @param {string} path absolute @param {string | Uint8Array} contents */
export function replaceFile(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  const half = `${path}.${process.pid}.tmp`;
  writeFileSync(half, contents);
  chmodSync(half, 0o644);
  renameSync(half, path);
}
