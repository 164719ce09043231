import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'playwright/test';
import type { RunEvent } from '../../../preload/contract/run-event';
import { startModelServer, type ChatRequest, type ModelServer } from '../../fixtures/model-server';

const cli = path.resolve('dist/main/cli.js');
/** `KILLS=100` for a long measurement. */
const KILLS = Number(process.env['KILLS'] ?? 5);

interface Place {
  workspace: string;
  data: string;
}

function place(): Place {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'kill-')));
  const made = { workspace: path.join(root, 'work'), data: path.join(root, 'data') };
  mkdirSync(made.workspace);
  return made;
}

function begin({ workspace, data }: Place, server: ModelServer, session: string, task: string): { child: ChildProcess; events: RunEvent[]; ended: Promise<number | null>; errors(): string } {
  const { DISPLAY: _display, ...environment } = process.env;
  const child = spawn(process.execPath, [cli, '--json', '--approve', 'all', '--max-steps', '1000', '--context-window', '10000000', '--workspace', workspace, '--data-dir', data, '--session', session, '--base-url', server.url, '--model', 'scripted', task], {
    env: { ...environment, OPENAI_API_KEY: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const events: RunEvent[] = [];
  let rest = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    events.push(...lines.map((line) => JSON.parse(line) as RunEvent));
  });
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  return { child, events, ended, errors: () => errors };
}

/** The calls of a request that have a true answer, by their ids. */
function answered(request: ChatRequest): string[] {
  return request.messages.flatMap(({ role, tool_call_id: id, content }) => (role === 'tool' && id && !String(content).includes('CANCELLED') ? [id] : []));
}

test(`killed ${KILLS} times at random moments, a session opens, goes on where it was, and sends no call without its answer`, async () => {
  test.setTimeout(120_000 + KILLS * 15_000);
  const where = place();
  let finish = false;
  let made = 0;
  const server = await startModelServer(() => {
    if (finish) return { text: 'All done.' };
    const number = ++made;
    return { text: `Step ${number}.`, calls: [1, 2].map((part) => ({ id: `call_${number}_${part}`, name: 'Write', arguments: { path: `file-${number}-${part}.txt`, content: `content ${number}\n`.repeat(40) } })) };
  });
  for (let kill = 0; kill < KILLS; kill++) {
    const before = server.requests.length;
    const run = begin(where, server, 'long', `go on ${kill}`);
    await expect.poll(() => server.requests.length > before || run.child.exitCode !== null, { timeout: 120_000 }).toBe(true);
    expect(run.errors()).not.toContain('rror');
    await delay(Math.random() * 400);
    run.child.kill('SIGKILL');
    await run.ended;
    const known = server.requests.at(-1);
    const lines = readFileSync(path.join(where.data, 'sessions', 'long.jsonl'), 'utf8').split('\n').filter(Boolean);
    const readable = lines.filter((line) => isJson(line));
    expect(lines.length - readable.length).toBeLessThanOrEqual(kill + 1);
    // What the model had been sent is in the log: at most the step after it is lost.
    for (const id of known ? answered(known) : []) expect(readable.some((line) => line.includes(`"callId":"${id}"`)), id).toBe(true);
  }
  finish = true;
  const sent = server.requests.at(-1);
  const last = begin(where, server, 'long', 'finish');
  expect(await last.ended, last.errors()).toBe(0);
  expect(server.refusals).toEqual([]);
  const final = server.requests.at(-1);
  if (!sent || !final) throw new Error('no request');
  expect(answered(final)).toEqual(expect.arrayContaining(answered(sent)));
  for (const id of answered(final)) {
    const [, number, part] = id.split('_');
    expect(readFileSync(path.join(where.workspace, `file-${number}-${part}.txt`), 'utf8')).toBe(`content ${number}\n`.repeat(40));
  }
  await server.close();
});

test('a second Deskwright is told that a session is open elsewhere, and may have it when the first was killed', async () => {
  const where = place();
  const server = await startModelServer((_request, turn) => (turn === 0 ? { stall: true } : { text: 'Mine now.' }));
  const first = begin(where, server, 'shared', 'first');
  await expect.poll(() => server.requests.length, { timeout: 120_000 }).toBe(1);
  const second = begin(where, server, 'shared', 'second');
  expect(await second.ended).toBe(2);
  expect(second.errors()).toContain(String(first.child.pid));
  first.child.kill('SIGKILL');
  await first.ended;
  expect(await begin(where, server, 'shared', 'third').ended).toBe(0);
  expect(server.refusals).toEqual([]);
  await server.close();
});

test('a secret from the person and one from a file reach the tool they are for, and no request, log, trace, page or output', async () => {
  const where = place();
  const secrets = { told: 'correct-horse-9', read: ['sk', 'proj', 'Zx81Qw92Er73Ty64Ui55Op46'].join('-'), plain: 'letmein' };
  writeFileSync(path.join(where.workspace, 'app.conf'), `token=${secrets.read}\nDB_PASSWORD=${secrets.plain}\nid=550e8400-e29b-41d4-a716-446655440000\n`);
  const names = (request: ChatRequest): string[] => [...new Set([...JSON.stringify(request.messages).matchAll(/\[\[SECRET_\d+\]\]/g)].map(([name]) => name))];
  const server = await startModelServer((request, turn) => {
    if (turn === 0) return { calls: [{ name: 'Read', arguments: { path: 'app.conf' } }] };
    if (turn === 1) return { text: `I write ${names(request).join(' ')}.`, calls: [{ name: 'Write', arguments: { path: 'out.txt', content: names(request).join('\n') } }] };
    return { text: `Done with ${names(request).join(' ')}.` };
  });
  const run = begin(where, server, 'secret', `The password is ${secrets.told}, use it.`);
  expect(await run.ended, run.errors()).toBe(0);
  const written = readFileSync(path.join(where.workspace, 'out.txt'), 'utf8').split('\n');
  expect(written.sort()).toEqual(Object.values(secrets).sort());
  const kept = ['sessions/secret.jsonl', 'traces/secret/trace.jsonl', 'traces/secret/trace.html', 'traces/secret/requests.jsonl'].map((file) => readFileSync(path.join(where.data, file), 'utf8'));
  const places = [...kept, JSON.stringify(server.requests), JSON.stringify(run.events), run.errors()];
  for (const secret of Object.values(secrets)) for (const [index, text] of places.entries()) expect(text.includes(secret), `${secret} in ${index}`).toBe(false);
  for (const text of places.slice(0, 2)) expect(text).toContain('550e8400-e29b-41d4-a716-446655440000');
  await server.close();
});

test('trace FILE tells what each step did, what came of it, why, and who allowed it', async () => {
  const where = place();
  const server = await startModelServer((_request, turn) =>
    [
      { text: 'I look for the report.', calls: [{ name: 'Read', arguments: { path: 'report.txt' } }] },
      { text: 'It is not there, so I write it.', calls: [{ name: 'Bash', arguments: { command: 'touch report.txt' } }] },
      { text: 'Written.' },
    ][turn] ?? { text: '' },
  );
  expect(await begin(where, server, 'chain', 'make the report').ended).toBe(0);
  await server.close();
  const child = spawn(process.execPath, [cli, 'trace', path.join(where.data, 'traces', 'chain', 'trace.jsonl')], { stdio: ['ignore', 'pipe', 'inherit'] });
  let chain = '';
  child.stdout.on('data', (chunk: Buffer) => (chain += chunk.toString()));
  await new Promise((resolve) => {
    child.on('close', resolve);
  });
  const [, first = '', second = ''] = chain.split(/^(?=\S+ step \d+ )/m);
  for (const part of ['✗ Read', 'why         I look for the report.', 'did         Read {"path":"report.txt"', 'allowed     observe', 'came of it  error NOT_FOUND', 'then        It is not there, so I write it.', '2. Bash']) expect(first).toContain(part);
  for (const part of ['✓ Bash', 'why         It is not there, so I write it.', 'risky: asked.', 'risky: allow by flag.', 'came of it  success']) expect(second).toContain(part);
  expect(chain).toContain('2 steps, 1 failed (1 NOT_FOUND)');
});

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
