import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findIsolation } from './isolation/isolation';
import { endGroup, newMark, notePlace, track, youngerThan } from './process-trail';

describe('an isolated place that has ended', { timeout: 60_000 }, () => {
  it('does not give its number to another, which would be ended in its stead', async ({ skip }) => {
    const { kind, program } = await findIsolation({});
    if (kind === 'none') return skip('no isolation here');
    const mark = newMark();
    const first = spawn(program, ['--info-fd', '3', '--ro-bind', '/', '/', 'cat'], { stdio: ['pipe', 'ignore', 'inherit', 'pipe'], detached: true, env: { ...process.env, ...mark } });
    const pid = first.pid ?? -1;
    track(pid, mark);
    let said = '';
    first.stdio[3]?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      notePlace(pid, said);
    });
    await expect.poll(() => said, { timeout: 30_000 }).toContain('mnt-namespace');
    first.stdin?.end();
    await once(first, 'close');
    // The number of a place that is gone is what the system gives to the next.
    const later = spawnSync(program, ['--ro-bind', '/', '/', 'readlink', '/proc/self/ns/mnt'], { encoding: 'utf8' });
    expect(later.stdout.trim()).toMatch(/^mnt:/);
    expect(later.stdout.trim()).not.toBe(`mnt:[${/"mnt-namespace": (\d+)/.exec(said)?.[1]}]`);
    const other = spawn(program, ['--ro-bind', '/', '/', 'sh', '-c', 'echo up; cat'], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
    await once(other.stdout, 'data');
    endGroup(pid);
    expect(readlinkSync(`/proc/${other.pid}/exe`)).toBe(program);
    other.stdin.end();
    expect(await once(other, 'close')).toEqual([0, null]);
  });
});

it('a place whose first process was gone when we heard of it is not taken for ours', { timeout: 60_000 }, async ({ skip }) => {
  const { kind, program } = await findIsolation({});
  if (kind === 'none') return skip('no isolation here');
  const mark = newMark();
  const gone = spawn('true', { detached: true, env: { ...process.env, ...mark } });
  const pid = gone.pid ?? -1;
  track(pid, mark);
  await once(gone, 'close');
  const other = spawn(program, ['--ro-bind', '/', '/', 'sh', '-c', 'readlink /proc/self/ns/mnt; cat'], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const [number] = (await once(other.stdout, 'data')) as [Buffer];
  notePlace(pid, `{ "child-pid": ${pid}, "mnt-namespace": ${/\d+/.exec(number.toString())?.[0]} }`);
  endGroup(pid);
  other.stdin.end();
  expect(await once(other, 'close')).toEqual([0, null]);
});

describe('what a command may have started', () => {
  it('has higher numbers, unless these began anew meanwhile', () => {
    expect(youngerThan(500, [1, 499, 500, 501, 32_000], 32_100)).toEqual([501, 32_000]);
    expect(youngerThan(32_700, [1, 310, 32_700, 32_701], 311)).toEqual([1, 310, 32_700, 32_701]);
    // Where the system does not say which number was given last.
    expect(youngerThan(500, [1, 501], 0)).toEqual([1, 501]);
  });
});
