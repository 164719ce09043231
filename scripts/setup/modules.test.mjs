import { describe, expect, it } from 'vitest';
import { missingModules } from './modules.mjs';

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
