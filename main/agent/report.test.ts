import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startModelServer, type ModelServer, type Script } from '../../e2e/fixtures/model-server';
import type { Report } from '../../preload/contract/report';
import type { RunEvent } from '../../preload/contract/run-event';
import type { Language } from '../../preload/contract/settings';
import { fixedAsker } from '../approval/fixed-asker';
import { createClient } from '../model/client';
import { coreTools } from '../tools/core-tools';
import { openSession } from './session';

const servers: ModelServer[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Runs with the real tools, gate, journal and client; gives each run's report and the order of its last events. */
async function perform(scripts: Script[], { approve = 'all', language = 'en', stop }: { approve?: 'all' | 'none'; language?: Language; stop?: AbortSignal } = {}) {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'report-')));
  folders.push(root);
  const workspace = path.join(root, 'work');
  mkdirSync(workspace);
  writeFileSync(path.join(workspace, 'notes.txt'), 'one\ntwo\n');
  const session = await openSession({
    id: 'test',
    dataFolder: path.join(root, 'data'),
    workspace,
    ownFolders: [],
    tools: coreTools,
    desktop: false,
    mode: () => 'balanced',
    language: () => language,
    asker: fixedAsker(approve),
    ask: () => Promise.resolve(null),
    secrets: () => [],
  });
  const runs: { report: Report | undefined; types: string[]; status: string }[] = [];
  for (const script of scripts) {
    const server = await startModelServer(script);
    servers.push(server);
    const events: RunEvent[] = [];
    const { status } = await session.run('Please do it.', {
      model: createClient({ baseUrl: server.url, apiKey: '', model: 'scripted', language }),
      maxSteps: 20,
      signal: stop ?? new AbortController().signal,
      emit: (event) => void events.push(event),
    });
    const report = events.find((event): event is Extract<RunEvent, { type: 'report' }> => event.type === 'report');
    runs.push({ report, types: events.map(({ type }) => type), status });
  }
  session.dispose();
  return { runs, workspace };
}

const call = (name: string, args: Record<string, unknown>) => ({ calls: [{ name, arguments: args }] });
const edit = [call('Read', { path: 'notes.txt' }), call('Edit', { path: 'notes.txt', old_string: 'two', new_string: 'zwei\ndrei' })];

