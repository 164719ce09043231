import { build } from 'esbuild';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Journal } from '../store/journal/journal';
import { mendAll } from '../store/journal/mend-all';

const rounds = 100;
/** As many at once as most machines have cores: starting Node is most of the work. */
const abreast = 3;
let folder: string;
let child: string;

beforeAll(async () => {
  // What a killed process had written is in the system's memory either way; there it costs no waiting for a disk.
  const memory = '/dev/shm';
  folder = realpathSync(mkdtempSync(path.join(existsSync(memory) ? memory : tmpdir(), 'kill-')));
  child = path.join(folder, 'child.js');
  await build({ entryPoints: [path.join(__dirname, 'kill-child.ts')], outfile: child, bundle: true, platform: 'node', format: 'cjs', minify: true, external: ['@napi-rs/image', '@vscode/ripgrep', 'web-tree-sitter'], logLevel: 'error' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Large enough that writing one takes several steps; both ends say which version it is. */
const whole = (version: number | string): string => `version ${version}\n${'the same line\n'.repeat(1_500)}version ${version}\n`;

function expectWhole(text: string): void {
  const version = /^version (\d+)$/m.exec(text)?.[1] ?? '';
  // Empty lines come and go with one of the edits.
  expect(text.replaceAll(/\n+/g, '\n') === whole(version), 'a file is one version, whole').toBe(true);
}

async function round(number: number): Promise<number> {
  const root = path.join(folder, `work-${number}`);
  const dataFolder = path.join(folder, `data-${number}`);
  mkdirSync(root);
  for (const name of ['a.txt', 'b.sh', 'linked.txt']) writeFileSync(path.join(root, name), whole(0));
  chmodSync(path.join(root, 'b.sh'), 0o755);
  linkSync(path.join(root, 'linked.txt'), path.join(root, 'other-name.txt'));

  const last = 4 + Math.floor(Math.random() * 6);
  const running = spawn(process.execPath, [child, root, dataFolder], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_PATH: path.resolve('node_modules') } });
  await new Promise<void>((resolve, reject) => {
    let steps = 0;
    running.stdout.on('data', (dots: Buffer) => {
      steps += dots.length;
      if (steps >= last) resolve();
    });
    running.once('exit', (code) => reject(new Error(`the child ended by itself with ${code}`)));
  });
  const ended = new Promise<void>((resolve) => {
    running.once('close', () => resolve());
  });
  // Anywhere within the step that follows.
  await new Promise((resolve) => {
    setTimeout(resolve, Math.random() * 12);
  });
  running.kill('SIGKILL');
  await ended;

  await mendAll(dataFolder);
  for (const name of ['a.txt', 'b.sh', 'linked.txt']) expectWhole(readFileSync(path.join(root, name), 'utf8'));
  expect(statSync(path.join(root, 'b.sh')).mode & 0o777).toBe(0o755);
  expect(statSync(path.join(root, 'linked.txt')).nlink).toBe(2);
  const left = [root, path.join(root, 'new'), path.join(dataFolder, 'journal', 'killed', 'blobs')].flatMap((place) => {
    try {
      return readdirSync(place).filter((name) => name.endsWith('.tmp'));
    } catch {
      return [];
    }
  });
  expect(left).toEqual([]);

  const journal = new Journal({ dataFolder, session: 'killed' });
  const { changes, unreadable } = await journal.read();
  expect(unreadable).toBeLessThanOrEqual(1);
  // What was moved when the process died may be the person's: nobody was there, so here it is not.
  for (const { number: one } of [...changes].reverse()) {
    const items = await journal.undo(new Set([one]), { chosen: true });
    expect(items.filter(({ result }) => result !== 'done')).toEqual([]);
  }
  for (const name of ['a.txt', 'b.sh', 'linked.txt', 'other-name.txt']) expect(readFileSync(path.join(root, name), 'utf8') === whole(0), `${name} is as it was`).toBe(true);
  expect(readdirSync(root).sort()).toEqual(['a.txt', 'b.sh', 'linked.txt', 'other-name.txt']);
  await journal.close();
  rmSync(root, { recursive: true });
  rmSync(dataFolder, { recursive: true, force: true });
  return changes.length;
}

it('killed at a hundred random moments, every file is old or new and whole, and all can be undone', async () => {
  let next = 0;
  let changes = 0;
  const worker = async (): Promise<void> => {
    while (next < rounds) changes += await round(next++);
  };
  await Promise.all(Array.from({ length: abreast }, worker));
  // Many were killed in the midst of work, or this would prove nothing.
  expect(changes).toBeGreaterThan(rounds / 4);
}, 1_800_000);
