import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startByShell, startDirectly, type Running, type Start } from './starter';

vi.setConfig({ testTimeout: 60_000 });

type How = (start: Start) => Running;

let folder = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "it's `a` $folder ")));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Heard {
  output: string;
  errors: string;
  code: number | null;
}

/** Runs a program to its end; `onStart` gets what it printed so far whenever there is more. */
const run = (how: How, program: string, words: string[], { cwd = folder, onMore = (_heard: Heard, _running: Running): void => undefined } = {}): Promise<Heard> =>
  new Promise((resolve) => {
    const heard: Heard = { output: '', errors: '', code: null };
    const running = how({
      program,
      words,
      cwd,
      onOutput: (text) => {
        heard.output += text;
        onMore(heard, running);
      },
      onErrors: (text) => {
        heard.errors += text;
      },
      onEnd: (code) => resolve({ ...heard, code }),
    });
  });

const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

const ways: [string, How][] = process.platform === 'linux' ? [['a shell', startByShell], ['ourselves', startDirectly]] : [['ourselves', startDirectly]];

describe.each(ways)('a program started by %s', (_name, how) => {
  it('gets its words as they are, whatever stands in them, and its folder', async () => {
    const words = ['', ' ', "'", "'; touch made; '", '$(touch made)', '`touch made`', '$HOME', '\\', "\\'", 'a\nb', '\n', 'touch made\ntouch made', '"', '*', '~', '# x', '-n', '%s', '&', '| touch made', '> made', '\t\x01\x7f', 'ä 合计 😀', '!x', '"\'$(touch made)\'"'];
    const { output, errors, code } = await run(how, process.execPath, ['-e', 'process.stdout.write(JSON.stringify([process.argv.slice(1), process.cwd()]))', '--', ...words]);
    expect({ errors, code }).toEqual({ errors: '', code: 0 });
    expect(JSON.parse(output)).toEqual([words, folder]);
    expect(existsSync(join(folder, 'made'))).toBe(false);
  });

  it('tells its code, or that it did not start or was killed', async () => {
    for (const code of [0, 1, 2, 3]) expect((await run(how, '/bin/sh', ['-c', `exit ${code}`])).code).toBe(code);
    expect((await run(how, '/bin/sh', ['-c', 'kill -9 $$'])).code).toBeNull();
    expect((await run(how, '/nowhere/program', [])).code).toBeNull();
    expect((await run(how, '/bin/sh', ['-c', 'exit 0'], { cwd: join(folder, 'missing') })).code).toBeNull();
  });

  it('is heard to the last byte, on both streams, and given no input', async () => {
    const { output, errors, code } = await run(how, process.execPath, ['-e', 'for (let i = 0; i < 20000; i++) process.stdout.write(i + " äöü\\0"); process.stderr.write("合计".repeat(5000)); process.stdin.on("data", (data) => console.log(data)).on("end", () => process.stdout.write("\\0end"))']);
    expect(output).toBe(`${Array.from({ length: 20_000 }, (_, index) => `${index} äöü\0`).join('')}\0end`);
    expect(errors).toBe('合计'.repeat(5000));
    expect(code).toBe(0);
  });

  it('ends when it is killed', async () => {
    let pid = 0;
    const { code } = await run(how, '/bin/sh', ['-c', 'echo "pid $$ begun, and here is more than a mark is long"; exec sleep 1000'], {
      onMore({ output }, running) {
        pid = Number(/pid (\d+) /.exec(output)?.[1] ?? 0);
        if (pid > 0) running.kill();
      },
    });
    expect(code).toBeNull();
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 30_000);
  });

  it('is not disturbed by a kill that comes too late, nor by others beside it', async () => {
    let first: Running | undefined;
    await run(how, '/bin/echo', ['x'.repeat(100)], { onMore: (_heard, running) => (first = running) });
    const others = Promise.all(Array.from({ length: 5 }, (_, index) => run(how, '/bin/sh', ['-c', `sleep 0.2; exit ${index}`])));
    first?.kill();
    expect((await others).map(({ code }) => code)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe.runIf(process.platform === 'linux')('the shell that starts programs', () => {
  const parentOf = async (): Promise<number> => Number((await run(startByShell, '/bin/sh', ['-c', 'echo $PPID'])).output);

  it('is kept for the next one, and another takes its place when it was ended', async () => {
    const shell = await parentOf();
    expect(shell).not.toBe(process.pid);
    expect(await parentOf()).toBe(shell);
    // Ctrl+C at a terminal reaches it too.
    process.kill(shell, 'SIGINT');
    expect(await parentOf()).toBe(shell);
    process.kill(shell, 'SIGKILL');
    await vi.waitFor(() => expect(isAlive(shell)).toBe(false), 30_000);
    await vi.waitFor(async () => expect(await parentOf()).toBeGreaterThan(0), 30_000);
    expect(await parentOf()).not.toBe(shell);
  });

  it('ends with us, however we end, and does not keep us', async () => {
    const built = join(folder, 'starter.js');
    await build({ entryPoints: [join(__dirname, 'starter.ts')], outfile: built, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
    for (const last of ['', "process.kill(process.pid, 'SIGKILL')"]) {
      const script = `
        const { startByShell } = require(process.argv[1]);
        let shell = '';
        startByShell({ program: '/bin/sh', words: ['-c', 'echo $PPID'], cwd: '/', onOutput: (text) => (shell += text), onErrors() {}, onEnd() { require('fs').writeSync(1, shell); ${last} } });
      `;
      const { stdout, status } = spawnSync(process.execPath, ['-e', script, built], { encoding: 'utf8', timeout: 50_000 });
      expect(status).toBe(last === '' ? 0 : null);
      const shell = Number(stdout);
      expect(shell).toBeGreaterThan(0);
      await vi.waitFor(() => expect(isAlive(shell)).toBe(false), 30_000);
    }
  });

  it('is not needed', async () => {
    vi.resetModules();
    const { startByShell: again } = await import('./starter');
    const how: How = (start) => again(start, '/nowhere/sh');
    expect(await run(how, '/bin/echo', ['a'])).toEqual({ output: 'a\n', errors: '', code: 0 });
    expect(await run(how, '/bin/echo', ['b'])).toEqual({ output: 'b\n', errors: '', code: 0 });
  });
});
