import { spawn } from 'node:child_process';
import { chownSync, copyFileSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer, SkillContext } from '../serve';
import { findBubblewrap } from './source/bubblewrap';
import type { Cage } from './source/cage';
import { findDocker } from './source/docker';
import { limits } from './source/limits';
import { runPython } from './source/run-python';
import { usageBelow } from './source/watch-processes';

let folder: string;
let workspace: string;
let context: SkillContext;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-python-'));
  workspace = join(folder, 'work space');
  mkdirSync(workspace, { mode: 0o700 });
  context = { workspace, language: 'en', folder: __dirname, data: join(folder, 'data', 'skills', 'run-python'), environment: {}, progress: () => undefined, notice: () => undefined };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Some containers refuse bubblewrap; then nothing is run, which the last tests look at. */
let refusal = '';
beforeAll(async () => {
  const found = await findBubblewrap();
  if (typeof found === 'string') refusal = found;
});
const onlyInCage = ({ skip }: { skip: (condition: boolean, note: string) => void }): void => skip(refusal !== '', refusal);

const run = (args: Record<string, unknown>): Promise<Answer> => runPython(args, context);

/** What the program printed; fails with its error when there was one. */
async function printed(code: string, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await run({ code, ...more });
  if (answer.status !== 'ok') throw new Error(answer.message);
  return String((answer.result as { output: string }).output);
}

async function failed(code: string, more: Record<string, unknown> = {}): Promise<{ message: string; hint: string; code: string }> {
  const answer = await run({ code, ...more });
  if (answer.status !== 'error') throw new Error(`It ended well: ${JSON.stringify(answer)}`);
  return { hint: '', code: '', ...answer };
}

