import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { launchBed } from './bed.mjs';
import { MARK, processesOf, signalAll } from './bed/processes.mjs';
import { inRoot } from './lib/paths.mjs';
import { run } from './lib/process.mjs';

const waitFor = async (isTrue) => expect.poll(isTrue, { timeout: 60_000, interval: 50 }).toBe(true);

/** Starts a bed in a process of its own, which says when it is there and does nothing more. */
function startOwner() {
  const program = `import { launchBed } from '${inRoot('scripts/bed.mjs')}';
    const bed = await launchBed();
    bed.spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).unref();
    process.on('SIGUSR2', () => { throw new Error('a crash on purpose'); });
    console.log(bed.environment.${MARK}, bed.folder);
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve) => {
    owner.stdout.once('data', (chunk) => {
      const [id, folder] = String(chunk).trim().split(' ');
      resolve({ owner, id, folder });
    });
  });
}

describe.runIf(process.platform === 'linux' && existsSync('/usr/bin/Xvfb'))('a virtual desktop', { timeout: 180_000 }, () => {
  it('has a window manager and an accessibility bus, is closed to others, and leaves nothing behind', async () => {
    const bed = await launchBed({ ownHome: true });
    const env = bed.environment;
    expect((await run('wmctrl', ['-m'], { env })).output).toContain('Openbox');
    expect((await run('xhost', [], { env })).output).toContain('access control enabled');
    const names = await run('dbus-send', ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.ListNames'], { env });
    expect(names.output).toContain('org.a11y.Bus');
    expect(env.HOME).toContain(bed.folder);

    bed.spawn('sh', ['-c', 'setsid sleep 600 & exit'], { stdio: 'ignore' });
    await waitFor(() => processesOf(env[MARK]).length > 4);
    await bed.stop();
    expect(processesOf(env[MARK])).toEqual([]);
    expect(existsSync(bed.folder)).toBe(false);
  });

  it('gives two at a time their own displays', async () => {
    const [first, second] = await Promise.all([launchBed(), launchBed()]);
    expect(first.display).not.toBe(second.display);
    await Promise.all([first.stop(), second.stop()]);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGUSR2'])('is gone after its owner got %s (SIGUSR2: it crashed)', async (signal) => {
    const { owner, id, folder } = await startOwner();
    owner.kill(signal);
    await waitFor(() => processesOf(id).length === 0 && !existsSync(folder));
  });

  it('loses its display when its owner is killed outright, and its folder when the next one starts', async () => {
    const { owner, id, folder } = await startOwner();
    const before = processesOf(id).length;
    const ended = once(owner, 'exit');
    owner.kill('SIGKILL');
    await ended;
    await waitFor(() => processesOf(id).length < before && processesOf(id).length <= 1);
    signalAll(processesOf(id), 'SIGKILL');
    await (await launchBed()).stop();
    expect(existsSync(folder)).toBe(false);
  });

  it('takes a display again whose server was killed', async () => {
    // Where no other test's bed takes it first.
    const own = { first: 1_000 + 10 * (process.pid % 400) };
    const first = await launchBed(own);
    const server = processesOf(first.environment[MARK]).find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('Xvfb'));
    process.kill(server, 'SIGKILL');
    // Until it has been waited for, its number counts as that of a server that runs.
    await waitFor(() => !existsSync(`/proc/${server}`));
    expect(existsSync(`/tmp/.X11-unix/X${first.display.slice(1)}`)).toBe(true);
    const second = await launchBed(own);
    expect(second.display).toBe(first.display);
    await Promise.all([first.stop(), second.stop()]);
  });
});
