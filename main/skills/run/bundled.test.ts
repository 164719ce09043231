import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { forkSkillByNode, type ForkSkill } from './skill-child';
import { buildBootstrap, RunnerBed } from './test-runner';

let folder: string;
let bootstrap: string;
let serve: string;
let bed: RunnerBed;
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'bundled-')));
  bootstrap = await buildBootstrap(folder);
  serve = path.join(folder, 'serve.js');
  await build({ entryPoints: [path.resolve('skills/serve.ts')], outfile: serve, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  bed = new RunnerBed({ bootstrap });
});
afterEach(() => bed.end());

/** A run.js as the build makes it: its handler's body, and what it does when it begins. */
const handler = (body: string, begin = ''): string => `const { createServe } = require(${JSON.stringify(serve)});
let calls = 0;
exports.serve = createServe(async (args, context) => { ${body} }, (context) => { ${begin} });`;
const ok = (value: string): string => `return { status: 'ok', result: ${value} };`;

function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('a bundled skill', { timeout: 180_000 }, () => {
  it('answers, knows its places, and gets the secrets it names and no others', async () => {
    bed.end();
    bed = new RunnerBed({ bootstrap, environment: { ...process.env, TAVILY_API_KEY: 'tv-1', OPENAI_API_KEY: 'sk-1' } });
    const skill = bed.bundled(handler(ok("{ args, cwd: process.cwd(), workspace: context.workspace, data: context.data, folder: context.folder, key: context.environment.TAVILY_API_KEY, other: context.environment.OPENAI_API_KEY ?? null, language: context.language }")), { environment: ['TAVILY_API_KEY'] });
    expect(await bed.call(skill, { a: '天' })).toEqual({
      status: 'ok',
      result: { args: { a: '天' }, cwd: bed.workspace, workspace: bed.workspace, data: path.join(bed.data, 'skill-data', 'test-bundled'), folder: skill.folder, key: 'tv-1', other: null, language: 'en' },
    });
    expect(await bed.runner.isolation(skill)).toBeNull();
  });

  it('may print what it likes: only its answer counts', async () => {
    expect(await bed.call(bed.bundled(handler(`console.log('{"status":"ok","result":"no"}'); process.stdout.write('x'); context.progress('now', 0.1); ${ok('1')}`)))).toMatchObject({ status: 'ok', result: 1 });
    expect(bed.progressed).toEqual([['now', 0.1]]);
  });

  it('that throws, crashes, hangs, or is no skill is told so', async () => {
    expect(await bed.call(bed.bundled(handler('throw new Error("no such town");')))).toMatchObject({ status: 'error', code: 'EXECUTION_ERROR', message: 'no such town' });
    expect(await bed.call(bed.bundled(handler('setTimeout(() => { throw new RangeError("too far"); }); return new Promise(() => {});')))).toMatchObject({ status: 'error', message: expect.stringContaining('RangeError: too far') as string });
    expect(await bed.call(bed.bundled(handler('process.kill(process.pid, "SIGSEGV"); await new Promise(() => {});')))).toMatchObject({ status: 'error', message: expect.stringMatching(/SIGSEGV|signal 11/) as string });
    expect(await bed.call(bed.bundled(handler('for (;;);'), { timeoutMs: 2000 }))).toMatchObject({ status: 'error', code: 'TIMEOUT' });
    expect(await bed.call(bed.bundled('exports.other = 1;'))).toMatchObject({ status: 'error', message: expect.stringContaining('no serve function') as string });
    expect(await bed.call(bed.bundled('syntax error'))).toMatchObject({ status: 'error', code: 'EXECUTION_ERROR' });
    expect(await bed.call(bed.bundled(handler(ok('undefined'))))).toMatchObject({ status: 'error', code: 'EXECUTION_ERROR', message: expect.stringContaining('result') as string });
  });

  it('is ended when it takes too much', async () => {
    expect(await bed.call(bed.bundled(handler(`const all = []; for (let i = 0; ; i++) { all.push(Buffer.alloc(2 ** 20, 1)); if (i % 8 === 0) await new Promise(setImmediate); }`), { memoryMb: 128 }))).toMatchObject({ status: 'error', code: 'TOO_LARGE' });
    expect(await bed.call(bed.bundled(handler(`const all = []; for (;;) all.push({ a: [all.length] });`), { memoryMb: 64 }))).toMatchObject({ status: 'error', code: 'TOO_LARGE' });
    expect(await bed.call(bed.bundled(handler(ok("'x'.repeat(5000000)"))))).toMatchObject({ status: 'error', code: 'TOO_LARGE' });
  });

  it('leaves no process behind, wherever it went', async () => {
    const result = await bed.call(bed.bundled(handler(`const child = require('node:child_process').spawn('sleep', ['300'], { detached: true, stdio: 'ignore' }); child.unref(); ${ok('[process.pid, child.pid]')}`)));
    const pids = result.status === 'ok' ? (result.result as number[]) : [];
    expect(pids).toHaveLength(2);
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 20_000 });
  });
});

