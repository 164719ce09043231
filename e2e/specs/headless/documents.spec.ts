import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'playwright/test';
import type { RunEvent } from '../../../preload/contract/run-event';
import { startModelServer } from '../../fixtures/model-server';

const cli = path.resolve('dist/main/cli.js');

// Two starts of the command line and one of LibreOffice, on a machine that may be busy.
test.describe.configure({ timeout: 420_000 });

/** Runs the built command line to its end. */
async function run(words: string[]): Promise<{ code: number | null; output: string }> {
  const { OPENAI_API_KEY: _key, OPENAI_BASE_URL: _url, MODEL_NAME: _name, ...environment } = process.env;
  const child = spawn(process.execPath, [cli, ...words], { env: { ...environment, LANG: 'C.UTF-8' }, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  return { code, output };
}

test('documents made by a skill are read back, never replaced without a yes, become PDFs, and are undone like any change', async () => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'documents-')));
  const workspace = path.join(root, 'work');
  const data = ['--data-dir', path.join(root, 'data')];
  mkdirSync(workspace);
  const skill = (id: string, args: Record<string, unknown>) => ({ calls: [{ id, name: 'Skill', arguments: { name: 'office-documents', args } }] });
  const sheets = (cost: number) => [{ name: 'Budget', rows: [['Item', 'Cost', 'Due'], ['Tea 茶', cost, '2026-11-30']] }];
  const server = await startModelServer([
    skill('make', { action: 'create', target: 'budget.xlsx', sheets: sheets(3.5) }),
    skill('again', { action: 'create', target: 'budget.xlsx', sheets: sheets(4) }),
    skill('replace', { action: 'create', target: 'budget.xlsx', sheets: sheets(4), overwrite: 'true' }),
    skill('read', { action: 'read', file: 'budget.xlsx' }),
    skill('turn', { action: 'convert', file: 'budget.xlsx', target: 'out/budget.pdf' }),
    { text: 'The budget is in budget.xlsx and out/budget.pdf.' },
  ]);
  try {
    const { output } = await run(['--json', '--approve', 'none', '--workspace', workspace, ...data, '--session', 'documents', '--base-url', server.url, '--model', 'scripted', 'Make a budget']);
    const events = output.split('\n').filter(Boolean).map((line) => JSON.parse(line) as RunEvent);
    const results = new Map(events.flatMap((event) => (event.type === 'tool_result' ? [[event.id, event.result]] : [])));
    expect(results.get('make')).toMatchObject({ status: 'success', text: expect.stringContaining('all 6 cells were read back') });
    expect(results.get('again')).toMatchObject({ status: 'error', error: { code: 'CONFLICT' } });
    expect(results.get('replace')).toMatchObject({ status: 'error', error: { code: 'DENIED' } });
    expect(JSON.stringify(results.get('read')?.data)).toContain('["Tea 茶",3.5,"2026-11-30"]');
    expect(results.get('turn'), JSON.stringify(results.get('turn'))).toMatchObject({ status: 'success' });
    expect(readFileSync(path.join(workspace, 'out', 'budget.pdf'), 'latin1').slice(0, 5)).toBe('%PDF-');
    expect(events.flatMap((event) => (event.type === 'report' ? event.files.map(({ path: file, kind }) => [path.basename(file), kind]) : []))).toEqual(expect.arrayContaining([['budget.xlsx', 'created'], ['budget.pdf', 'created']]));
    expect(server.refusals).toEqual([]);

    const undone = await run([...data, '--undo', 'documents']);
    expect(undone.code, undone.output).toBe(0);
    expect(existsSync(path.join(workspace, 'budget.xlsx'))).toBe(false);
    expect(existsSync(path.join(workspace, 'out', 'budget.pdf'))).toBe(false);
  } finally {
    await server.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
});
