import { join } from 'node:path';

/** Where the journals of all sessions are. */
export function journalsFolder(dataFolder: string): string {
  return join(dataFolder, 'journal');
}

export function journalFolder(dataFolder: string, session: string): string {
  return join(journalsFolder(dataFolder), session);
}

/** Holds a file for each journal that a process writes to: a killed process leaves its own behind. */
export function markersFolder(dataFolder: string): string {
  return join(journalsFolder(dataFolder), '.open');
}

export function openMarker(dataFolder: string, session: string): string {
  return join(markersFolder(dataFolder), `${session}.${process.pid}`);
}