describe('the report', () => {
  it('tells files with counts, commands with their end, what was read back and what was not', async () => {
    const { runs, workspace } = await perform([
      [
        ...edit,
        call('Write', { path: 'new.txt', content: 'a\nb\n' }),
        call('Read', { path: 'new.txt' }),
        call('Bash', { command: 'false' }),
        call('Bash', { command: 'mv new.txt moved.txt' }),
        { text: 'I changed notes.txt and created moved.txt.' },
      ],
    ]);
    const { report, types } = runs[0]!;
    expect(types.slice(-2)).toEqual(['report', 'run_end']);
    expect(report?.files).toEqual([
      { path: path.join(workspace, 'notes.txt'), kind: 'modified', lines: { added: 2, removed: 1 } },
      { path: path.join(workspace, 'moved.txt'), kind: 'created', lines: { added: 2, removed: 0 } },
    ]);
    expect(report?.commands).toEqual([
      { command: 'false', exit_code: 1, state: 'ended' },
      { command: 'mv new.txt moved.txt', exit_code: 0, state: 'ended' },
    ]);
    expect(report?.unchecked).toEqual([path.join(workspace, 'notes.txt'), path.join(workspace, 'moved.txt')]);
    expect(report?.unverified).toEqual([]);
    expect(report?.text).toContain('Changed: notes.txt (+2 −1), moved.txt (+2 −0) new');
    expect(report?.text).toContain('false → exit code 1');
  });

  it('counts what was undone, or came to nothing, as no change', async () => {
    const { runs } = await perform([[call('Write', { path: 'x.txt', content: '1' }), call('Bash', { command: 'rm x.txt' }), { text: 'ok' }]]);
    expect(runs[0]?.report?.files).toEqual([]);
  });

  it('knows a check before the last change from one after it', async () => {
    const { runs, workspace } = await perform([
      [...edit, call('Bash', { command: 'make -n test; true && npm test --help >/dev/null' }), call('Read', { path: 'notes.txt' }), { text: 'ok' }],
      [call('Bash', { command: 'npm test --help >/dev/null' }), call('Edit', { path: 'notes.txt', old_string: 'one', new_string: '1' }), { text: 'ok' }],
    ]);
    expect(runs[0]?.report?.checks).toContainEqual({ kind: 'read_back', what: path.join(workspace, 'notes.txt'), passed: true, outdated: false });
    expect(runs[0]?.report?.unchecked).toEqual([]);
    expect(runs[1]?.report?.checks).toEqual([{ kind: 'tests', what: 'npm test --help >/dev/null', passed: true, outdated: true }]);
    expect(runs[1]?.report?.text).toContain('but files were changed after it');
    expect(runs[1]?.report?.unchecked).toEqual([path.join(workspace, 'notes.txt')]);
  });

  it('lists what was denied, what failed for good, and what the plan leaves open', async () => {
    const todos = [
      { content: 'Read it', status: 'completed' },
      { content: 'Send it', status: 'in_progress' },
    ];
    const { runs } = await perform(
      [[call('Edit', { path: 'nowhere.txt', old_string: 'a', new_string: 'b' }), call('Bash', { command: 'touch x' }), call('TodoWrite', { summary: 's', todos }), call('Read', { path: 'missing.txt' }), call('Read', { path: 'notes.txt' }), { text: 'ok' }]],
      { approve: 'none' },
    );
    expect(runs[0]?.report?.not_done).toEqual([
      { what: 'Change nowhere.txt', code: 'NOT_FOUND' },
      { what: 'Run touch x', code: 'DENIED' },
      { what: 'Send it', code: 'PLANNED' },
    ]);
    expect(runs[0]?.report?.commands).toEqual([]);
  });

  it('does not list a failure that was made good', async () => {
    const { runs } = await perform([[call('Edit', { path: 'notes.txt', old_string: 'two', new_string: '2' }), ...edit, { text: 'ok' }]]);
    expect(runs[0]?.report?.not_done).toEqual([]);
  });

  it('is left out when there is nothing to tell', async () => {
    const { runs } = await perform([[call('Read', { path: 'notes.txt' }), { text: 'Two lines.' }]]);
    expect(runs[0]?.report).toBeUndefined();
  });

  it('says of what was left in the background that it runs, and once the person has stopped the run that it was stopped', async () => {
    const background = call('Bash', { command: 'sleep 600', background: true });
    const left = await perform([[background, { text: 'It runs.' }]]);
    expect(left.runs[0]?.report?.commands).toMatchObject([{ command: 'sleep 600', state: 'running' }]);
    const stop = new AbortController();
    const stopped = await perform([(_, turn) => (turn === 0 ? background : (stop.abort(), { silent: true }))], { stop: stop.signal });
    expect(stopped.runs[0]).toMatchObject({ status: 'stopped', report: { commands: [{ command: 'sleep 600', state: 'stopped' }] } });
  });

  it('marks claims that nothing bears, in English and Chinese', async () => {
    const { runs } = await perform([
      [{ text: 'I saved the sheet as budget.ods. The mail has been sent. All tests pass.' }],
      [...edit, { text: 'I updated notes.txt and saved report.docx.' }],
      [call('Read', { path: 'notes.txt' }), { text: 'I created summary.md.' }],
    ]);
    expect(runs[0]?.report?.unverified.map(({ kind, claim }) => [kind, claim])).toEqual([
      ['file', 'I saved the sheet as budget.ods.'],
      ['sent', 'The mail has been sent.'],
      ['tested', 'All tests pass.'],
    ]);
    expect(runs[1]?.report?.unverified).toEqual([]);
    expect(runs[2]?.report?.unverified).toMatchObject([{ claim: 'I created summary.md.', why: 'no change to summary.md is on record' }]);
    const chinese = await perform([[{ text: '文件已保存为 预算.ods。邮件已发送。' }]], { language: 'zh' });
    expect(chinese.runs[0]?.report?.unverified.map(({ kind }) => kind)).toEqual(['file', 'sent']);
    expect(chinese.runs[0]?.report?.text).toContain('未经证实');
  });

  it('does not mark what the evidence bears, also from an earlier run', async () => {
    const { runs, workspace } = await perform([
      [...edit, { text: 'I changed notes.txt.' }],
      [{ text: 'Yes, I updated notes.txt before you asked. I have changed the file.' }],
      [call('Bash', { command: 'echo 1 > made.txt # curl -T made.txt' }), { text: 'I wrote made.txt. The data was uploaded.' }],
      [call('Bash', { command: 'sh -c "exit 0" # npm test' }), { text: 'All tests passed.' }],
    ]);
    expect(runs.map(({ report }) => report?.unverified ?? [])).toEqual([[], [], [], []]);
    expect(existsSync(path.join(workspace, 'made.txt'))).toBe(true);
  });

  it('marks tests that are said to pass when the last ones failed', async () => {
    const { runs } = await perform([[call('Bash', { command: 'npm run test-that-is-not-there' }), { text: 'All tests pass.' }]]);
    expect(runs[0]?.report?.checks).toMatchObject([{ kind: 'tests', passed: false }]);
    expect(runs[0]?.report?.unverified).toMatchObject([{ kind: 'tested', why: 'the last test command failed' }]);
  });
});
