import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startModelServer, type ModelServer, type Script } from '../../../e2e/fixtures/model-server';
import { cellsOf } from '../../../e2e/fixtures/spreadsheet';
import type { RunEvent } from '../../../preload/contract/run-event';

// The black box: the built command line records the planner's budget run and does it again, each time
// on a desktop and in a LibreOffice profile of its own. The saved file and the model's server are the proof.

const root = resolve(__dirname, '../../..');
/** A busy machine may need several times the usual 25 s a run. */
const LIMIT_MS = 300_000;

let folder = '';
let data = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deskwright-routine-'));
  data = join(folder, 'data');
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', 'main', 'host'], { cwd: root, timeout: LIMIT_MS });
  const recorded = await run('recorded', null, ['Make a budget sheet and save it as budget.ods:\n| Item | Amount | Due |\n|---|---|---|\n| Rent | 1200 | 2026-11-30 |\n| Café | 85.5 | 05/06 |\n| 合计 | =SUM(B2:B3) | |']);
  const end = recorded.at(-1);
  if (end?.type !== 'run_end' || end.status !== 'completed') throw new Error(`The run to record did not come off: ${JSON.stringify(end)}`);
  const session = recorded.find((event) => event.type === 'run_start')?.session ?? '';
  await promisify(execFile)(process.execPath, ['dist/main/cli.js', '--save-routine', 'budget', '--session', session, '--data-dir', data], { cwd: root, timeout: LIMIT_MS });
}, 2 * LIMIT_MS);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/**
 * One run of the built command line on a new desktop, in the workspace of that name, with a new LibreOffice
 * profile. Gives its events; `meanwhile` sees each when it is printed.
 */
async function run(name: string, server: ModelServer | null, words: string[], meanwhile: (event: RunEvent) => void = () => undefined): Promise<RunEvent[]> {
  const workspace = join(folder, name);
  mkdirSync(workspace, { recursive: true });
  const cli = [process.execPath, 'dist/main/cli.js', '--desktop', '--approve', 'all', '--json', '--workspace', workspace, '--data-dir', data, ...words];
  const model = { OPENAI_API_KEY: '', OPENAI_BASE_URL: server?.url ?? '', MODEL_NAME: server ? 'scripted' : '' };
  const child = spawn(process.execPath, ['scripts/bed.mjs', ...cli], {
    cwd: root,
    env: { ...process.env, ...model, LANG: 'C.UTF-8', DESKWRIGHT_OFFICE_PROFILE: join(folder, `profile-${name}`) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise((done) => {
    child.once('close', done);
  });
  const events: RunEvent[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line) as RunEvent;
    events.push(event);
    meanwhile(event);
  }
  await ended;
  if (events.at(-1)?.type !== 'run_end') throw new Error(`The run ended early: ${errors.slice(-2000)}`);
  return events;
}

async function serving<T>(script: Script, use: (server: ModelServer) => Promise<T>): Promise<T> {
  const server = await startModelServer(script);
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

it(
  'a recorded budget run is done again on a fresh LibreOffice with other rows, without one request to the model',
  async () => {
    const rows = ['| Was | 金额 | Due |', '|---|---|---|', '| Tea & "cake" | 3.25 | 2027-01-02 |', '| 00123 | -40 | 1.1.1 |', '| 书籍 | 60 | it\'s (c) |', '| Sum | =SUM(B2:B4) | |'].join('\n');
    await serving([{ text: 'Nobody should have asked me.' }], async (server) => {
      const events = await run('again', server, ['--routine', 'budget', '--set', 'file=other budget.ods', '--set', `rows=${rows}`]);
      expect(events.at(-1)).toMatchObject({ type: 'run_end', status: 'completed' });
      expect(server.requests).toEqual([]);
      expect(server.refusals).toEqual([]);
    });
    expect(cellsOf(join(folder, 'again', 'other budget.ods'))).toEqual([
      ['string:Was', 'string:金额', 'string:Due'],
      ['string:Tea & "cake"', 'float:3.25', 'date:2027-01-02'],
      ['string:00123', 'float:-40', 'string:1.1.1'],
      ['string:书籍', 'float:60', "string:it's (c)"],
      ['string:Sum', 'of:=SUM([.B2:.B4]) float:23.25'],
    ]);
  },
  LIMIT_MS,
);

it(
  'a dialog that the recorded run never saw is left untouched and handed to the model, which goes on from there',
  async () => {
    const target = join(folder, 'dialog', 'budget.ods');
    // Saved by somebody else while the sheet is being filled: LibreOffice then asks whether to replace it.
    const mine = 'the person’s own file';
    const script: Script = (request, turn) => {
      if (turn === 0) return { text: 'I look.', calls: [{ name: 'Observe', arguments: { what: 'elements' }, id: 'look' }] };
      if (turn === 1) return { text: 'That file is not mine to replace.', calls: [{ name: 'Computer', arguments: { action: 'key', keys: 'escape' } }] };
      return { text: 'budget.ods is there already, so I saved nothing.' };
    };
    await serving(script, async (server) => {
      const events = await run('dialog', server, ['--routine', 'budget', '--set', `file=${target}`], (event) => {
        if (event.type === 'tool_call' && event.tool === 'Computer' && !existsSync(target)) writeFileSync(target, mine);
      });
      const note = String(server.requests[0]?.messages.at(-1)?.content);
      for (const part of ['replayed the routine "budget"', 'It stopped at step', 'Then do what is left']) expect(note).toContain(part);
      expect(server.answerTo('look')).toMatch(/replace/i);
      const acts = events.flatMap((event) => {
        if (event.type !== 'tool_call' || event.tool !== 'Computer') return [];
        const { keys, action } = event.arguments as Record<string, string | undefined>;
        return [keys ?? action];
      });
      // After the keys that brought the dialog up nothing but waiting, until the model's own escape.
      expect(acts.slice(acts.lastIndexOf('delete enter') + 1).filter((act) => act !== 'wait')).toEqual(['escape']);
      expect(events.at(-1)).toMatchObject({ type: 'run_end', text: 'budget.ods is there already, so I saved nothing.' });
      expect(server.refusals).toEqual([]);
    });
    expect(readFileSync(target, 'utf8')).toBe(mine);
  },
  LIMIT_MS,
);
