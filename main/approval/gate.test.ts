import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalAnswer, ApprovalMode, ApprovalRequest } from '../../preload/contract/approval';
import type { Envelope } from '../../preload/contract/envelope';
import { openAudit } from '../store/audit';
import { createMask, maskDeep } from '../store/mask';
import { coreTools } from '../tools/core-tools';
import { createRegistry, type Registry } from '../tools/registry';
import type { Facts } from '../tools/tool';
import { createWorkspace } from '../tools/workspace-resolve';
import { fixedAsker } from './fixed-asker';
import { createGate, type Asker } from './gate';
import type { Gate, Verdict } from './verdict';

let folder: string;
let root: string;
let dataFolder: string;
let mode: ApprovalMode;
let asked: ApprovalRequest[];
let answer: ApprovalAnswer['decision'];
let gate: Gate;
let registry: Registry;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gate-')));
  root = join(folder, 'work');
  dataFolder = join(folder, 'data');
  mkdirSync(root);
  mkdirSync(dataFolder);
  writeFileSync(join(root, 'notes.txt'), 'one\n');
  mode = 'balanced';
  asked = [];
  answer = 'allow_once';
  use({
    by: 'person',
    ask: (request) => {
      asked.push(request);
      return Promise.resolve({ id: request.id, decision: answer });
    },
  });
});

afterEach(() => rmSync(folder, { recursive: true }));

function use(asker: Asker): void {
  gate = createGate({ mode: () => mode, language: () => 'en', asker });
  registry = createRegistry({
    tools: coreTools,
    redeem: gate.redeem,
    workspace: createWorkspace(root, { dataFolder }),
    outputFolder: join(dataFolder, 'tool-output'),
    ask: () => Promise.resolve(null),
  });
}

const signal = new AbortController().signal;

function prepare(tool: string, params: object) {
  const prepared = registry.prepare({ id: '1', name: tool, arguments: JSON.stringify(params) });
  if (!('call' in prepared)) throw new Error(prepared.envelope.text);
  return prepared.call;
}

async function decide(tool: string, params: object, facts?: Facts): Promise<Verdict> {
  const call = prepare(tool, params);
  return gate.decide(call, facts ?? (await registry.facts(call, signal)), { signal, onAsk: () => undefined });
}

async function perform(tool: string, params: object): Promise<Envelope | Exclude<Verdict, { decision: 'allow' }>> {
  const call = prepare(tool, params);
  const verdict = await gate.decide(call, await registry.facts(call, signal), { signal, onAsk: () => undefined });
  return verdict.decision === 'allow' ? (await registry.execute(call, verdict.pass, signal)).envelope : verdict;
}

describe('a pass', () => {
  it('runs a call once and not again', async () => {
    const call = prepare('Bash', { command: 'echo x >> log' });
    const verdict = await gate.decide(call, await registry.facts(call, signal), { signal, onAsk: () => undefined });
    if (verdict.decision !== 'allow') throw new Error('not allowed');
    expect((await registry.execute(call, verdict.pass, signal)).envelope.status).toBe('success');
    expect((await registry.execute(call, verdict.pass, signal)).envelope.error?.code).toBe('FORBIDDEN');
  });

  it('does not fit other arguments, another tool, or a copy of itself', async () => {
    const verdict = await decide('Bash', { command: 'touch a' });
    if (verdict.decision !== 'allow') throw new Error('not allowed');
    const other = prepare('Bash', { command: 'touch b' });
    expect((await registry.execute(other, verdict.pass, signal)).envelope.error?.code).toBe('FORBIDDEN');
    expect((await registry.execute(other, { hash: other.hash }, signal)).envelope.error?.code).toBe('FORBIDDEN');
    const forged = { ...prepare('Bash', { command: 'touch a' }), params: { command: 'touch c' } };
    expect((await registry.execute(forged, verdict.pass, signal)).envelope.error?.code).toBe('FORBIDDEN');
    expect(['a', 'b', 'c'].some((name) => existsSync(join(root, name)))).toBe(false);
  });

  it('does not fit when the path has been turned elsewhere since', async () => {
    const call = prepare('Write', { path: 'sub/new.txt', content: 'x' });
    const facts = await registry.facts(call, signal);
    const verdict = await gate.decide(call, facts, { signal, onAsk: () => undefined });
    if (verdict.decision !== 'allow') throw new Error('not allowed');
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), join(root, 'sub'));
    expect((await registry.execute(call, verdict.pass, signal)).envelope.error?.code).toBe('CONFLICT');
    expect(existsSync(join(folder, 'elsewhere', 'new.txt'))).toBe(false);
  });
});

describe('modes', () => {
  it.each([
    ['careful', 'Write', { path: 'a', content: 'x' }, 1],
    ['balanced', 'Write', { path: 'a', content: 'x' }, 0],
    ['balanced', 'Write', { path: '.git/config', content: '[core]\n\tfsmonitor = touch x\n' }, 1],
    ['balanced', 'Write', { path: '.gitignore', content: 'x' }, 0],
    ['balanced', 'Bash', { command: 'make' }, 1],
    ['hands_off', 'Bash', { command: 'make' }, 0],
    ['hands_off', 'Bash', { command: 'npm publish' }, 1],
    ['careful', 'Read', { path: 'notes.txt' }, 0],
    ['careful', 'Bash', { command: 'git status' }, 0],
  ] as const)('%s: %s %o asks %i times', async (chosen, tool, params, times) => {
    mode = chosen;
    expect((await decide(tool, params)).decision).toBe('allow');
    expect(asked).toHaveLength(times);
  });

  it.each(['careful', 'balanced', 'hands_off'] as const)('%s forbids red lines, whatever the asker says', async (chosen) => {
    mode = chosen;
    use(fixedAsker('all'));
    for (const command of ['rm -rf /', `cat ${dataFolder}/settings.json`, 'cat .env', 'DISPLAY=:0 xterm', `echo x > ${dataFolder}/grants`]) {
      expect(await decide('Bash', { command }), command).toMatchObject({ decision: 'forbidden' });
    }
    expect(await decide('Read', { path: '.env' })).toMatchObject({ decision: 'forbidden' });
    expect(await decide('Write', { path: join(dataFolder, 'settings.json'), content: '{}' })).toMatchObject({ decision: 'forbidden' });
  });
});