describe('a process that was started ahead', { timeout: 180_000 }, () => {
  it('serves the next call as if it had been started for it, and no other', async () => {
    const started: number[] = [];
    const ended: number[] = [];
    const fork: ForkSkill = (...given) => {
      const child = forkSkillByNode(...given);
      child.onSpawn((pid) => {
        started.push(pid);
        child.onExit(() => void ended.push(pid));
      });
      return child;
    };
    bed.end();
    bed = new RunnerBed({ bootstrap, fork, ahead: true, environment: { PATH: process.env['PATH'], TAVILY_API_KEY: 'tv-1', HOME: '/nowhere' } });
    const skill = bed.bundled(handler(ok("{ pid: process.pid, cwd: process.cwd(), home: process.env.HOME, key: process.env.TAVILY_API_KEY, user: process.env.USER ?? null }")), { environment: ['TAVILY_API_KEY'] });
    bed.runner.offered([skill]);
    expect(started).toHaveLength(1);
    expect(await bed.call(skill)).toEqual({ status: 'ok', result: { pid: started[0], cwd: bed.workspace, home: '/nowhere', key: 'tv-1', user: null } });
    // Another one waits by and by; one that needs more room than it has is started for itself.
    await vi.waitFor(() => expect(started).toHaveLength(2), { timeout: 20_000 });
    const large = await bed.call({ ...skill, program: skill.program && { ...skill.program, declaration: { ...skill.program.declaration, memoryMb: 1024 } } });
    expect(large.status === 'ok' && (large.result as { pid: number }).pid).toBe(started[2]);
    const waiting = started[1] ?? 0;
    expect(isAlive(waiting)).toBe(true);
    process.kill(waiting, 'SIGKILL');
    await vi.waitFor(() => expect(ended).toContain(waiting), { timeout: 20_000 });
    expect(await bed.call(skill)).toMatchObject({ status: 'ok' });
    started.filter(isAlive).forEach((pid) => process.kill(pid, 'SIGKILL'));
  });
});

describe('a call that is about to be judged', { timeout: 180_000 }, () => {
  it('has its process started meanwhile, in which nothing of the skill is, and which does not outlive the session', async () => {
    const started: number[] = [];
    const fork: ForkSkill = (...given) => {
      const child = forkSkillByNode(...given);
      child.onSpawn((pid) => void started.push(pid));
      return child;
    };
    bed.end();
    bed = new RunnerBed({ bootstrap, fork });
    const skill = bed.bundled(`require('node:fs').writeFileSync('loaded', '');\n${handler(ok('process.pid'))}`);
    bed.runner.expect(skill);
    bed.runner.expect(skill);
    expect(started).toHaveLength(1);
    expect(existsSync(path.join(bed.workspace, 'loaded'))).toBe(false);
    expect(await bed.call(skill)).toEqual({ status: 'ok', result: started[0] });
    expect(existsSync(path.join(bed.workspace, 'loaded'))).toBe(true);
    // Refused this time: nobody takes it.
    bed.runner.expect(skill);
    bed.runner.expect(bed.outside('run.sh', 'true'));
    expect(started).toHaveLength(2);
    bed.runner.dispose();
    await vi.waitFor(() => expect(started.filter(isAlive)).toEqual([]), { timeout: 20_000 });
    bed.runner.expect(skill);
    expect(started).toHaveLength(2);
  });
});

