import path from 'node:path';
import { dataFolder } from './data-folder';
import type { Environment } from './environment';

export interface LaunchOptions {
  /** Absolute. `--data-dir`, else as `dataFolder` says. */
  dataFolder: string;
  /** Absolute; `--workspace`, null when the settings decide. */
  workspace: string | null;
}

/** The app's own flags among whatever else stands in `argv`; each as `--name value` or `--name=value`. */
export function launchOptions(argv: readonly string[], environment: Environment, workingFolder: string = process.cwd()): LaunchOptions {
  const chosen = flag(argv, '--data-dir');
  const workspace = flag(argv, '--workspace');
  return {
    dataFolder: chosen ? path.resolve(workingFolder, chosen) : dataFolder(environment, workingFolder),
    workspace: workspace ? path.resolve(workingFolder, workspace) : null,
  };
}

function flag(argv: readonly string[], name: string): string | undefined {
  const index = argv.findIndex((argument) => argument === name || argument.startsWith(`${name}=`));
  if (index === -1) return undefined;
  return argv[index] === name ? argv[index + 1] : argv[index]?.slice(name.length + 1);
}
