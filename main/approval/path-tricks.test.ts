import fc from 'fast-check';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { coreTools } from '../tools/core-tools';
import { createRegistry, type Registry } from '../tools/registry';
import { createWorkspace } from '../tools/workspace-resolve';
import { createGate } from './gate';
import type { Gate } from './verdict';

/** In every file outside; seen in a result, something was read there. */
const marker = 'HELD-OUTSIDE';

let folder: string;
let root: string;
let outside: string;
let registry: Registry;
let gate: Gate;
const signal = new AbortController().signal;

beforeEach(() => {
  // The judgement has to hold by itself, also where commands can't be isolated.
  vi.stubEnv('DESKWRIGHT_ISOLATION', 'none');
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tricks-')));
  root = join(folder, 'work');
  outside = join(folder, 'outside');
  for (const path of [join(root, 'sub'), join(outside, 'deep'), join(folder, 'data', 'tool-output'), join(folder, 'home', '.ssh')]) mkdirSync(path, { recursive: true });
  writeFileSync(join(root, 'a.txt'), 'inside\n');
  writeFileSync(join(root, '.env'), `KEY=${marker}\n`);
  for (const path of ['outside/b.txt', 'outside/deep/c.txt', 'data/settings.json', 'home/.ssh/id_ed25519', 'work-other']) writeFileSync(join(folder, path), `${marker}\n`);
  symlinkSync(outside, join(root, 'link'));
  symlinkSync('../outside/b.txt', join(root, 'file-link'));
  symlinkSync(join(outside, 'missing'), join(root, 'dangling'));
  symlinkSync('link', join(root, 'link-to-link'));
  symlinkSync('loop', join(root, 'loop'));
  symlinkSync('/proc/self', join(root, 'self'));
  symlinkSync(join(folder, 'home', '.ssh'), join(root, 'keys'));
  symlinkSync('.env', join(root, 'harmless.txt'));
  // A person who lets everything run that stays inside, and nothing that leaves.
  const leaves = (where: { kind: string; note?: string }[]) => where.some((place) => place.kind === 'path' && /outside/.test(place.note ?? ''));
  gate = createGate({ mode: () => 'balanced', language: () => 'en', asker: { by: 'person', ask: ({ id, where }) => Promise.resolve({ id, decision: leaves(where) ? 'deny' : 'allow_once' }) } });
  registry = createRegistry({ tools: coreTools, redeem: gate.redeem, workspace: createWorkspace(root, { dataFolder: join(folder, 'data'), home: join(folder, 'home') }), outputFolder: join(folder, 'data', 'tool-output'), ask: () => Promise.resolve(null) });
});
afterEach(() => {
  registry.dispose();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

async function perform(tool: string, params: object): Promise<string> {
  const prepared = registry.prepare({ id: '1', name: tool, arguments: JSON.stringify(params) });
  if (!('call' in prepared)) return '';
  const facts = await registry.facts(prepared.call, signal);
  const verdict = await gate.decide(prepared.call, facts, { signal, onAsk: () => undefined });
  if (verdict.decision !== 'allow') return '';
  const { envelope } = await registry.execute(prepared.call, verdict.pass, signal);
  gate.learn(prepared.call, facts, envelope);
  return JSON.stringify([envelope.data, envelope.text]);
}

/** Everything outside the workspace and the secret in it, as it stands on disk. */
function held(): string {
  const look = (path: string): string[] => (statSync(path).isDirectory() ? readdirSync(path).sort().flatMap((name) => look(join(path, name))) : [`${path} ${readFileSync(path, 'utf8')}`]);
  const links = ['link', 'file-link', 'dangling', 'keys', 'harmless.txt'].map((name) => readlinkSync(join(root, name)));
  return [...look(outside), ...look(join(folder, 'home')), ...look(join(folder, 'data', 'settings.json')), ...look(join(folder, 'work-other')), ...look(join(root, '.env')), ...links].join('\n');
}

const part = fc.constantFrom('..', '.', '', 'sub', 'link', 'link-to-link', 'deep', 'file-link', 'dangling', 'loop', 'self', 'root', 'cwd', 'keys', 'a.txt', 'b.txt', 'c.txt', 'new', '.env', '.ENV', 'harmless.txt', 'work-other', 'outside', '~', 'l?nk', 'li*', '*', '%2e%2e', 'nowhere', '..\\', 'ünï', 'u\u0308nï', '\u2025', ' ', '-rf', 'x'.repeat(300));
const heads = ['', './', '/', '//', '~/', '../', 'sub/../../', 'link/../', '/proc/self/root', '/proc/self/cwd/', '/proc/thread-self/root/', '/dev/fd/../', 'file://', '$HOME/', '${PWD}/../', '\0'];
const trick = fc.oneof(
  fc.tuple(fc.constantFrom(...heads), fc.array(part, { minLength: 1, maxLength: 6 })).map(([head, parts]) => head + parts.join('/')),
  fc.tuple(fc.constantFrom('OUT', '/proc/self/rootOUT', '//OUT', '/./OUT', 'HOME'), fc.constantFrom('', '/b.txt', '/deep/c.txt', '/../outside/b.txt', '/new', '/.ssh/id_ed25519')).map((pieces) => pieces.join('')),
);
const placed = (text: string) => text.replace('OUT', outside).replace('HOME', join(folder, 'home'));

const fileTools: ((path: string) => [string, object])[] = [
  (path) => ['Read', { path }],
  (path) => ['LS', { path, include_hidden: true }],
  (path) => ['Glob', { path, pattern: '**/*' }],
  (path) => ['Glob', { pattern: path }],
  (path) => ['Grep', { path, pattern: '.' }],
  (path) => ['Grep', { pattern: '.', include: path }],
  (path) => ['Write', { path, content: 'changed' }],
  (path) => ['Edit', { path, old_string: 'H', new_string: 'changed' }],
  (path) => ['MultiEdit', { path, edits: [{ old_string: 'H', new_string: 'changed' }] }],
];

const single = (text: string) => `'${text.replace(/'/g, `'\\''`)}'`;
const commands: ((path: string) => string)[] = [
  (path) => `true; cat ${single(path)}`,
  (path) => `true; cat "${path.replace(/["\\`]/g, '\\$&')}"`,
  (path) => `true; cat ${path.replace(/[\s'"\\`;&|<>()]/g, '\\$&')}`,
  (path) => `P=${single(path)}; cat "$P"`,
  (path) => `cat < ${single(path)} | cat`,
  (path) => `echo changed > ${single(path)}`,
  (path) => `echo changed >> ${path.replace(/[\s'"\\`;&|<>()]/g, '\\$&')}`,
  (path) => `cp ${single(path)} copy.txt; cat copy.txt`,
  (path) => `cp a.txt ${single(path)}`,
  (path) => `ln -s ${single(path)} made; cat made`,
  (path) => `cd ${single(path)} && cat b.txt id_ed25519 c.txt`,
  (path) => `head -c 99 -- ${single(path)} | cat`,
  (path) => `grep -r . ${single(path)} | head`,
  (path) => `tee ${single(path)} < a.txt`,
  (path) => `sed -i s/H/changed/ ${single(path)}`,
  (path) => `python3 -c "print(open(${single(path).replace(/["$`\\]/g, '\\$&')}).read())"`,
  (path) => `dd if=${single(path)} 2>/dev/null | cat`,
];

describe('any path trick', () => {
  it('with any tool for files never reads or changes what lies outside', { timeout: 600_000 }, async () => {
    const before = held();
    await fc.assert(
      fc.asyncProperty(trick, fc.constantFrom(...fileTools), async (path, tool) => {
        const said = await perform(...tool(placed(path)));
        expect(said).not.toContain(marker);
        expect(held()).toBe(before);
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 500) },
    );
  });

  it('in a command’s words and redirects never does so either', { timeout: 600_000 }, async () => {
    const before = held();
    await fc.assert(
      fc.asyncProperty(trick, fc.constantFrom(...commands), async (path, command) => {
        const said = await perform('Bash', { command: command(placed(path)), timeout_ms: 5000 });
        expect(said).not.toContain(marker);
        expect(held()).toBe(before);
        rmSync(join(root, 'made'), { force: true });
        rmSync(join(root, 'copy.txt'), { force: true });
      }),
      { numRuns: Math.ceil(Number(process.env['FUZZ_RUNS'] ?? 500) / 5) },
    );
  });
});
