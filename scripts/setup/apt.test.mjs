import { describe, expect, it } from 'vitest';
import { apt, obstacleIn } from './apt.mjs';

/** Runs `apt` where apt-get fails with these, one after the other, and then succeeds. */
async function tryWith(failures, options = {}) {
  /** @type {string[]} */
  const programs = [];
  /** @type {string[]} */
  const lines = [];
  const attempt = async (_what, program, words) => {
    programs.push(program === 'apt-get' ? words.at(-1) : [program, ...words].join(' '));
    const failure = program === 'apt-get' ? failures.shift() : undefined;
    if (failure) throw new Error(failure);
    return '';
  };
  const outcome = await apt('Installing', ['install'], (line) => lines.push(line), { attempt, pause: 1, ...options }).then(() => 'installed', (error) => error.message);
  return { outcome, programs, lines };
}

const LOCKED = 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 812 (apt-get)';
const UNREACHABLE = 'E: Failed to fetch http://deb.example/x.deb  Temporary failure resolving deb.example';
const INTERRUPTED = "E: dpkg was interrupted, you must manually run 'dpkg --configure -a' to correct the problem.";

describe('installing system packages', () => {
  it('waits for another program that installs, for as long as that takes, and says so once', async () => {
    const { outcome, programs, lines } = await tryWith(Array(9).fill(LOCKED));
    expect(outcome).toBe('installed');
    expect(programs).toHaveLength(10);
    expect(lines).toEqual([expect.stringMatching(/Another program .* waiting/)]);
  });

  it('gives up when that never ends', async () => {
    expect((await tryWith(Array(9).fill(LOCKED), { patience: -1 })).outcome).toBe(LOCKED);
  });

  it('asks a source again that did not answer, three times in all', async () => {
    expect((await tryWith([UNREACHABLE, UNREACHABLE])).outcome).toBe('installed');
    expect((await tryWith([UNREACHABLE, UNREACHABLE, UNREACHABLE, UNREACHABLE])).outcome).toBe(UNREACHABLE);
  });

  it('completes what an earlier run was cut off from', async () => {
    const { outcome, programs } = await tryWith([INTERRUPTED]);
    expect(outcome).toBe('installed');
    expect(programs).toEqual(['install', 'dpkg --configure -a', 'install']);
  });

  it.each(['E: Unable to locate package nothing', "E: You don't have enough free space in /var/cache/apt/archives/."])('fails at once with %s', async (reason) => {
    const { outcome, programs } = await tryWith([reason]);
    expect(outcome).toBe(reason);
    expect(programs).toHaveLength(1);
    expect(obstacleIn(reason)).toBe(null);
  });
});
