import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { until } from './test-bed';
import { buildHost, openTestSkill, type TestSkill } from './test-skill';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

let host: string;
const open: TestSkill[] = [];
const path = process.env['PATH'] ?? '';

beforeAll(async () => {
  host = await buildHost('no-desktop');
});

afterEach(() => {
  for (const desk of open.splice(0)) desk.skill.dispose();
});

function desk(environment: Record<string, string>): TestSkill {
  const made = openTestSkill({ environment: { PATH: path, ...environment } }, host);
  open.push(made);
  return made;
}

describe('without a desktop', () => {
  it.each([
    ['no DISPLAY', {}, /DISPLAY is not set/, 'no_screen'],
    ['a dead DISPLAY', { DISPLAY: ':987' }, /:987 can't be reached/, 'unreachable'],
    ['a Wayland session without X11', { WAYLAND_DISPLAY: 'wayland-0' }, /Wayland/, 'wayland'],
  ])('%s is said in plain words, and nothing crashes', async (_, environment, words, code) => {
    const made = desk(environment);
    expect((await made.skill.status()).available).toBe(false);
    expect(await made.skill.status()).toMatchObject({ reason: expect.stringMatching(words) as string, why: { code } });
    const outcome = await made.computer({ action: 'click', x: 1, y: 1 });
    expect(outcome.error?.code).toBe('UNSUPPORTED');
    expect((await made.observe({})).error?.message).toMatch(words);
    expect(await made.skill.frame()).toBeNull();
    await made.skill.stop();
  });

  it('a display that accepts and never answers is given up', async () => {
    // Where X servers listen whatever TMPDIR says; a number that no bed takes.
    const display = 6000 + (process.pid % 1000);
    const socket = `/tmp/.X11-unix/X${display}`;
    mkdirSync('/tmp/.X11-unix', { recursive: true });
    // A run that was killed may have left it.
    rmSync(socket, { force: true });
    const server = createServer(() => undefined);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(socket, resolve);
    });
    try {
      const made = desk({ DISPLAY: `:${display}` });
      expect(await made.skill.status()).toMatchObject({ available: false, reason: expect.stringContaining('did not answer') as string });
    } finally {
      server.close();
      rmSync(socket, { force: true });
    }
  });

  it('notices when the display goes, and recovers when it is there again', async () => {
    // A number that no bed takes.
    const display = `:${5000 + (process.pid % 1000)}`;
    const first = await startServer(display);
    const made = desk({ DISPLAY: display });
    try {
      await until(async () => (await made.skill.status()).available, 40_000, 'the desktop');
      expect((await made.observe({ what: 'screenshot' })).images).toHaveLength(1);
      await stopServer(first);
      await until(async () => !(await made.skill.status()).available, 40_000, 'the display being missed');
      expect((await made.observe({ what: 'screenshot' })).error?.code).toMatch(/UNSUPPORTED|EXECUTION_ERROR/);
      expect((await made.computer({ action: 'key', keys: 'a' })).error?.code).toMatch(/UNSUPPORTED|CIRCUIT_OPEN/);
      const second = await startServer(display);
      try {
        await until(async () => (await made.skill.status()).available, 40_000, 'the desktop again');
        const seen = await made.observe({ what: 'screenshot' });
        expect(seen.images).toHaveLength(1);
        const { id } = seen.data['capture'] as { id: string };
        expect((await made.computer({ action: 'move', x: 30, y: 40, capture: id })).error).toBeUndefined();
      } finally {
        await stopServer(second);
      }
    } finally {
      await stopServer(first);
    }
  });
});

async function startServer(display: string): Promise<ChildProcess> {
  const server = spawn('Xvfb', [display, '-screen', '0', '640x480x24', '-nolisten', 'tcp', '-ac', '-noreset'], { env: { PATH: path }, stdio: 'ignore' });
  await until(() => existsSync(`/tmp/.X11-unix/X${display.slice(1)}`), 40_000, 'the X server');
  return server;
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) server.kill('SIGTERM');
  await until(() => server.exitCode !== null || server.signalCode !== null, 20_000, 'the end of the X server');
}