describe('a program in isolation', { timeout: 120_000 }, () => {
  beforeEach(onlyInCage);

  it('reads the workspace, takes arguments and input, and its files are listed', async () => {
    writeFileSync(join(workspace, 'data.csv'), 'a,1\nb,2\n', { mode: 0o600 });
    const answer = await run({
      code: "import os, sys\nrows = open('data.csv').read().split()\nprint(len(rows), sys.argv[1:], sys.stdin.read(), '合计')\nos.makedirs(os.environ['OUTPUT'] + '/deep')\nopen(os.environ['OUTPUT'] + '/deep/sum.txt', 'w').write('3')",
      arguments: ['--x', 'a b'],
      input: 'in',
    });
    const made = join(workspace, 'python-output', 'deep', 'sum.txt');
    expect(answer).toMatchObject({ status: 'ok', result: { output: "2 ['--x', 'a b'] in 合计\n", exit_code: 0, files: [{ path: made, bytes: 1 }] }, files: [made] });
    expect(readFileSync(made, 'utf8')).toBe('3');
    context = { ...context, language: 'zh' };
    expect(await run({ code: 'print(1)' })).toMatchObject({ text: expect.stringMatching(/^Python 运行完成，用时 [\d.]+ 秒。\n1$/) });
    expect([lstatSync(made).uid, lstatSync(join(workspace, 'python-output', 'deep')).uid]).toEqual([process.getuid?.(), process.getuid?.()]);
  });

  it('runs a file of the workspace that imports another, and leaves no empty folder', async () => {
    mkdirSync(join(workspace, 'scripts'));
    writeFileSync(join(workspace, 'scripts', 'helper.py'), 'def double(x):\n    return 2 * x\n');
    writeFileSync(join(workspace, 'scripts', 'main.py'), "import helper\nif __name__ == '__main__':\n    print(helper.double(21))\n");
    expect(await run({ file: 'scripts/main.py' })).toMatchObject({ status: 'ok', result: { output: '42\n' } });
    expect(readdirSync(workspace)).toEqual(['scripts']);
  });

  it('runs beside others that share its folder', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, (_, at) => run({ code: `print(${at})` })));
    expect(answers.map((answer) => (answer.status === 'ok' ? (answer.result as { output: string }).output : answer.message))).toEqual(['0\n', '1\n', '2\n', '3\n']);
    expect(readdirSync(workspace)).toEqual([]);
  });

  it('tells a failure with its line and what was printed before', async () => {
    const { message, hint } = await failed("print('begun')\nx = 1\nprint(1 / 0)\n");
    expect(message).toMatch(/exit code 1: ZeroDivisionError: division by zero\.\nbegun\n.*line 3/s);
    expect(message).not.toContain('launch.py');
    expect(hint).toContain('Correct');
    expect((await failed('import no_such_module')).message).toContain('no module no_such_module');
    expect((await failed('import sys; sys.exit(3)')).message).toContain('exit code 3');
  });

  it('reaches no network, nor a server of this machine', async () => {
    const heard: string[] = [];
    const server = createServer((request, response) => {
      heard.push(String(request.url));
      response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const code = `import urllib.request\ntry:\n    urllib.request.urlopen('http://127.0.0.1:${port}/')\nexcept OSError as error:\n    print(error.reason)\nurllib.request.urlopen('http://203.0.113.1/')`;
    const { message, hint } = await failed(code);
    expect(message).toMatch(/^There is no network here\./);
    expect(message).toContain('Connection refused');
    expect(hint).toContain('Fetch');
    expect(heard).toEqual([]);
    server.close();
  });

  it('sees no files outside, no secrets, no processes and no environment of ours', async () => {
    writeFileSync(join(folder, 'outside.txt'), 'secret-1');
    writeFileSync(join(workspace, '.env'), 'KEY=secret-2');
    writeFileSync(join(workspace, 'server.pem'), 'secret-3');
    mkdirSync(join(workspace, '.ssh'));
    writeFileSync(join(workspace, '.ssh', 'id_rsa'), 'secret-4');
    symlinkSync('../outside.txt', join(workspace, 'link'));
    symlinkSync('.env', join(workspace, 'second'));
    process.env['RUN_PYTHON_TEST_KEY'] = 'secret-5';
    const code = `
import glob, os
places = ['/etc/shadow', '/etc/passwd', '/root', '/home', '/proc/1/environ', '${process.env['HOME'] ?? '/root'}', '${join(folder, 'outside.txt')}', '.env', 'second', 'server.pem', '.ssh', 'link', '/proc/${process.pid}/environ']
for place in places:
    try:
        print(place, os.listdir(place) if os.path.isdir(place) else open(place, 'rb').read())
    except OSError as error:
        print(place, type(error).__name__)
print(sorted(os.environ))
print(len([name for name in os.listdir('/proc') if name.isdigit()]))`;
    const text = await printed(code);
    delete process.env['RUN_PYTHON_TEST_KEY'];
    expect(text).not.toMatch(/secret-|root:|RUN_PYTHON/);
    // The cage's own first process and Python.
    expect(text.trim().split('\n').at(-1)).toMatch(/^[23]$/);
  });

  it('changes nothing but the output folder', async () => {
    writeFileSync(join(workspace, 'kept.txt'), 'as it was');
    const places = ['/usr/x', '/etc/x', '/x', '/dev/x', '/var/x', '/run/x', '/run/deskwright/x', join(workspace, 'x'), '/proc/sys/kernel/core_pattern'];
    const code = `
import os
for place in ${JSON.stringify(places)}:
    try:
        open(place, 'w').write('x'); print('wrote', place)
    except OSError: pass
for act in (lambda: os.remove('kept.txt'), lambda: os.chmod('kept.txt', 0), lambda: os.setuid(0), lambda: os.mknod('/tmp/sda', 0o60600, os.makedev(8, 0))):
    try:
        act(); print('done')
    except OSError: pass
os.symlink('/etc/passwd', os.environ['OUTPUT'] + '/link')
open('kept.txt', 'w')`;
    const { message, hint } = await failed(code, { output: 'made' });
    expect(message).toMatch(/^That place can’t be written\.\nTraceback/);
    expect(hint).toContain(join(workspace, 'made'));
    expect(readFileSync(join(workspace, 'kept.txt'), 'utf8')).toBe('as it was');
    expect(readdirSync(workspace).sort()).toEqual(['kept.txt', 'made']);
    expect(lstatSync('/etc/passwd').uid).toBe(0);
  });
});

