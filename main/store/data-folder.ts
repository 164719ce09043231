import { homedir } from 'node:os';
import path from 'node:path';
import { readDotEnv, type Environment } from './environment';

/**
 * Where Deskwright keeps its settings, sessions, traces and outputs: `DESKWRIGHT_HOME` of the
 * environment or of `.env` in the working folder, else the system's usual place for an application's data.
 */
export function dataFolder(
  environment: Environment,
  workingFolder: string = process.cwd(),
  home: string = homedir(),
  platform: NodeJS.Platform = process.platform,
): string {
  const chosen = environment['DESKWRIGHT_HOME'] || readDotEnv(workingFolder)['DESKWRIGHT_HOME'];
  if (chosen) return path.resolve(workingFolder, chosen);
  if (platform === 'win32') return path.join(environment['APPDATA'] || path.join(home, 'AppData', 'Roaming'), 'Deskwright');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Deskwright');
  return path.join(environment['XDG_CONFIG_HOME'] || path.join(home, '.config'), 'deskwright');
}
