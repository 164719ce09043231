import { describe, expect, it } from 'vitest';
import { chooseRuntime } from './choose.mjs';

const electron = (version) => ({ executable: `/somewhere/${version}/electron`, version });
const sources = (finders) => Object.entries(finders).map(([origin, find]) => ({ origin, find }));
const fails = (reason) => async () => {
  throw new Error(reason);
};

describe('choosing an Electron', () => {
  it('takes the first source that has one and asks no further', async () => {
    let asked = false;
    const runtime = await chooseRuntime(
      sources({
        override: async () => null,
        installed: async () => electron('45.5.0'),
        download: async () => {
          asked = true;
          return electron('45.5.0');
        },
      }),
    );
    expect(runtime).toMatchObject({ origin: 'installed', version: '45.5.0' });
    expect(runtime.notice).toContain('official');
    expect(asked).toBe(false);
  });

  it('goes on after a failed download and says why and what the fallback is good for', async () => {
    const runtime = await chooseRuntime(
      sources({ installed: async () => null, download: fails('The host does not answer.'), registry: async () => electron('25.1.1') }),
    );
    expect(runtime.origin).toBe('registry');
    expect(runtime.notice).toContain('for development and tests only');
    expect(runtime.notice).toContain('The host does not answer.');
  });

  it('does not replace a wrong override in silence', async () => {
    const choice = chooseRuntime(sources({ override: fails('No Electron in /nowhere.'), installed: async () => electron('45.5.0') }));
    await expect(choice).rejects.toThrow('No Electron in /nowhere.');
  });

  it('names every reason and the next step when nothing is found', async () => {
    const choice = chooseRuntime(sources({ download: fails('no network'), registry: fails('integrity is wrong') }));
    await expect(choice).rejects.toThrow(/no network[^]*integrity is wrong[^]*ELECTRON_OVERRIDE_DIST_PATH/);
  });
});
