import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { approvalRequestSchema, type ApprovalAnswer, type ApprovalMode, type ApprovalRequest } from '../../preload/contract/approval';
import type { Language } from '../../preload/contract/settings';
import type { AuditEntry } from '../store/audit';
import { coreTools } from '../tools/core-tools';
import { createRegistry, type Registry } from '../tools/registry';
import { defineTool, type Facts, type SkillFact } from '../tools/tool';
import { createWorkspace } from '../tools/workspace-resolve';
import { createGate } from './gate';
import type { Standing } from './standing';
import type { Gate } from './verdict';

let folder: string;
let root: string;
let mode: ApprovalMode;
let language: Language;
let answer: ApprovalAnswer['decision'];
let asked: ApprovalRequest[];
let audited: AuditEntry[];
let standing: Standing[];
let gate: Gate;
let registry: Registry;
/** What the next call of Skill says of itself. */
let next: Facts;
const signal = new AbortController().signal;

/** Stands in for the Skill tool: the facts are the test's, the gate and the registry are the real ones. */
const skillTool = defineTool({
  name: 'Skill',
  description: 'Runs a skill.',
  parameters: z.object({ args: z.record(z.string(), z.unknown()).optional() }),
  access: 'write',
  timeoutMs: 10_000,
  facts: () => Promise.resolve(next),
  run: () => Promise.resolve({ status: 'success', data: {}, text: '' }),
});

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gate-skills-')));
  root = join(folder, 'work');
  mkdirSync(root);
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'letter.txt'), 'Private.\n');
  [mode, language, answer, asked, audited, standing] = ['balanced', 'en', 'allow_session', [], [], []];
  gate = createGate({ mode: () => mode, language: () => language, asker: { by: 'person', ask: (request) => (asked.push(request), Promise.resolve({ id: request.id, decision: answer })) }, audit: (entry) => void audited.push(entry), standing: () => standing });
  registry = createRegistry({ tools: [...coreTools, skillTool], redeem: gate.redeem, workspace: createWorkspace(root, { dataFolder: join(folder, 'data') }), outputFolder: join(folder, 'data', 'tool-output'), ask: () => Promise.resolve(null) });
});
afterEach(() => {
  registry.dispose();
  rmSync(folder, { recursive: true });
});

async function perform(tool: string, params: object): Promise<string> {
  const prepared = registry.prepare({ id: '1', name: tool, arguments: JSON.stringify(params) });
  if (!('call' in prepared)) throw new Error(prepared.envelope.text);
  const facts = await registry.facts(prepared.call, signal);
  const verdict = await gate.decide(prepared.call, facts, { signal, onAsk: () => undefined });
  if (verdict.decision !== 'allow') return verdict.decision;
  gate.learn(prepared.call, facts, (await registry.execute(prepared.call, verdict.pass, signal)).envelope);
  return verdict.by;
}

const plain: SkillFact = { name: 'tidy-up', source: 'person', trusted: true, hash: 'a'.repeat(64), effect: 'observe', action: null, network: [], runs: 'python3 /skills/tidy-up/run.py', isolation: { kind: 'bubblewrap', network: false, writable: [] }, arguments: { file: 'a.txt' } };
const { isolation: _, ...bundled } = { ...plain, name: 'helper', source: 'bundled' as const, hash: 'bundled' };
function skill(fact: Partial<SkillFact> = {}, more: Facts = {}): Promise<string> {
  const base: SkillFact = fact.source === 'bundled' ? bundled : plain;
  next = { paths: [], ...more, skill: { ...base, ...fact } };
  return perform('Skill', { args: fact.arguments ?? {} });
}

