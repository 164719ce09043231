/**
 * Builds what is not up to date: `node scripts/build.mjs [main|host|skills|preload|renderer] [--force]`.
 * As a module: `build()` does the same and returns the names of what it built.
 */
import { pathToFileURL } from 'node:url';
import { isFresh, record } from './build/stamp.mjs';
import { withLock } from './lib/lock.mjs';
import { hasInRoot, inRoot } from './lib/paths.mjs';

/** Checked before esbuild and vite are loaded: a build of nothing takes milliseconds. */
const NAMES = ['main', 'host', 'skills', 'preload', 'renderer'];

/**
 * @param {{ only?: string[], force?: boolean }} [options]
 * @returns {Promise<string[]>} the targets that were built; none when all were up to date
 */
export async function build({ only = NAMES, force = false } = {}) {
  const wrong = only.filter((name) => !NAMES.includes(name));
  if (wrong.length > 0) throw new Error(`There is no target ${wrong.join(', ')}. Targets: ${NAMES.join(', ')}.`);
  if (!force && only.every(isFresh)) return [];
  return withLock(inRoot('dist', '.build.lock'), async () => {
    const { targets } = await import('./build/targets.mjs');
    const built = [];
    const mode = process.env.NODE_ENV;
    try {
      for (const target of targets) {
        if (!only.includes(target.name) || !hasInRoot(target.needs)) continue;
        if (!force && isFresh(target.name)) continue;
        const made = await target.build();
        record(target.name, made);
        if (made.outputs.length > 0) built.push(target.name);
      }
    } finally {
      // vite leaves "production" in it, with which React's and vitest's test parts would be others in what this process starts next.
      if (mode === undefined) delete process.env.NODE_ENV;
      else process.env.NODE_ENV = mode;
    }
    return built;
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  const started = performance.now();
  try {
    const built = await build({ only: names.length > 0 ? names : NAMES, force: process.argv.includes('--force') });
    const time = ((performance.now() - started) / 1000).toFixed(1);
    console.error(built.length > 0 ? `Built ${built.join(', ')} in ${time} s.` : 'Everything is up to date.');
  } catch (error) {
    // esbuild has printed its own report with the place in the source.
    if (!(error instanceof Error && 'errors' in error && 'warnings' in error)) console.error(error);
    process.exitCode = 1;
  }
}