describe('a program that is kept', { timeout: 180_000 }, () => {
  const counting = (): string => handler(`calls += 1; if (args.crash) process.exit(3); if (args.hang) await new Promise(() => {}); ${ok('{ pid: process.pid, calls }')}`);
  const resultOf = (result: Awaited<ReturnType<RunnerBed['call']>>): { pid: number; calls: number } => (result.status === 'ok' ? (result.result as { pid: number; calls: number }) : { pid: 0, calls: 0 });

  it('serves all calls, one after the other', async () => {
    const skill = bed.bundled(counting(), { keep: true });
    const [first, second, third] = (await Promise.all([bed.call(skill), bed.call(skill), bed.call(skill)])).map(resultOf);
    expect([first?.calls, second?.calls, third?.calls]).toEqual([1, 2, 3]);
    expect(new Set([first?.pid, second?.pid, third?.pid]).size).toBe(1);
  });

  it('is told to have crashed, and started anew with a word about it', async () => {
    const skill = bed.bundled(counting(), { keep: true });
    const { pid } = resultOf(await bed.call(skill));
    expect(await bed.call(skill, { crash: true })).toMatchObject({ status: 'error', message: expect.stringContaining('exit code 3') as string });
    expect(resultOf(await bed.call(skill)).calls).toBe(1);
    const again = resultOf(await bed.call(skill)).pid;
    expect(again).not.toBe(pid);
    process.kill(again, 'SIGKILL');
    await vi.waitFor(() => expect(isAlive(again)).toBe(false), { timeout: 20_000 });
    // Between its death and our being told of it a call may still have gone to the dead one.
    let next = await bed.call(skill);
    if (next.status === 'error') next = await bed.call(skill);
    else expect(next.text).toContain('started anew');
    expect(resultOf(next).calls).toBe(1);
  });

  it('is ended by a stop or a timeout of its call, and serves again after', async () => {
    const skill = bed.bundled(counting(), { keep: true });
    const hurried = { ...skill, program: skill.program && { ...skill.program, declaration: { ...skill.program.declaration, timeoutMs: 1000 } } };
    const { pid } = resultOf(await bed.call(skill));
    expect(await bed.call(hurried, { hang: true })).toMatchObject({ code: 'TIMEOUT' });
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000 });
    const stop = new AbortController();
    const calling = bed.call(skill, { hang: true }, stop.signal);
    setImmediate(() => stop.abort());
    expect(await calling).toMatchObject({ code: 'CANCELLED' });
    expect(resultOf(await bed.call(skill)).calls).toBe(1);
  });

  it('ends when its skill is gone or changed, and with the session', async () => {
    const skill = bed.bundled(counting(), { keep: true });
    const first = resultOf(await bed.call(skill)).pid;
    bed.runner.offered([skill]);
    expect(resultOf(await bed.call(skill)).pid).toBe(first);
    bed.runner.offered([]);
    await vi.waitFor(() => expect(isAlive(first)).toBe(false), { timeout: 20_000 });
    const second = resultOf(await bed.call(skill)).pid;
    bed.runner.dispose();
    await vi.waitFor(() => expect(isAlive(second)).toBe(false), { timeout: 20_000 });
    expect(await bed.call(skill)).toMatchObject({ code: 'CANCELLED' });
  });

  it('may come from outside, and is ended when it does not keep to the protocol', async () => {
    const skill = bed.outside('run.mjs', `import readline from 'node:readline';
      let calls = 0;
      for await (const line of readline.createInterface({ input: process.stdin })) {
        const { id, args } = JSON.parse(line);
        calls += 1;
        console.log(args.odd ? 'odd' : JSON.stringify({ id: args.other ? id + 1 : id, status: 'ok', result: { pid: process.pid, calls } }));
      }`, { keep: true });
    expect(resultOf(await bed.call(skill)).calls).toBe(1);
    expect(resultOf(await bed.call(skill)).calls).toBe(2);
    expect(await bed.call(skill, { odd: true })).toMatchObject({ status: 'error', message: expect.stringContaining('"odd"') as string });
    expect(await bed.call(skill, { other: true })).toMatchObject({ status: 'error', message: expect.stringContaining('a call that was not made') as string });
    expect(resultOf(await bed.call(skill)).calls).toBe(1);
  });
});

