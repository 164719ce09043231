import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { infoPipe, waitPipe } from '../process-place';
import { startSession, type TestSession } from '../test-session';
import { bubblewrapWords } from './bubblewrap';
import type * as cages from './cage';
import type { Cage } from './cage';
import { findIsolation } from './isolation';

let session: TestSession;
let isolated = false;
beforeAll(async () => {
  isolated = (await findIsolation({})).kind !== 'none';
});
beforeEach(() => {
  session = startSession();
});
afterEach(() => {
  vi.unstubAllEnvs();
  session.end();
});

const bash = (command: string, more: object = {}) => session.call('Bash', { command, ...more });
const output = async (command: string, more: object = {}) => String((await bash(command, more)).data['output']);

/** A program text as a file, so that nothing in the command names what it touches. */
function script(name: string, text: string): string {
  writeFileSync(join(session.root, name), text);
  return `bash ${name}`;
}

describe('a command in isolation', { timeout: 180_000 }, () => {
  beforeEach(({ skip }) => {
    if (!isolated) skip();
  });

  it('says so, and changes the workspace', async () => {
    const { data } = await bash('echo x > made; pwd');
    expect(data).toMatchObject({ output: session.root, isolation: { kind: 'bubblewrap', network: false, writable: [session.root] } });
    expect(readFileSync(join(session.root, 'made'), 'utf8')).toBe('x\n');
  });

  it('changes nothing else', async () => {
    const outside = join(session.folder, 'outside');
    mkdirSync(outside);
    const places = [outside, '/usr', '/etc', '/var', '/opt', session.dataFolder];
    await bash(script('w.sh', places.map((place) => `echo x > ${place}/deskwright-test`).join('\n')));
    expect(places.filter((place) => existsSync(join(place, 'deskwright-test')))).toEqual([]);
    const { error } = await bash(script('usr.sh', 'echo x > /usr/deskwright-test'));
    expect(error?.hint).toContain(session.root);
  });

  it('can’t undo that, not even by a place of its own or a new mount', async () => {
    const result = await output(script('undo.sh', 'mount -o remount,rw / 2>/dev/null; umount /tmp 2>/dev/null; unshare -Urm sh -c "mount -o remount,rw /; umount /run; echo x > /usr/deskwright-test" 2>/dev/null; mkdir d; mount --bind d /usr 2>/dev/null; [ -e /usr/deskwright-test ] || echo held'));
    expect(result).toBe('held');
  });

  it('changes the folder that the command itself names, and so was asked about', async () => {
    const outside = join(session.folder, 'outside');
    mkdirSync(outside);
    const { data } = await bash(`echo x > ${outside}/named`);
    expect(readFileSync(join(outside, 'named'), 'utf8')).toBe('x\n');
    expect(data['isolation']).toMatchObject({ writable: [session.root, outside] });
  });

  it('reaches no network, nor a server of this machine', async () => {
    const heard: string[] = [];
    const server = createServer((socket) => {
      heard.push('connected');
      socket.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const connect = `require('net').connect(${port}, '127.0.0.1').on('error', (error) => console.log(error.code)).on('connect', () => { console.log('in'); process.exit(); })`;
    writeFileSync(join(session.root, 'c.js'), connect);
    expect(await output('node c.js')).toBe('ECONNREFUSED');
    expect(heard).toEqual([]);
    // The same with a program that is known to need the network, and so was judged by that.
    const allowed = await bash(`node c.js; curl -s -m 5 http://127.0.0.1:${port}/ || true`);
    expect(allowed.data).toMatchObject({ output: expect.stringContaining('in'), isolation: { network: true } });
    server.close();
  });

  it('hints at the way to the network when the want of it made it fail', async () => {
    writeFileSync(join(session.root, 'r.js'), "require('dns').lookup('example.org', (error) => { console.log(String(error)); process.exit(1); })");
    expect((await bash('node r.js')).error?.hint).toContain('without network');
  });

  it('can’t read secrets that it doesn’t name', async () => {
    writeFileSync(join(session.root, '.env'), 'KEY=secret-1\n');
    mkdirSync(join(session.folder, 'home', '.ssh'), { recursive: true });
    writeFileSync(join(session.folder, 'home', '.ssh', 'id_ed25519'), 'secret-2\n');
    writeFileSync(join(session.dataFolder, 'settings.json'), 'secret-3\n');
    symlinkSync('.env', join(session.root, 'link'));
    const text = ['v', ...[session.root, `${session.folder}/home/.ssh`, session.dataFolder].map((folder) => `cat ${folder}/.e* ${folder}/id_* ${folder}/set* ${folder}/li*`)].join(' 2>&1\n');
    expect(await output(`${script('s.sh', text)}; true`)).not.toMatch(/secret-/);
    expect(readFileSync(join(session.root, '.env'), 'utf8')).toBe('KEY=secret-1\n');
  });

  it('can’t read the memory or environment of others, ours included', async () => {
    expect(await output(script('p.sh', 'tr "\\0" "\\n" < /proc/$1/environ; ls -l /proc/$1/root /proc/$1/fd').replace('p.sh', `p.sh ${process.pid}; true`))).not.toMatch(/PATH=|->/);
  });

  it('has no way to the desktop, the bus or the person’s keys', async () => {
    vi.stubEnv('SSH_AUTH_SOCK', '/tmp/agent');
    expect(await output('echo "[$DISPLAY$DBUS_SESSION_BUS_ADDRESS$SSH_AUTH_SOCK]"')).toBe('[]');
    const socket = join(mkdtempSync(join(tmpdir(), 'deskwright-s-')), 's');
    const server = createServer().listen(socket);
    await once(server, 'listening');
    writeFileSync(join(session.root, 'c.js'), `require('net').connect('${socket}').on('error', () => console.log('no way')).on('connect', () => { console.log('in'); process.exit(); })`);
    expect(await output('node c.js')).toBe('no way');
    // Also when the folder it is in was approved as a whole.
    expect(await output(`node c.js; touch ${tmpdir()}/.deskwright-touched-${process.pid}`)).toBe('no way');
    server.close();
    rmSync(join(tmpdir(), `.deskwright-touched-${process.pid}`));
    rmSync(dirname(socket), { recursive: true });
  });

  it('keeps /tmp, home and caches to the session', async () => {
    const write = script('w.sh', 'echo x > /tmp/deskwright-kept; mkdir -p ~/.cache ~/.config/deskwright-kept ~/.config/libreoffice/4 ~/.local/share/deskwright-kept; echo y > ~/.cache/deskwright-kept && echo made');
    expect(await output(write)).toBe('made');
    expect(await output(script('r.sh', 'cat /tmp/deskwright-kept ~/.cache/deskwright-kept'))).toBe('x\ny');
    expect(['/tmp', join(homedir(), '.cache'), join(homedir(), '.config')].filter((place) => existsSync(join(place, 'deskwright-kept')))).toEqual([]);
  });

  it('keeps exit codes, signals and the codes of each stage', async () => {
    expect(await bash('exit 143')).toMatchObject({ data: { exit_code: 143 } });
    expect(await bash('kill -KILL $$')).toMatchObject({ data: { exit_code: null, signal: 'SIGKILL' } });
    expect(await bash('false | (exit 4) | true')).toMatchObject({ data: { stages: [1, 4, 0] } });
    expect(await bash("sh -c 'kill -9 $$'")).toMatchObject({ data: { exit_code: 137 } });
  });

  it('lets developers’ programs work', async () => {
    writeFileSync(join(session.root, 'package.json'), JSON.stringify({ name: 'a', version: '1.0.0', scripts: { test: 'node -e "console.log(1+1)"' } }));
    writeFileSync(join(session.root, 'Makefile'), 'all:\n\t@echo made > out && cat out\n');
    // The whole answer, so that a failure tells what became of it.
    expect(await bash('npm test --silent')).toMatchObject({ data: { output: '2', exit_code: 0 } });
    expect(await output('git init -q . && git add -A && git -c user.name=a -c user.email=a@b commit -qm first && git log --format=%s; dirname "$(mktemp)"')).toBe('first\n/tmp');
    // Not every machine has it.
    expect(await output('if command -v make > /dev/null; then make; else echo made; fi')).toBe('made');
  });

  it('does not let git take a hidden file for a deleted one', async () => {
    await bash('git init -q . && echo a > a && git add a && git -c user.name=a -c user.email=a@b commit -qm first');
    writeFileSync(join(session.root, '.env'), 'KEY=1\n');
    expect((await bash('git add -A; git status --short')).data['output']).not.toMatch(/^[ A]*D/m);
  });

  it('runs though something went away that was to be read in it', async () => {
    const isolation = await findIsolation({});
    const gone = join(session.folder, 'gone');
    const cage: Cage = { isolation, fact: { kind: isolation.kind, network: true, writable: [] }, mounts: [{ kind: 'read', path: gone, source: gone }], variables: {} };
    const { stdout, stderr } = spawnSync('sh', ['-c', `"$@" ${infoPipe}>/dev/null ${waitPipe}</dev/null`, 'sh', isolation.program, ...bubblewrapWords(cage, '/'), 'echo', 'ran'], { encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: 'ran\n', stderr: '' });
  });

  it('runs though what was to be hidden went away, and makes none of it', async () => {
    const isolation = await findIsolation({});
    const gone = join(session.root, '.env');
    const other = join(session.folder, 'socket');
    const hide = [gone, other, '/usr/gone'].map((path) => ({ kind: 'hide', path, isFolder: path === other }) as const);
    const cage: Cage = { isolation, fact: { kind: isolation.kind, network: true, writable: [] }, mounts: [{ kind: 'write', path: session.root, source: session.root }, ...hide], variables: {} };
    const { stdout, stderr } = spawnSync('sh', ['-c', `"$@" ${infoPipe}>/dev/null ${waitPipe}</dev/null`, 'sh', isolation.program, ...bubblewrapWords(cage, '/'), 'echo', 'ran'], { encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: 'ran\n', stderr: '' });
    expect([gone, other].filter((path) => existsSync(path))).toEqual([]);
  });

  it('is prepared anew when it failed: a place may go away after the last look', async () => {
    let prepared = 0;
    vi.resetModules();
    vi.doMock('./cage', async (original) => {
      const cage = await original<typeof cages>();
      const missing = { kind: 'write', path: '/nowhere', source: '/nowhere' } as const;
      const prepareCage: typeof cage.prepareCage = async (...words) => {
        const made = await cage.prepareCage(...words);
        return prepared++ === 0 ? { ...made, mounts: [...made.mounts, missing] } : made;
      };
      return { ...cage, prepareCage };
    });
    try {
      const { bashTool } = await import('../bash');
      const other = startSession([bashTool]);
      expect(await other.call('Bash', { command: 'echo ran >> made; cat made' })).toMatchObject({ status: 'success', data: { output: 'ran' } });
      expect(prepared).toBe(2);
      other.end();
    } finally {
      vi.doUnmock('./cage');
    }
  });

  it('has them though the disk takes nothing more, so that it can free it', async () => {
    vi.stubEnv('TMPDIR', join(session.folder, 'nowhere'));
    expect(await output('touch /tmp/kept ~/kept && echo made')).toBe('made');
    vi.unstubAllEnvs();
    session.registry.dispose();
    expect(readdirSync('/dev/shm').filter((name) => name.startsWith(`deskwright-private-${process.pid}-`))).toEqual([]);
  });

  it('goes with the session: private folders too', async () => {
    const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`deskwright-private-${process.pid}-`));
    const before = folders();
    await bash('true; touch a');
    expect(folders()).toHaveLength(before.length + 1);
    session.registry.dispose();
    expect(folders()).toEqual(before);
  });
});

describe('a command without isolation', { timeout: 180_000 }, () => {
  it('says that there is none and why', async () => {
    vi.stubEnv('DESKWRIGHT_ISOLATION', 'none');
    const result = await bash('echo x > made');
    expect(result).toMatchObject({ status: 'success', data: { isolation: { kind: 'none', network: true, reason: expect.stringContaining('turned off') } } });
    expect(result.text).toContain('not isolated');
  });

  it('is one that works on the system itself, and says that', async () => {
    const { data } = await bash('docker --version; apt-get --version; systemctl --version; sudo -n true; true');
    expect(data['isolation']).toMatchObject({ kind: 'none', reason: 'sudo works on the system itself' });
  });
});
