import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aloneWords } from '../../tools/isolation/bubblewrap';
import { findIsolation } from '../../tools/isolation/isolation';
import { findProgram } from './command-line';
import { RunnerBed } from './test-runner';

let bed: RunnerBed;
let isolated = false;
beforeAll(async () => {
  isolated = (await findIsolation({})).kind !== 'none';
});
beforeEach(() => {
  bed = new RunnerBed();
});
afterEach(() => {
  vi.unstubAllEnvs();
  bed.end();
});

const hasPython = findProgram('python3', process.env['PATH'] ?? '', '/nowhere') !== null;
const answer = (value: string): string => `process.stdout.write(JSON.stringify({ status: 'ok', result: ${value} }) + '\\n');`;
/** A Node program that reads its arguments as `args` and answers the value of `expression`. */
const node = (expression: string): string => `import fs from 'node:fs'; import path from 'node:path';
const args = JSON.parse(fs.readFileSync(0, 'utf8'));
const attempt = (work) => { try { return work() ?? 'done'; } catch (error) { return error.code ?? error.message; } };
${answer(expression)}`;

/** Numbers of processes whose command line holds `text`. */
function processesWith(text: string): number[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
    try {
      return pid !== process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
    } catch {
      return false;
    }
  });
}

describe('an outside skill’s program', { timeout: 180_000 }, () => {
  it('gets its arguments as one line and answers, in each language', async () => {
    expect(await bed.call(bed.outside('run.mjs', node('args.a + 1')), { a: 1 })).toEqual({ status: 'ok', result: 2 });
    expect(await bed.call(bed.outside('run.sh', 'read -r line; echo "{\\"status\\": \\"ok\\", \\"result\\": $line}"', {}, 'in-bash'), { a: [1] })).toEqual({ status: 'ok', result: { a: [1] } });
    if (hasPython) expect(await bed.call(bed.outside('run.py', 'import json, sys\nargs = json.load(sys.stdin)\nprint(json.dumps({"status": "ok", "result": args["a"] * 2, "text": "twice"}, indent=2))', {}, 'in-python'), { a: '天' })).toEqual({ status: 'ok', result: '天天', text: 'twice' });
  });

  it('reports progress, files and pictures, and only those that are really there and its own', async () => {
    writeFileSync(path.join(bed.place, 'secret.png'), '\x89PNG', 'latin1');
    const skill = bed.outside(
      'run.mjs',
      `import fs from 'node:fs';
      console.log(JSON.stringify({ progress: 'half', fraction: 0.5 }));
      fs.writeFileSync('made.txt', 'x'); fs.writeFileSync('made.png', Buffer.from('89504e47', 'hex')); fs.writeFileSync('no.png', 'no');
      console.log(JSON.stringify({ status: 'ok', result: null, files: ['made.txt', 'not-made.txt'], images: [{ path: 'made.png' }, { path: 'no.png' }, { path: '../secret.png' }] }));`,
      { paths: { target: 'write' } },
    );
    const result = await bed.call(skill);
    expect(result).toMatchObject({ status: 'ok', files: [path.join(bed.workspace, 'made.txt')], images: [{ path: path.join(bed.workspace, 'made.png') }] });
    expect(result).toMatchObject({ text: expect.stringContaining('3 of the files') as string });
    expect(bed.progressed).toEqual([['half', 0.5]]);
  });

  it('gets no secrets, and knows where it is', async () => {
    bed.end();
    bed = new RunnerBed({ environment: { ...process.env, OPENAI_API_KEY: 'sk-1', MY_PLAIN_NAME: 'secret', DISPLAY: ':77', SSH_AUTH_SOCK: '/tmp/agent' } });
    const result = await bed.call(bed.outside('run.mjs', node('process.env'), { environment: ['OPENAI_API_KEY'] }));
    expect(result).toMatchObject({ status: 'ok', result: { DESKWRIGHT_WORKSPACE: bed.workspace, DESKWRIGHT_LANGUAGE: 'en', DESKWRIGHT_SKILL_FOLDER: isolated ? path.join(bed.place, 'skills', 'test-skill') : expect.stringContaining('skill-copies') as string, DESKWRIGHT_DATA: path.join(bed.data, 'skill-data', 'test-skill') } });
    for (const name of ['OPENAI_API_KEY', 'MY_PLAIN_NAME', 'DISPLAY', 'SSH_AUTH_SOCK']) expect(result.status === 'ok' && result.result).not.toHaveProperty(name);
  });

  it.each<[string, string, string]>([
    ['garbage', 'hello, I am a skill', 'no JSON: "hello, I am a skill"'],
    ['JSON that is no object', '[1, 2]', 'no JSON object: "[1, 2]"'],
    ['an object without a status', '{"result": 1}', 'neither "status" nor "progress"'],
    ['a status that is unknown', '{"status": "fine", "result": 1}', 'status'],
    ['an unknown key', '{"status": "ok", "result": 1, "tool_calls": []}', 'tool_calls'],
    ['no result', '{"status": "ok"}', 'result'],
    ['half an answer', '{"status": "ok", "resu', '{\\"status\\": \\"ok\\", \\"resu'],
    ['control characters', '\u001b[2Jhi\u202e', '[2Jhi'],
  ])('that prints %s is told so, with a piece of it', async (_, output, piece) => {
    writeFileSync(path.join(bed.workspace, 'output'), `${output}\n`);
    const result = await bed.call(bed.outside('run.sh', 'cat output'));
    expect(result).toMatchObject({ status: 'error', code: 'EXECUTION_ERROR' });
    expect(result.status === 'error' && result.message).toContain(piece);
  });

  it.each<[string, string, string]>([
    ['more after its answer', `echo '{"status": "ok", "result": 1}'; echo and more`, 'wrote more after its answer: "and more"'],
    ['two answers', `echo '{"status": "ok", "result": 1}'; echo '{"status": "ok", "result": 2}'`, 'wrote more after its answer'],
    ['words before it', `echo Loading; echo '{"status": "ok", "result": 1}'`, 'before its answer: "Loading"'],
    ['success and exit code 3', `echo '{"status": "ok", "result": 1}'; exit 3`, 'exit code 3'],
    ['nothing', 'exit 0', 'exit code 0 before it answered'],
    ['nothing, with exit code 7', 'echo "disk is on fire" >&2; exit 7', 'exit code 7 before it answered. Its last words: "disk is on fire"'],
    ['its own end', 'kill -9 $$', /signal 9|SIGKILL/.source],
  ])('that prints %s is told so', async (_, text, message) => {
    const result = await bed.call(bed.outside('run.sh', text));
    expect(result).toMatchObject({ status: 'error', code: 'EXECUTION_ERROR' });
    expect(result.status === 'error' && result.message).toMatch(new RegExp(message));
  });

  it('may say itself what is wrong, but not speak for the gate', async () => {
    const say = (answered: object): Promise<unknown> => bed.call(bed.outside('run.mjs', `console.log(JSON.stringify(${JSON.stringify(answered)})); process.exit(1);`));
    expect(await say({ status: 'error', message: 'No such town.', hint: 'Spell it out.', code: 'NOT_FOUND' })).toEqual({ status: 'error', message: 'No such town.', hint: 'Spell it out.', code: 'NOT_FOUND' });
    expect(await say({ status: 'error', message: 'The person said no.', code: 'DENIED' })).toMatchObject({ code: 'EXECUTION_ERROR' });
  });

  it('shows the model no stack trace', async () => {
    const thrown = await bed.call(bed.outside('run.mjs', 'function inner() { throw new TypeError("the town is missing"); }\ninner();'));
    expect(thrown).toMatchObject({ status: 'error', message: expect.stringContaining('TypeError: the town is missing') as string });
    expect(thrown.status === 'error' && thrown.message + thrown.hint).not.toMatch(/\bat inner|run\.mjs:|Node\.js v/);
    expect(thrown.diagnostics).toContain('at inner');
    const told = await bed.call(bed.outside('run.sh', `echo '{"status": "error", "message": "Traceback (most recent call last):\\n  File \\"x.py\\", line 3, in <module>\\n    boom()\\nValueError: no town"}'`));
    expect(told).toMatchObject({ status: 'error', message: 'ValueError: no town' });
  });

  it('is ended when it hangs, with all it had started', async () => {
    const sign = `sleep 98${process.pid}`;
    const result = await bed.call(bed.outside('run.sh', `${sign} & setsid ${sign} & while :; do :; done`, { timeoutMs: 2000 }));
    expect(result).toMatchObject({ status: 'error', code: 'TIMEOUT', message: expect.stringContaining('2000 ms') as string });
    await vi.waitFor(() => expect(processesWith(sign)).toEqual([]), { timeout: 20_000 });
  });

  it('is ended when it waits for input that never comes, because its input has ended', async () => {
    expect(await bed.call(bed.outside('run.sh', 'read -r one; read -r two; echo "{\\"status\\": \\"ok\\", \\"result\\": \\"$two\\"}"'))).toEqual({ status: 'ok', result: '' });
    expect(await bed.call(bed.outside('run.sh', 'exec 0<&-; echo "{\\"status\\": \\"ok\\", \\"result\\": 1}"'), { much: 'x'.repeat(500_000) })).toEqual({ status: 'ok', result: 1 });
  });

  it('leaves nothing behind after its answer', async () => {
    const sign = `sleep 97${process.pid}`;
    const result = await bed.call(bed.outside('run.sh', `(setsid ${sign} </dev/null >/dev/null 2>&1 &); ${sign} & echo '{"status": "ok", "result": 1}'`));
    expect(result).toMatchObject({ status: 'ok', result: 1 });
    await vi.waitFor(() => expect(processesWith(sign)).toEqual([]), { timeout: 20_000 });
  });

  it('that does not end after its answer is ended, and the answer counts', async () => {
    expect(await bed.call(bed.outside('run.sh', `echo '{"status": "ok", "result": 1}'; while :; do sleep 1; done`))).toMatchObject({ status: 'ok', result: 1 });
  });

  it('is ended when its output has no end', async () => {
    expect(await bed.call(bed.outside('run.sh', 'yes'))).toMatchObject({ status: 'error', code: 'TOO_LARGE', message: expect.stringContaining('4 MB') as string });
    expect(await bed.call(bed.outside('run.sh', 'yes | tr -d "\\n"'))).toMatchObject({ status: 'error', code: 'TOO_LARGE' });
    const loud = await bed.call(bed.outside('run.sh', 'yes | head -c 20000000 >&2; echo \'{"status": "ok", "result": 1}\''));
    expect(loud).toMatchObject({ status: 'ok', result: 1 });
    expect(loud.diagnostics?.length).toBeLessThan(10_000);
  });

  it('is ended when it takes 2 GB, at once or little by little, alone or in parts', async () => {
    const once = await bed.call(bed.outside('run.mjs', 'const all = Buffer.alloc(2 * 1024 ** 3, 1); console.log(JSON.stringify({ status: "ok", result: all.length }));'));
    expect(once).toMatchObject({ status: 'error', code: 'TOO_LARGE', message: expect.stringContaining('256 MB') as string });
    const slowly = await bed.call(bed.outside('run.mjs', 'const all = []; for (let i = 0; i < 2048; i++) all.push(Buffer.alloc(1024 ** 2, 1)); console.log(JSON.stringify({ status: "ok", result: 1 }));'));
    expect(slowly).toMatchObject({ status: 'error', code: 'TOO_LARGE' });
    const part = 'x=$(head -c 40000000 /dev/zero | tr "\\\\0" x); sleep 30';
    expect(await bed.call(bed.outside('run.sh', `for i in 1 2 3 4 5 6 7 8; do (${part}) & done; wait`))).toMatchObject({ status: 'error', code: 'TOO_LARGE' });
    if (hasPython) expect(await bed.call(bed.outside('run.py', 'all = bytearray(2 * 1024 ** 3)\nfor i in range(0, len(all), 4096): all[i] = 1\nprint(1)', {}, 'in-python'))).toMatchObject({ status: 'error', code: 'TOO_LARGE' });
  });

  it('is ended when it starts copies of itself without end', async () => {
    // It ends by itself at a depth that this machine bears even if nothing stops it.
    const bomb = `#!/bin/bash\n# bomb-${process.pid}\nbomb() { local depth=$1; [ "$depth" -ge 8 ] && { sleep 20; return; }; bomb $((depth + 1)) & bomb $((depth + 1)) & wait; }\nbomb 0\n`;
    const result = await bed.call(bed.outside('run.sh', bomb));
    expect(result).toMatchObject({ status: 'error' });
    expect(result.status === 'error' && result.message).toMatch(/more than 64 processes/);
    await vi.waitFor(() => expect(processesWith(path.join('test-skill', 'run.sh'))).toEqual([]), { timeout: 20_000 });
  });

  it('is stopped by the run’s signal at once, with all it had started', async () => {
    const sign = `sleep 96${process.pid}`;
    const stop = new AbortController();
    const calling = bed.call(bed.outside('run.sh', `setsid ${sign} & echo '{"progress": "started"}'; wait`), {}, stop.signal);
    await vi.waitFor(() => expect(bed.progressed).toHaveLength(1), { timeout: 20_000 });
    stop.abort();
    expect(await calling).toMatchObject({ status: 'error', code: 'CANCELLED' });
    await vi.waitFor(() => expect(processesWith(sign)).toEqual([]), { timeout: 20_000 });
    expect(await bed.call(bed.outside('run.sh', 'echo x > ran'), {}, stop.signal)).toMatchObject({ code: 'CANCELLED' });
  });

  it('is not started when it was changed after the person’s yes, nor when it was never trusted', async () => {
    const skill = bed.outside('run.sh', 'touch ran; echo \'{"status": "ok", "result": 1}\'', { paths: { x: 'write' } });
    writeFileSync(path.join(skill.folder, 'run.sh'), 'touch ran-changed');
    expect(await bed.call(skill)).toMatchObject({ status: 'error', code: 'FORBIDDEN' });
    const again = { ...skill, hash: bed.trust.inspect(skill.folder).hash ?? '' };
    expect(await bed.call(again)).toMatchObject({ status: 'error', code: 'FORBIDDEN' });
    expect(readdirSync(bed.workspace)).toEqual([]);
    bed.trust.distrust(skill);
    expect(await bed.call(again)).toMatchObject({ status: 'error', code: 'FORBIDDEN' });
  });

  it('runs what was trusted though its folder changes while it starts', async () => {
    const skill = bed.outside('run.sh', 'bash "$DESKWRIGHT_SKILL_FOLDER/part.sh"');
    writeFileSync(path.join(skill.folder, 'part.sh'), 'echo \'{"status": "ok", "result": "trusted"}\'');
    const whole = { ...skill, hash: bed.trust.inspect(skill.folder).hash ?? '' };
    bed.trust.trust(whole);
    expect(await bed.call(whole)).toEqual({ status: 'ok', result: 'trusted' });
    // Someone who reaches the copy changes nothing either.
    writeFileSync(path.join(bed.data, 'skill-copies', whole.hash, 'part.sh'), 'echo \'{"status": "ok", "result": "other"}\'');
    expect(await bed.call(whole)).toEqual({ status: 'ok', result: 'trusted' });
  });

  it('says which interpreter is missing', async () => {
    bed.end();
    bed = new RunnerBed({ environment: { PATH: path.join('/', 'nowhere') } });
    expect(await bed.call(bed.outside('run.py', ''))).toMatchObject({ status: 'error', code: 'UNSUPPORTED', message: expect.stringContaining('python3') as string });
  });
});