describe('asking', () => {
  it('denies with the person’s message and runs nothing', async () => {
    use({ by: 'person', ask: ({ id }) => Promise.resolve({ id, decision: 'deny', message: 'not today' }) });
    expect(await perform('Bash', { command: 'touch x' })).toMatchObject({ decision: 'deny', by: 'person', message: 'not today' });
    expect(existsSync(join(root, 'x'))).toBe(false);
  });

  it('takes an answer to another question, or a broken dialog, as no', async () => {
    use({ by: 'person', ask: () => Promise.resolve({ id: 'another', decision: 'allow_once' }) });
    expect(await perform('Bash', { command: 'touch x' })).toMatchObject({ decision: 'deny' });
    use({ by: 'person', ask: () => Promise.reject(new Error('no window')) });
    expect(await perform('Bash', { command: 'touch x' })).toMatchObject({ decision: 'deny' });
  });

  it('answers none and all on the command line', async () => {
    use(fixedAsker('none'));
    expect(await perform('Bash', { command: 'touch x' })).toMatchObject({ decision: 'deny', by: 'flag' });
    use(fixedAsker('all'));
    expect(await perform('Bash', { command: 'touch x' })).toMatchObject({ status: 'success' });
    expect(existsSync(join(root, 'x'))).toBe(true);
  });

  it('rejects when the run is stopped while the dialog is open', async () => {
    const controller = new AbortController();
    use({ by: 'person', ask: () => new Promise<never>(() => { /* never answered */ }) });
    const call = prepare('Bash', { command: 'touch x' });
    const facts = await registry.facts(call, signal);
    const deciding = gate.decide(call, facts, { signal: controller.signal, onAsk: () => controller.abort() });
    await expect(deciding).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('shows the command and its folder, the reason and what a grant covers', async () => {
    await decide('Bash', { command: 'make all' });
    expect(asked[0]).toMatchObject({
      tool: 'Bash',
      level: 'risky',
      where: [{ kind: 'command', command: 'make all', directory: root }],
      why: ['It runs “make”, which may change something.'],
      session_scope: `Exactly this command in the folder ${root}, until the app closes.`,
    });
  });

  it('shows the diff of an edit', async () => {
    mode = 'careful';
    await perform('Read', { path: 'notes.txt' });
    await decide('Edit', { path: 'notes.txt', old_string: 'one', new_string: 'two' });
    expect(asked[0]?.where[0]).toMatchObject({ kind: 'diff', path: join(root, 'notes.txt') });
    expect(JSON.stringify(asked[0]?.where)).toContain('-one\\n+two');
  });
});

describe('grants for the session', () => {
  it('cover exactly the command they were given for', async () => {
    answer = 'allow_session';
    await decide('Bash', { command: 'make all' });
    expect(await decide('Bash', { command: 'make all' })).toMatchObject({ by: 'grant' });
    expect(asked).toHaveLength(1);
    for (const command of ['make all ', 'make all; make install', 'make', 'make all > out']) await decide('Bash', { command });
    expect(asked).toHaveLength(5);
  });

  it('are never given for what is consequential, even if the answer says so', async () => {
    answer = 'allow_session';
    await decide('Bash', { command: 'npm publish' });
    await decide('Bash', { command: 'npm publish' });
    expect(asked.map((request) => request.session_scope)).toEqual([null, null]);
  });

  it('end with the gate', async () => {
    answer = 'allow_session';
    await decide('Bash', { command: 'make all' });
    use({ by: 'person', ask: (request) => (asked.push(request), Promise.resolve({ id: request.id, decision: 'deny' })) });
    expect(await decide('Bash', { command: 'make all' })).toMatchObject({ decision: 'deny' });
  });
});

describe('the audit log', () => {
  it('keeps every decision in order, with its reasons, and no secret', async () => {
    const { add: keep } = openAudit(dataFolder, 'session-1', (value) => maskDeep(value, createMask(['s3cret-value'])) as typeof value);
    gate = createGate({ mode: () => mode, language: () => 'en', asker: { by: 'person', ask: ({ id }) => Promise.resolve({ id, decision: answer }) }, audit: keep });
    answer = 'allow_session';
    await decide('Bash', { command: 'make TOKEN=s3cret-value' });
    await decide('Bash', { command: 'make TOKEN=s3cret-value' });
    answer = 'deny';
    await decide('Bash', { command: 'npm publish' });
    await decide('Bash', { command: 'rm -rf /' });
    await decide('Read', { path: 'notes.txt' });
    const text = readFileSync(join(dataFolder, 'audit.jsonl'), 'utf8');
    expect(text).not.toContain('s3cret-value');
    const lines = text.trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ decision, by, level }) => [decision, by, level])).toEqual([
      ['allow', 'person', 'risky'],
      ['allow', 'grant', 'risky'],
      ['deny', 'person', 'consequential'],
      ['forbidden', 'policy', 'forbidden'],
      ['allow', 'policy', 'observe'],
    ]);
    expect(lines[0]).toMatchObject({ session: 'session-1', tool: 'Bash', granted: expect.stringContaining('make'), reasons: [{ code: 'reason.command.unproven' }], directory: root });
    expect(lines[1]).not.toHaveProperty('granted');
  });
});