describe('a limit', { timeout: 120_000 }, () => {
  beforeEach(onlyInCage);

  it('of memory stops an allocation of 2 GB', async () => {
    const { message, hint } = await failed("print('begun')\nx = bytearray(2 * 1024 ** 3)\nprint('had it')");
    expect(message).toMatch(/^Stopped: the memory limit was reached.*begun/s);
    expect(message).not.toContain('had it');
    expect(hint).toContain('pieces');
  });

  it('of memory counts all processes together', async () => {
    // Each is below its own limit; what they hold is real only when it is written.
    // A smaller limit for all, because real memory takes its time.
    const code = "import os, time\nfor _ in range(3):\n    if os.fork() == 0:\n        x = bytearray(b'x') * (60 * 1024 ** 2)\n        time.sleep(100)\n        os._exit(0)\ntime.sleep(100)";
    const answer = await runPython({ code, seconds: 100 }, context, { allMemory: 120 * 1024 ** 2 });
    expect(answer).toMatchObject({ status: 'error', message: expect.stringMatching(/^Stopped: the memory limit/) });
    const shared = "import os, time\nx = bytearray(b'x') * (40 * 1024 ** 2)\nchildren = [os.fork() for _ in range(3)]\ntime.sleep(2)\nprint(x[0])";
    expect(await runPython({ code: shared, seconds: 100 }, context, { allMemory: 120 * 1024 ** 2 })).toMatchObject({ status: 'ok' });
  });

  it('of processes is in force before any program begins, and stops a fork bomb', async () => {
    // The proof first: what may be started is counted, and few.
    const count = await printed("import os, time\nn = 0\ntry:\n    while n < 60:\n        if os.fork() == 0:\n            time.sleep(5); os._exit(0)\n        n += 1\nexcept BlockingIOError:\n    print(n)");
    expect(Number(count)).toBeGreaterThan(20);
    expect(Number(count)).toBeLessThan(32);
    const bomb = 'import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass';
    const { message, hint } = await failed(bomb);
    expect(message).toMatch(/^Stopped: the limit of 32 processes and threads was reached/);
    expect(hint).toContain('fewer');
    expect(usageBelow(process.pid).count).toBeLessThan(40);
  });

  it('of processes counts threads', async () => {
    const code = "import threading, time\nfor _ in range(100):\n    threading.Thread(target=time.sleep, args=(5,), daemon=True).start()";
    expect((await failed(code)).message).toMatch(/^Stopped: the limit of 32 processes/);
  });

  it('of time stops what waits, and of time or processor an endless loop, with what was printed', async () => {
    expect(await failed("print('begun')\nimport time\ntime.sleep(100)", { seconds: 1 })).toMatchObject({ code: 'TIMEOUT', message: expect.stringMatching(/^Stopped: the time limit of 1 s.*begun/s), hint: expect.stringContaining('seconds') });
    expect((await failed("print('begun')\nwhile True: pass", { seconds: 2 })).message).toMatch(/^Stopped: the (time|processor) limit of 2 s.*begun/s);
  });

  it('of time is the program’s own: a cage that is slow to start uses up none of it', async () => {
    const cage = await findBubblewrap();
    if (typeof cage === 'string') throw new Error(cage);
    const slow: Cage = { ...cage, command: (caged) => ['/bin/sh', '-c', 'sleep 2; exec "$@"', 'slow', ...cage.command(caged)] };
    const answer = await runPython({ code: "import os, time\nprint('begun')\ntry:\n    os.fstat(3); print('held')\nexcept OSError: pass\ntime.sleep(100)", seconds: 1 }, context, { find: [() => Promise.resolve(slow)] });
    expect(answer).toMatchObject({ code: 'TIMEOUT', message: expect.stringMatching(/^Stopped: the time limit of 1 s was reached\.\nbegun$/) as string });
  });

  it('of time does not begin before the program: a cage that never starts is said to be one', async () => {
    const cage = await findBubblewrap();
    if (typeof cage === 'string') throw new Error(cage);
    const held: Cage = { ...cage, command: () => ['/bin/sh', '-c', 'exec sleep 1000'] };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const answer = runPython({ code: 'print(1)', seconds: 1 }, context, { find: [() => Promise.resolve(held)] });
      while (vi.getTimerCount() === 0) await new Promise(setImmediate);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await answer).toMatchObject({ code: 'TIMEOUT', message: 'Nothing was run: the isolated place did not start within a minute.' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('of a file’s size stops a file that grows', async () => {
    const code = "import os\nwith open(os.environ['OUTPUT'] + '/big', 'wb') as file:\n    file.seek(101 * 1024 ** 2)\n    file.write(b'x')";
    expect((await failed(code)).message).toMatch(/^Stopped: the limit of 100 MB for one file/);
  });

  it('of printing drops the rest and counts it', async () => {
    const answer = await run({ code: "print('x' * 500000)" });
    expect(answer).toMatchObject({ status: 'ok', result: { dropped: expect.stringContaining('300001') } });
  });
});

describe('a call', { timeout: 120_000 }, () => {
  it.each([
    [{}, 'either code or file'],
    [{ code: 'print(1)', file: 'a.py' }, 'either code or file'],
    [{ code: 'print(1)', seconds: 301 }, '1 to 300'],
    [{ file: 'missing.py' }, 'no file missing.py'],
    [{ code: 'print(1)', output: '../elsewhere' }, 'outside the workspace'],
    [{ code: 'print(1)', output: 'way-out/x' }, 'outside the workspace'],
    [{ file: 'way-out/x.py' }, 'outside the workspace'],
  ])('that can’t be run is refused: %j', async (args, words) => {
    const unused: Cage = { kind: 'docker', ownsFiles: false, command: () => ['false'] };
    mkdirSync(join(folder, 'other'));
    writeFileSync(join(folder, 'other', 'x.py'), 'print(1)');
    symlinkSync('../other', join(workspace, 'way-out'));
    expect(await runPython(args, context, { find: [() => Promise.resolve(unused)] })).toMatchObject({ status: 'error', message: expect.stringContaining(words) });
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
    expect(existsSync(join(folder, 'other', 'x'))).toBe(false);
  });

  it('from a workspace that is the whole disk is refused', async () => {
    const unused: Cage = { kind: 'docker', ownsFiles: false, command: () => ['false'] };
    expect(await runPython({ code: 'print(1)' }, { ...context, workspace: '/' }, { find: [() => Promise.resolve(unused)] })).toMatchObject({ status: 'error', code: 'ACCESS_DENIED' });
  });

  it('runs nothing where nothing isolates, and says why and what to install', async () => {
    const answer = await runPython({ code: "open('x', 'w')" }, context, { find: [() => Promise.resolve('bubblewrap is not installed (sudo apt-get install bubblewrap)'), () => Promise.resolve('Docker is not installed')] });
    expect(answer).toMatchObject({ status: 'error', code: 'UNSUPPORTED', message: expect.stringMatching(/Nothing was run.*apt-get install bubblewrap.*Docker is not installed/) });
    expect(readdirSync(workspace)).toEqual([]);
  });

  it('runs nothing when a limit does not hold', async ({ skip }) => {
    const cage = await findBubblewrap();
    if (typeof cage === 'string') return skip(cage);
    // The limit of processes does not bind the superuser, as whom the cage else starts nothing.
    if (!cage.ownsFiles) skip();
    const asSuperuser = (words: string[]): string[] => words.filter((_, at) => at < words.indexOf('setpriv') || at >= words.indexOf('-I') - 1);
    const open: Cage = { ...cage, command: (run) => asSuperuser(cage.command(run)) };
    const answer = await runPython({ code: "print('ran')" }, context, { find: [() => Promise.resolve(open)] });
    expect(answer).toMatchObject({ status: 'error', code: 'UNSUPPORTED', message: 'Nothing was run: this system does not enforce the limit of processes.' });
  });

  it('of an ordinary user is isolated too, or refused', async () => {
    // The tests' own folder for temporary files may be closed to that user.
    const place = mkdtempSync('/tmp/deskwright-ordinary-');
    try {
      const { outputFiles } = await build({ entryPoints: [join(__dirname, 'run.ts')], bundle: true, platform: 'node', target: 'node18', format: 'cjs', write: false });
      writeFileSync(join(place, 'run.js'), outputFiles[0]?.contents ?? '');
      mkdirSync(join(place, 'scripts'));
      mkdirSync(join(place, 'workspace'));
      copyFileSync(join(__dirname, 'scripts', 'launch.py'), join(place, 'scripts', 'launch.py'));
      // Where Node lies may be the superuser's alone.
      copyFileSync(process.execPath, join(place, 'node'));
      const other = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
      if (process.getuid?.() === 0) for (const path of [place, join(place, 'workspace')]) chownSync(path, 65534, 65534);
      const environment = { PATH: '/usr/bin:/bin', TMPDIR: place, DESKWRIGHT_WORKSPACE: join(place, 'workspace'), DESKWRIGHT_SKILL_FOLDER: place, DESKWRIGHT_DATA: join(place, 'data') };
      const child = spawn(join(place, 'node'), [join(place, 'run.js')], { ...other, env: environment, stdio: ['pipe', 'pipe', 'inherit'] });
      const lines: string[] = [];
      child.stdout.on('data', (chunk: Buffer) => lines.push(chunk.toString('utf8')));
      child.stdin.end(`${JSON.stringify({ code: "import os\nopen(os.environ['OUTPUT'] + '/made', 'w').write('x')\nprint(2 ** 10)" })}\n`);
      await once(child, 'close');
      const answer = JSON.parse(lines.join('')) as Answer;
      // Some systems keep user namespaces from ordinary accounts.
      if (answer.status === 'error') expect(answer).toMatchObject({ code: 'UNSUPPORTED', message: expect.stringContaining('Nothing was run') });
      else expect({ ...answer, made: readFileSync(join(place, 'workspace', 'python-output', 'made'), 'utf8') }).toMatchObject({ result: { output: '1024\n', isolation: 'bubblewrap' }, made: 'x' });
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });
});

describe('Docker', { timeout: 120_000 }, () => {
  /** A program that answers like Docker's and writes down what it was asked. */
  function fakeDocker(images: string): string {
    const program = join(folder, 'docker');
    const text = `#!${process.execPath}\nconst words = process.argv.slice(2);\nif (words[0] === 'image') console.log(${JSON.stringify(images)});\nelse require('fs').writeFileSync(${JSON.stringify(join(folder, 'asked'))}, JSON.stringify(words));\nif (words[0] === 'run') console.log('from docker');`;
    writeFileSync(program, text, { mode: 0o755 });
    return program;
  }

  it('is asked for a container without network and rights, with the limits', async () => {
    writeFileSync(join(workspace, '.env'), 'KEY=1');
    const program = fakeDocker('debian:12\npython:3-slim');
    const answer = await runPython({ code: 'print(1)' }, context, { find: [() => findDocker(program)] });
    expect(answer).toMatchObject({ status: 'ok', result: { output: 'from docker\n', isolation: 'docker' } });
    const asked = JSON.parse(readFileSync(join(folder, 'asked'), 'utf8')) as string[];
    const after = (word: string): string[] => asked.flatMap((each, at) => (each === word ? [String(asked[at + 1])] : []));
    expect([after('--network'), after('--cap-drop'), after('--pids-limit'), after('--pull'), after('--memory')]).toEqual([['none'], ['ALL'], ['32'], ['never'], [String(limits.allMemory)]]);
    expect(after('--mount').slice(0, 3)).toEqual([
      `type=bind,source=${workspace},target=${workspace},readonly`,
      `type=bind,source=${join(workspace, 'python-output')},target=${join(workspace, 'python-output')}`,
      `type=bind,source=/dev/null,target=${join(workspace, '.env')},readonly`,
    ]);
    expect(asked.indexOf('--read-only')).toBeLessThan(asked.indexOf('python:3-slim'));
    expect(asked.slice(asked.indexOf('python:3-slim') + 1, -2)).toEqual(['-s', 'KILL', '40', 'python3', '-I', '-B', '-u', '-X', 'utf8', '/run/deskwright/launch.py']);
  });

  it('is not used without an image that is there', async () => {
    expect(await findDocker(fakeDocker('debian:12'))).toContain('docker pull python:3-slim');
    expect(await findDocker(join(folder, 'no-docker'))).toContain('not installed');
  });
});