describe('a watching program', { timeout: 180_000 }, () => {
  it('starts with the session, speaks by itself, and serves calls as well', async () => {
    const skill = bed.bundled(handler(ok('process.pid'), "context.notice('DISK_FULL', 'The disk is 95 % full.'); context.notice('not a code', 'y'.repeat(900));"), { watch: true });
    bed.runner.offered([skill]);
    bed.runner.offered([skill]);
    await vi.waitFor(() => expect(bed.notices).toHaveLength(2), { timeout: 20_000 });
    expect(bed.notices[0]).toEqual(['test-bundled', 'DISK_FULL', 'The disk is 95 % full.']);
    expect([bed.notices[1]?.[1], bed.notices[1]?.[2].length]).toEqual(['SKILL', 500]);
    expect(await bed.call(skill)).toMatchObject({ status: 'ok' });
    expect(bed.notices).toHaveLength(2);
  });

  it('is started again when it ends, and does not fill the conversation', async () => {
    const skill = bed.bundled(handler(ok('1'), "for (let i = 0; i < 20; i++) context.notice('LOUD', String(i)); require('node:fs').appendFileSync('starts', 'x'); setTimeout(() => process.exit(1), 100);"), { watch: true });
    bed.runner.offered([skill]);
    await vi.waitFor(() => expect(readFileSync(path.join(bed.workspace, 'starts'), 'utf8')).toBe('xx'), { timeout: 30_000 });
    expect(bed.notices).toHaveLength(6);
  });
});

describe('when we are killed', { timeout: 180_000 }, () => {
  it('nothing of a skill goes on, kept or called, caged or not', async () => {
    const child = path.join(folder, 'runner-child.js');
    await build({ entryPoints: [path.join(__dirname, 'runner-child.ts')], outfile: child, bundle: true, platform: 'node', format: 'cjs', external: ['web-tree-sitter', 'esbuild', 'vitest'], logLevel: 'error' });
    const kept = bed.bundled(handler(`require('node:fs').appendFileSync('pids', process.pid + '\\n'); const child = require('node:child_process').spawn('sleep', ['301'], { detached: true, stdio: 'ignore' }); child.unref(); require('node:fs').appendFileSync('pids', child.pid + '\\n'); ${ok('1')}`), { keep: true });
    const sign = `sleep 94${process.pid}`;
    const outside = bed.outside('run.sh', `setsid ${sign} & echo '{"progress": "started"}'; while :; do sleep 0.1; done`, { paths: { x: 'write' } });
    writeFileSync(path.join(folder, 'child.json'), JSON.stringify({ workspace: bed.workspace, data: bed.data, bootstrap, kept, outside }));
    const running = spawn(process.execPath, [child, path.join(folder, 'child.json')], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_PATH: path.resolve('node_modules') } });
    const [said] = (await once(running.stdout, 'data')) as [Buffer];
    expect(said.toString()).toContain('ready');
    const pids = readFileSync(path.join(bed.workspace, 'pids'), 'utf8').trim().split('\n').map(Number);
    const sleeping = (): number[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/cmdline`)).map(Number).filter((pid) => commandOf(pid).includes(sign));
    expect([pids.length, pids.filter(isAlive).length]).toEqual([2, 2]);
    await vi.waitFor(() => expect(sleeping().length).toBeGreaterThan(0), { timeout: 20_000 });
    running.kill('SIGKILL');
    await vi.waitFor(() => expect([...pids.filter(isAlive), ...sleeping()]).toEqual([]), { timeout: 30_000 });
  });
});

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
