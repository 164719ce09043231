import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Vitest's global set-up: tests, and what they start, put their temporary files into one folder, which goes with the
 * run. A caller that has named a place itself, as `npm test` does, clears that away itself.
 * @returns {(() => void) | undefined} what removes the folder
 */
export function setup() {
  if (process.env.TMPDIR || process.platform === 'win32') return undefined;
  // Short: addresses of sockets have room for a hundred characters.
  const folder = mkdtempSync(join(tmpdir(), 'dw-'));
  process.env.TMPDIR = folder;
  return () => {
    delete process.env.TMPDIR;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
