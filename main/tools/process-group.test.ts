import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startGroup } from './process-group';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'group-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const start = (command: string, onOutput: (chunk: Buffer) => void) => startGroup(command, { directory, environment: { PATH: process.env['PATH'] ?? '' }, onOutput });

/** Keeps this whole process busy, as long work would, until a process has ended. */
function busyUntilEnded(pid: number): void {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  while (!readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) Atomics.wait(cell, 0, 0, 10);
}

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