describe('the cage', { timeout: 180_000 }, () => {
  let server: Server;
  let requests: string[];
  beforeEach(async ({ skip }) => {
    if (!isolated) skip();
    requests = [];
    server = createServer((request, response) => (requests.push(request.url ?? ''), response.end('hello')));
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => void server?.close());
  const fetching = (): string => `const args = JSON.parse((await import('node:fs')).readFileSync(0, 'utf8'));
    const result = await fetch('http://127.0.0.1:${(server.address() as AddressInfo).port}/x').then((r) => r.text(), (error) => String(error.cause?.code));
    ${answer('result')}`;

  it('has no network unless the skill declares one', async () => {
    expect(await bed.call(bed.outside('run.mjs', fetching()))).toMatchObject({ status: 'ok', result: 'ECONNREFUSED' });
    expect(requests).toEqual([]);
    expect(await bed.call(bed.outside('run.mjs', fetching(), { network: ['127.0.0.1'] }))).toMatchObject({ status: 'ok', result: 'hello' });
    expect(requests).toEqual(['/x']);
  });

  it('shows the workspace, to be changed only when the skill declares that it writes', async () => {
    writeFileSync(path.join(bed.workspace, 'a.txt'), 'text');
    const text = node("[fs.readFileSync('a.txt', 'utf8'), attempt(() => fs.writeFileSync('b.txt', 'x'))]");
    expect(await bed.call(bed.outside('run.mjs', text))).toMatchObject({ result: ['text', 'EROFS'] });
    expect(existsSync(path.join(bed.workspace, 'b.txt'))).toBe(false);
    expect(await bed.call(bed.outside('run.mjs', text, { paths: { target: 'write' } }))).toMatchObject({ result: ['text', 'done'] });
    expect(existsSync(path.join(bed.workspace, 'b.txt'))).toBe(true);
  });

  it('shows nothing of the person’s beside it, nor Deskwright’s data, and keeps the skill’s own folder', async () => {
    const outside = path.join(bed.place, 'outside.txt');
    writeFileSync(outside, 'private');
    writeFileSync(path.join(bed.workspace, '.env'), 'KEY=1');
    writeFileSync(path.join(bed.data, 'settings.json'), '{}');
    const places = JSON.stringify([outside, path.join(bed.data, 'settings.json'), path.join(bed.data, 'skill-trust.json'), path.join(bed.workspace, '.env'), '/etc/shadow']);
    const text = node(`${places}.map((file) => attempt(() => fs.readFileSync(file, 'utf8') && 'read')).concat([fs.readdirSync(args.home).filter((name) => name !== args.kept), attempt(() => fs.writeFileSync(path.join(process.env.DESKWRIGHT_SKILL_FOLDER, 'run.mjs'), 'evil')), attempt(() => fs.writeFileSync(path.join(process.env.DESKWRIGHT_DATA, 'kept'), '1')), attempt(() => fs.writeFileSync('/usr/deskwright-test', '1'))])`);
    const skill = bed.outside('run.mjs', text);
    const result = await bed.call(skill, { home: homedir() });
    const [own = [], ...rest] = result.status === 'ok' ? [(result.result as unknown[][])[5], ...(result.result as unknown[])] : [];
    expect(rest.slice(0, 5).filter((each) => each === 'read')).toEqual([]);
    // The interpreter may live in the home folder; nothing else does.
    expect(own.filter((name) => !/^\.(pyenv|nvm|local|volta|asdf|fnm|n|cache)$/.test(String(name)))).toEqual([]);
    expect(rest.slice(6)).toEqual(['EROFS', 'done', 'EROFS']);
    expect(readFileSync(path.join(bed.data, 'skill-data', 'test-skill', 'kept'), 'utf8')).toBe('1');
    expect(bed.trust.stillTrusted(skill)).toBe(true);
  });

  it('shows a file outside that the call names, and no other beside it', async () => {
    const folder = path.join(bed.place, 'papers');
    mkdirSync(folder);
    for (const name of ['a.txt', 'b.txt']) writeFileSync(path.join(folder, name), name);
    const text = node("[args.file, args.file.replace('a.txt', 'b.txt')].map((file) => attempt(() => fs.readFileSync(file, 'utf8')))");
    expect(await bed.call(bed.outside('run.mjs', text, { paths: { file: 'read' } }), { file: path.join(folder, 'a.txt') })).toMatchObject({ result: ['a.txt', 'ENOENT'] });
  });

  it('holds no other process, and none gets out', async () => {
    const text = node("[fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).length, attempt(() => process.kill(args.pid, 0))]");
    const result = await bed.call(bed.outside('run.mjs', text), { pid: process.pid });
    const [count, reached] = result.status === 'ok' ? (result.result as [number, string]) : [];
    expect(reached).toBe('ESRCH');
    expect(count).toBeGreaterThan(0);
  });

  it('is described as it will be', async () => {
    const plain = bed.outside('run.mjs', node('1'));
    expect(await bed.runner.isolation(plain)).toEqual({ kind: 'bubblewrap', network: false, writable: [] });
    const writing = bed.outside('run.mjs', node('1'), { network: ['any'], paths: { target: 'write' } });
    expect(await bed.runner.isolation(writing, { target: 'x.txt' })).toEqual({ kind: 'bubblewrap', network: true, writable: [bed.workspace] });
    expect(bed.runner.commandLine(plain)).toMatch(/\/node --max-old-space-size=256 .*test-skill\/run\.mjs$/);
    vi.stubEnv('DESKWRIGHT_ISOLATION', 'none');
    expect(await bed.runner.isolation(plain)).toMatchObject({ kind: 'none', cause: 'off' });
  });
});

describe.runIf(process.platform === 'linux')('a world of its own', () => {
  /** A program in place of bubblewrap, which waits until something is written to the pipe of its name. */
  function held(name: string): string {
    const program = path.join(bed.place, name);
    execFileSync('mkfifo', [`${program}.go`]);
    writeFileSync(program, `#!/bin/sh\nread x < ${program}.go\n`, { mode: 0o755 });
    return program;
  }
  beforeEach(() => {
    vi.resetModules();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => void vi.useRealTimers());

  it('is tried out for nearly a minute, and is no less for it; what never answers is tried again', async () => {
    const { ownWorld } = await import('./skill-cage');
    const never = ownWorld(held('never'));
    void never.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(never).rejects.toThrow('its isolation was tried out: it gave no answer within 60 seconds');
    const program = held('slow');
    const slow = ownWorld(program);
    await vi.advanceTimersByTimeAsync(59_000);
    writeFileSync(`${program}.go`, 'x\n');
    expect(await slow).toEqual(aloneWords(true));
  });
});

describe('without a cage', { timeout: 180_000 }, () => {
  it('the other limits hold, and nothing is left', async () => {
    vi.stubEnv('DESKWRIGHT_ISOLATION', 'none');
    const sign = `sleep 95${process.pid}`;
    expect(await bed.call(bed.outside('run.mjs', node('process.env.DESKWRIGHT_SKILL_FOLDER')))).toMatchObject({ result: expect.stringContaining('skill-copies') as string, text: expect.stringContaining('without isolation') as string });
    const left = await bed.call(bed.outside('run.sh', `setsid ${sign} >/dev/null 2>&1 </dev/null & sleep 0.2; echo '{"status": "ok", "result": 1}'`));
    expect(left).toMatchObject({ status: 'ok', text: expect.stringContaining('left 1 processes running') as string });
    expect(await bed.call(bed.outside('run.sh', `setsid bash -c 'x=$(head -c 120000000 /dev/zero | tr "\\\\0" x); sleep 60' & wait`, { memoryMb: 64 }))).toMatchObject({ code: 'TOO_LARGE' });
    expect(await bed.call(bed.outside('run.sh', `setsid ${sign} & while :; do :; done`, { timeoutMs: 2000 }))).toMatchObject({ code: 'TIMEOUT' });
    await vi.waitFor(() => expect(processesWith(sign)).toEqual([]), { timeout: 20_000 });
  });
});