describe('how a skill is judged', () => {
  it.each<[string, Partial<SkillFact>, ApprovalMode, string]>([
    ['bundled, looks only', { source: 'bundled' }, 'careful', 'policy'],
    ['bundled, changes what can be undone', { source: 'bundled', effect: 'reversible' }, 'balanced', 'policy'],
    ['bundled, changes what can be undone', { source: 'bundled', effect: 'reversible' }, 'careful', 'person'],
    ['bundled, acts', { source: 'bundled', effect: 'risky' }, 'balanced', 'person'],
    ['bundled, asks the network', { source: 'bundled', network: ['wttr.in'] }, 'balanced', 'person'],
    ['bundled, looks at what it has fetched', { source: 'bundled', network: ['any'], action: 'read' }, 'balanced', 'policy'],
    ['bundled, pays', { source: 'bundled', effect: 'consequential' }, 'hands_off', 'person'],
    ['from outside, says it only looks', {}, 'balanced', 'person'],
    ['from outside, says it only looks', {}, 'hands_off', 'policy'],
    ['from outside, sends', { effect: 'consequential' }, 'hands_off', 'person'],
    ['from the project', { source: 'project' }, 'balanced', 'person'],
    ['from outside, not trusted', { trusted: false }, 'hands_off', 'forbidden'],
  ])('%s %j in %s: %s', async (_what, fact, how, by) => {
    mode = how;
    expect(await skill(fact)).toBe(by);
  });

  it('by the paths it is given as well', async () => {
    const path = (real: string, place: 'workspace' | 'outside' | 'own', access: 'read' | 'write') => ({ paths: [{ input: real, real, place, access, exists: false }] }) as Facts;
    expect(await skill({ source: 'bundled', effect: 'reversible' }, path(join(root, 'a.docx'), 'workspace', 'write'))).toBe('policy');
    expect(await skill({ source: 'bundled', effect: 'reversible' }, path(join(folder, 'a.docx'), 'outside', 'write'))).toBe('person');
    expect(asked.at(-1)?.session_scope).toBeNull();
    expect(await skill({ source: 'bundled' }, path(join(folder, 'data', 'settings.json'), 'own', 'read'))).toBe('forbidden');
  });

  it('and bound by what the person said', async () => {
    standing = [{ text: 'Don’t use the network.', exceptions: [] }];
    expect(await skill({ source: 'bundled', network: ['wttr.in'] })).toBe('forbidden');
    expect(await skill({ source: 'bundled' })).toBe('policy');
  });
});

describe('a grant for the session', () => {
  it('fits these contents and this action, with any arguments, and no others', async () => {
    expect(await skill({ arguments: { a: 1 } })).toBe('person');
    expect(await skill({ arguments: { a: 2 } })).toBe('grant');
    expect(await skill({ hash: 'b'.repeat(64) })).toBe('person');
    expect(await skill({ action: 'remove' })).toBe('person');
    expect(await skill({ name: 'other' })).toBe('person');
    expect(audited[0]).toMatchObject({ granted: `skill:tidy-up:${'a'.repeat(64)}`, skill: { name: 'tidy-up', source: 'person', hash: 'a'.repeat(64), runs: plain.runs } });
  });

  it('is never given ahead for what can’t be taken back', async () => {
    await skill({ effect: 'consequential' });
    expect(asked[0]?.session_scope).toBeNull();
    expect(await skill({ effect: 'consequential' })).toBe('person');
  });

  it('is suspended by what another skill brought in, and by the answers of one from outside', async () => {
    await skill({ source: 'bundled', effect: 'risky' });
    expect(await skill({ source: 'bundled', effect: 'risky' })).toBe('grant');
    await skill({ source: 'bundled', name: 'browser', action: 'read' }, { untrusted: 'browser' });
    expect(await skill({ source: 'bundled', effect: 'risky' })).toBe('person');
    expect(asked.at(-1)?.why[0]).toContain('browser');
    await skill();
    expect(await skill({ source: 'bundled', effect: 'risky' })).toBe('person');
    // Its own answers taint everything but itself.
    expect(await skill()).toBe('grant');
  });
});

