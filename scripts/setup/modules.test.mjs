import { describe, expect, it } from 'vitest';
import { installModules, missingModules } from './modules.mjs';

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/zod': { version: '4.6.7' },
    'node_modules/fsevents': { version: '2.3.3', optional: true },
  },
};

describe('missing npm packages', () => {
  it('are all that are not optional when nothing is installed', () => {
    expect(missingModules(lock, null)).toEqual(['node_modules/zod']);
  });

  it('are none when the versions are the locked ones, without another machine’s optional ones', () => {
    expect(missingModules(lock, { packages: { 'node_modules/zod': { version: '4.6.7' } } })).toEqual([]);
  });

  it('are those of another version, optional or not', () => {
    const installed = { packages: { 'node_modules/zod': { version: '4.6.6' }, 'node_modules/fsevents': { version: '2.3.2' } } };
    expect(missingModules(lock, installed)).toEqual(['node_modules/zod', 'node_modules/fsevents']);
  });
});

describe('installing them', () => {
  /** How often npm is run when it fails with these first, and how it ends. */
  async function install(failures) {
    let runs = 0;
    const attempt = async () => {
      runs += 1;
      const failure = failures.shift();
      if (failure) throw new Error(failure);
      return '';
    };
    const outcome = await installModules(() => {}, { attempt, pause: 1 }).then(() => 'installed', (error) => error.message);
    return { runs, outcome };
  }

  it('outlives a network that drops for a moment', async () => {
    expect(await install(['npm error code ECONNRESET', 'npm error code EAI_AGAIN'])).toEqual({ runs: 3, outcome: 'installed' });
    expect(await install(Array(4).fill('npm error code ETIMEDOUT'))).toEqual({ runs: 3, outcome: 'npm error code ETIMEDOUT' });
  });

  it.each(['npm error code ENOSPC', 'npm error code EUSAGE', 'npm error code EROFS'])('does not repeat what would fail again: %s', async (failure) => {
    expect(await install([failure])).toEqual({ runs: 1, outcome: failure });
  });
});
