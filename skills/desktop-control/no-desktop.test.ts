import { createServer } from 'node:net';
import { mkdirSync, rmSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestBed, until } from './test-bed';
import { buildHost, openTestSkill, type TestSkill } from './test-skill';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

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
    ['no DISPLAY', {}, /DISPLAY is not set/],
    ['a dead DISPLAY', { DISPLAY: ':987' }, /:987 can't be reached/],
    ['a Wayland session without X11', { WAYLAND_DISPLAY: 'wayland-0' }, /Wayland/],
  ])('%s is said in plain words, and nothing crashes', async (_, environment, words) => {
    const made = desk(environment);
    expect((await made.skill.status()).available).toBe(false);
    expect((await made.skill.status()).reason).toMatch(words);
    const outcome = await made.computer({ action: 'click', x: 1, y: 1 });
    expect(outcome.error?.code).toBe('UNSUPPORTED');
    expect((await made.observe({})).error?.message).toMatch(words);
    expect(await made.skill.frame()).toBeNull();
    await made.skill.stop();
  });

  it('a display that accepts and never answers is given up', async () => {
    // Where X servers listen whatever TMPDIR says.
    const socket = '/tmp/.X11-unix/X986';
    mkdirSync('/tmp/.X11-unix', { recursive: true });
    const server = createServer(() => undefined);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(socket, resolve);
    });
    try {
      const made = desk({ DISPLAY: ':986' });
      expect(await made.skill.status()).toMatchObject({ available: false, reason: expect.stringContaining('did not answer') as string });
    } finally {
      server.close();
      rmSync(socket, { force: true });
    }
  });

  it('recovers when the display is there again, and notices when it goes', async () => {
    const bed = await startTestBed({ windowManager: false });
    const made = desk(bed.environment);
    try {
      expect((await made.skill.status()).available).toBe(true);
      expect((await made.observe({ what: 'screenshot' })).images).toHaveLength(1);
    } finally {
      await bed.stop();
    }
    await until(async () => !(await made.skill.status()).available, 20_000, 'the display being missed');
    expect((await made.computer({ action: 'key', keys: 'a' })).error?.code).toMatch(/UNSUPPORTED|CIRCUIT_OPEN/);
  });
});
