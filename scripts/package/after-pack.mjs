import { rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * electron-builder's hook. An Electron for development has an app of its own that runs what the command line names;
 * a package must not.
 * @param {{ appOutDir: string, packager: { getResourcesDir: (folder: string) => string } }} context
 */
export default function removeDefaultApp({ appOutDir, packager }) {
  rmSync(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true });
}
