import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { probe } from './isolation';
import { tryProgram } from './trial';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'trial-'));
  execFileSync('mkfifo', [path.join(folder, 'go')]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** A program in place of bubblewrap. */
function program(text: string): string {
  const file = path.join(folder, 'bwrap');
  writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return file;
}
const held = (): string => program(`read x < ${folder}/go`);
const letGo = (): void => writeFileSync(path.join(folder, 'go'), 'x\n');

describe.runIf(process.platform === 'linux')('trying out what isolates', () => {
  it('waits nearly a minute where the machine stands still', async () => {
    const found = probe([held()]);
    await vi.advanceTimersByTimeAsync(59_000);
    letGo();
    expect(await found).toEqual({ kind: 'bubblewrap', program: path.join(folder, 'bwrap') });
  });

  it('says that there was no answer, and that this is for now', async () => {
    const found = probe([held()]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await found).toEqual({ kind: 'none', program: '', cause: 'refused', detail: 'it gave no answer within 60 seconds', busy: true });
  });

  it.each([
    ['a refusal by its words', 'echo "bwrap: No permissions to create a new namespace" >&2; exit 1', { kind: 'refused', said: 'bwrap: No permissions to create a new namespace' }],
    ['a refusal by its code', 'exit 9', { kind: 'refused', said: 'it does not hold: 9' }],
    ['no room for one more program', 'echo "bwrap: Creating new namespace failed: Resource temporarily unavailable" >&2; exit 1', { kind: 'busy', said: 'bwrap: Creating new namespace failed: Resource temporarily unavailable' }],
  ])('tells %s', async (_, text, trial) => {
    expect(await tryProgram(program(text), [])).toEqual(trial);
  });
});
