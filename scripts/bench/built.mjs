import { createRequire } from 'node:module';
import { inRoot } from '../lib/paths.mjs';

const require = createRequire(import.meta.url);

/**
 * A module of the application as it ships: bundled with the options of the real build. For what can't be measured from
 * outside, like opening a session.
 * @param {string} source from the root, like "main/store/session-log.ts"
 * @returns {Promise<any>} its exports
 */
export async function loadBuilt(source) {
  const { bundle, forNode } = await import('../build/bundle.mjs');
  const outfile = `dist/bench/${source.replace(/[\\/]/g, '-').replace(/\.ts$/, '')}.js`;
  await bundle({ ...forNode, entryPoints: [source], outfile, sourcemap: false });
  return require(inRoot(outfile));
}