describe('what is dangerous only together', { timeout: 180_000 }, () => {
  beforeEach(() => {
    mode = 'hands_off';
  });

  it('a file from outside, then the network: asked once for each way out', async () => {
    mode = 'balanced';
    await perform('Read', { path: join(folder, 'letter.txt') });
    mode = 'hands_off';
    expect(await skill({ source: 'bundled', network: ['wttr.in'] })).toBe('person');
    expect(asked.at(-1)?.why[0]).toContain('letter.txt');
    expect(await skill({ source: 'bundled', network: ['wttr.in'] })).toBe('policy');
    expect(await perform('Bash', { command: 'curl -s -m 1 http://127.0.0.1:9/ || true' })).toBe('person');
    writeFileSync(join(folder, 'second.txt'), 'More.\n');
    await perform('Read', { path: join(folder, 'second.txt') });
    expect(await skill({ source: 'bundled', network: ['wttr.in'] })).toBe('person');
    // Nothing goes out by these.
    expect(await skill({ source: 'bundled', effect: 'risky' })).toBe('policy');
    expect(await perform('Bash', { command: 'touch made' })).toBe('policy');
  });

  it('others’ words, then a skill that acts on the network', async () => {
    const send = { source: 'bundled' as const, name: 'poster', effect: 'risky' as const, network: ['any'], action: 'post' };
    expect(await skill(send)).toBe('policy');
    await skill({ source: 'bundled', name: 'browser', action: 'read' }, { untrusted: 'https://news.example' });
    expect(await skill(send)).toBe('person');
    expect(asked.at(-1)?.why[0]).toContain('news.example');
    expect(await skill(send)).toBe('policy');
    expect(await skill({ source: 'bundled', network: ['wttr.in'] })).toBe('policy');
  });

  it('a file that a skill wrote, then running it', async () => {
    await skill({ source: 'bundled', effect: 'reversible' }, { paths: [{ input: 'x.sh', real: join(root, 'x.sh'), place: 'workspace', access: 'write', exists: false }] });
    writeFileSync(join(root, 'x.sh'), 'true\n');
    expect(await perform('Bash', { command: 'bash x.sh' })).toBe('person');
    expect(asked.at(-1)?.why[0]).toContain('x.sh');
    expect(await perform('Bash', { command: 'bash x.sh' })).toBe('policy');
  });

  it('a script of a skill, run as a command: seen once, whatever is allowed', async () => {
    const scripts = join(root, '.agents', 'skills', 'tidy-up', 'scripts');
    mkdirSync(scripts, { recursive: true });
    writeFileSync(join(scripts, 'clean.sh'), 'true\n');
    const run = { command: 'bash .agents/skills/tidy-up/scripts/clean.sh' };
    expect(await perform('Bash', run)).toBe('person');
    expect(asked.at(-1)?.why[0]).toContain('clean.sh');
    expect(await perform('Bash', run)).toBe('policy');
    mode = 'balanced';
    expect(await perform('Bash', run)).toBe('person');
  });

  it('a change of a skill’s own files is shown, though it lies in the workspace', async () => {
    mode = 'balanced';
    answer = 'deny';
    expect(await perform('Write', { path: '.agents/skills/tidy-up/SKILL.md', content: 'x' })).toBe('deny');
    expect(asked.at(-1)).toMatchObject({ level: 'risky', session_scope: null });
    expect(await perform('Write', { path: 'notes.md', content: 'x' })).toBe('policy');
  });
});

describe('the dialog', () => {
  it('shows the skill, where it is from, what it may do, what it is given, and how it is kept apart', async () => {
    await skill({ network: ['rates.example'], arguments: { folder: 'bills', note: '十二月' }, isolation: { kind: 'bubblewrap', network: true, writable: [root] } });
    const request = approvalRequestSchema.parse(asked[0]);
    expect(request).toMatchObject({ level: 'risky', title: 'Run a skill?', what: 'Run the skill tidy-up.' });
    const [place] = request.where;
    expect(place).toMatchObject({ kind: 'skill', name: 'tidy-up', from: 'from your skills folder, trusted by you', command: plain.runs, arguments: JSON.stringify({ folder: 'bills', note: '十二月' }, null, 2) });
    expect(place?.kind === 'skill' && place.may.join(' ')).toMatch(/rates\.example.*isolation.*work/);
    expect(request.session_scope).toMatch(/tidy-up as it is now/);
  });

  it('says so when there is no isolation, and in Chinese', async () => {
    language = 'zh';
    await skill({ action: 'clean', effect: 'risky', isolation: { kind: 'none', network: true, writable: [], cause: 'missing', reason: 'bubblewrap is not installed' } });
    const [request] = asked;
    expect(request?.what).toBe('运行技能 tidy-up：clean。');
    expect(request?.why.join()).toContain('没有隔离');
    expect(request?.where[0]?.kind === 'skill' && request.where[0].may.join()).toMatch(/bubblewrap/);
  });

  it('says of a bundled one that it is part of the app, and not isolated', async () => {
    await skill({ source: 'bundled', effect: 'risky' });
    expect(asked[0]?.where[0]).toMatchObject({ kind: 'skill', from: 'part of Deskwright' });
    expect(asked[0]?.where[0]?.kind === 'skill' && asked[0].where[0].may.join(' ')).toMatch(/not isolated/);
  });
});
