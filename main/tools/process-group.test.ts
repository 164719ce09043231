import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bubblewrapWords } from './isolation/bubblewrap';
import type { Cage } from './isolation/cage';
import { findIsolation } from './isolation/isolation';
import { startGroup } from './process-group';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'group-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const start = (command: string, onOutput: (chunk: Buffer) => void) => startGroup(command, { directory, environment: { PATH: process.env['PATH'] ?? '' }, onOutput });

/** "Z" for a process that has ended and is still to be buried. */
const stateOf = (pid: number) => /\) (\w) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];

/** Keeps this whole process busy, as long work would, at most for so many milliseconds. */
function busyUntil(done: () => boolean, most = Infinity): void {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (const end = performance.now() + most; !done() && performance.now() < end; ) Atomics.wait(cell, 0, 0, 10);
}

const busyUntilEnded = (pid: number) => busyUntil(() => stateOf(pid) === 'Z');

it.runIf(process.platform === 'linux')('hears all that a command said, though this process was busy when it ended and something still holds its output', { timeout: 90_000 }, async () => {
  execFileSync('mkfifo', [path.join(directory, 'go')]);
  let said = '';
  const late = start('sleep 6000 & read x < go; echo late; (exit 5) | true; exit 7', (chunk) => {
    said += chunk.toString();
  });
  let isFirst = true;
  const early = start('echo early', () => {
    if (!isFirst) return;
    isFirst = false;
    writeFileSync(path.join(directory, 'go'), 'x\n');
    // Both ends are noticed together then, and the time for what is left to read is over at once.
    busyUntilEnded(late.pid);
  });
  busyUntilEnded(early.pid);
  expect(await late.ended).toMatchObject({ code: 7, begun: true });
  expect(said).toBe('late\n');
  late.kill();
});

it('keeps a command in isolation waiting until its place is known, so that no other can be taken for it', { timeout: 90_000 }, async ({ skip }) => {
  const { kind, program } = await findIsolation({});
  if (kind === 'none') return skip('no isolation here');
  const cage: Cage = { isolation: { kind, program }, fact: { kind, network: true, writable: [] }, mounts: [], variables: {} };
  const group = startGroup('exit 0', { directory, environment: { PATH: process.env['PATH'] ?? '' }, within: [program, ...bubblewrapWords(cage, directory)], onOutput: () => undefined });
  // Kept busy, we hear nothing: were it not kept waiting, it would end meanwhile, and the next place get its number.
  busyUntil(() => stateOf(group.pid) === 'Z', 1000);
  expect(stateOf(group.pid)).not.toBe('Z');
  const other = spawn(program, ['--ro-bind', '/', '/', 'sh', '-c', 'echo up; cat'], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  await once(other.stdout, 'data');
  expect(await group.ended).toMatchObject({ code: 0, begun: true, survivors: [] });
  group.kill();
  other.stdin.end();
  expect(await once(other, 'close')).toEqual([0, null]);
});

it.runIf(process.platform === 'linux')('says that a command can’t be started when there are no more files for us', { timeout: 60_000 }, async () => {
  await start('true', () => undefined).ended;
  const opened: number[] = [];
  const limit = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  execFileSync('prlimit', ['--pid', String(process.pid), '--nofile=256:']);
  try {
    expect(() => {
      for (;;) opened.push(openSync('/dev/null', 'r'));
    }).toThrow('EMFILE');
    await expect(start('true', () => undefined).ended).rejects.toThrow('EMFILE');
  } finally {
    opened.forEach((file) => closeSync(file));
    execFileSync('prlimit', ['--pid', String(process.pid), `--nofile=${limit}:`]);
  }
});
