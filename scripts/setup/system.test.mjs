import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkNode } from '../setup.mjs';
import { installable, missingPackages, tryUseful } from './system.mjs';

describe('missing system packages', () => {
  it('are those that dpkg does not call installed', () => {
    const status = 'xvfb installed\nopenbox config-files\ndpkg-query: no packages found matching xterm\n';
    expect(missingPackages(['xvfb', 'openbox', 'xterm'], status)).toEqual(['openbox', 'xterm']);
  });

  it('count as installed under the name of either release', () => {
    const status = 'libasound2t64 installed\nlibnss3 installed\n';
    expect(missingPackages(['libasound2|libasound2t64', 'libnss3', 'libcups2|libcups2t64'], status)).toEqual(['libcups2|libcups2t64']);
  });
});

describe('the names to install', () => {
  it('are those that this release has, and one that it lacks keeps no other from being installed', () => {
    const policy = [
      'libasound2:\n  Installed: (none)\n  Candidate: (none)\n  Version table:\n     1.2.8 -1',
      'libasound2t64:\n  Installed: (none)\n  Candidate: 1.2.14-1\n  Version table:',
      'xterm:\n  Installed: 379-1\n  Candidate: 379-1\n  Version table:\n',
    ].join('\n');
    expect(installable(['libasound2|libasound2t64', 'xterm', 'gone'], policy)).toEqual(['libasound2t64', 'xterm']);
  });
});

describe('useful packages', () => {
  it('are never a reason to fail, and are tried once a day', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'useful-'));
    writeFileSync(join(folder, 'useful-packages-tried'), '');
    /** @type {string[]} */
    const lines = [];
    await tryUseful((line) => lines.push(line), folder);
    expect(lines).toEqual([]);
    // A folder that can't be: the attempt ends in a line, not in an error.
    await tryUseful((line) => lines.push(line), join(folder, 'useful-packages-tried', 'below'));
    expect(lines.length).toBeLessThanOrEqual(1);
    rmSync(folder, { recursive: true });
  });
});

describe('the version of Node', () => {
  it.each(['20.19.0', '20.20.2', '22.1.0', '24.0.0'])('%s is new enough', (version) => {
    expect(() => checkNode(version)).not.toThrow();
  });

  it.each(['20.18.3', '18.20.8'])('%s is refused with what to do', (version) => {
    expect(() => checkNode(version)).toThrow(/needs Node.js 20.19 or newer.*nodejs.org/);
  });
});
