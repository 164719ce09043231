import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellsOf, plainText } from '../../../e2e/fixtures/spreadsheet';

// The black box: the built command line without a model, on a virtual desktop, in a LibreOffice
// with a new profile. What the saved file holds is read here without the planner's own readers.

const root = resolve(__dirname, '../../..');
/** A busy machine may need several times the usual 20 s. */
const LIMIT_MS = 240_000;

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deskwright-planner-'));
  await run(['scripts/build.mjs', 'main', 'host']);
}, LIMIT_MS);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function run(words: string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, words, { cwd: root, env: { ...process.env, ...environment }, maxBuffer: 64 * 1024 * 1024, timeout: LIMIT_MS }, (error, stdout, stderr) => {
      if (error && stdout === '') reject(new Error(`${error.message}\n${stderr.slice(-2000)}`));
      else resolve(stdout);
    });
  });
}

/** Runs one task on a desktop of its own; the last event's text is the answer. */
async function ask(task: string, workspace: string): Promise<{ status: string; text: string }> {
  mkdirSync(workspace, { recursive: true });
  const cli = [process.execPath, 'dist/main/cli.js', '--desktop', '--approve', 'all', '--json', '--workspace', workspace, '--data-dir', join(folder, 'data'), task];
  const printed = await run(['scripts/bed.mjs', ...cli], { DESKWRIGHT_OFFICE_PROFILE: join(folder, 'profile'), OPENAI_API_KEY: '', OPENAI_BASE_URL: '', MODEL_NAME: '' });
  return JSON.parse(printed.trim().split('\n').at(-1) ?? '{}') as { status: string; text: string };
}

const contentOf = (file: string): string => strFromU8(unzipSync(readFileSync(file), { filter: ({ name }) => name === 'content.xml' })['content.xml'] ?? new Uint8Array());

describe('the offline planner in LibreOffice', () => {
  it(
    'makes a sheet whose saved file holds every cell exactly',
    async () => {
      const workspace = join(folder, 'sheet');
      const { status, text } = await ask(
        'Make a budget sheet and save it as "my budget.ods":\n| Item | Code | Amount | Note |\n|---|---|---|---|\n| Total cost | 00123 | 1,200.50 | it\'s "TWo" (c) teh |\n| Total | 05/06 | -3 | 合计 & <Café> |\n| 书籍 | 1.1.1 | 60 | 2026-11-30 |\n| 合计 | | =SUM(C2:C4) | done |',
        workspace,
      );
      expect({ status, text }).toMatchObject({ status: 'completed', text: expect.stringContaining('all 19 cells are exactly as asked') as string });
      expect(cellsOf(join(workspace, 'my budget.ods'))).toEqual([
        ['string:Item', 'string:Code', 'string:Amount', 'string:Note'],
        ['string:Total cost', 'string:00123', 'float:1200.5', 'string:it\'s "TWo" (c) teh'],
        ['string:Total', 'string:05/06', 'float:-3', 'string:合计 & <Café>'],
        ['string:书籍', 'string:1.1.1', 'float:60', 'date:2026-11-30'],
        ['string:合计', 'of:=SUM([.C2:.C4]) float:1257.5', 'string:done'],
      ]);
    },
    LIMIT_MS,
  );

  it(
    'writes a letter that AutoCorrect does not change',
    async () => {
      const workspace = join(folder, 'letter');
      const { status, text } = await ask('写一封信给王老师，主题是请假，署名小明，保存为 请假信.odt\nIt\'s "quoted" -- teh (c) 1st...\n\n- 明天生病\n我想请假一天。', workspace);
      expect({ status, text }).toMatchObject({ status: 'completed', text: expect.stringContaining('完全一致') as string });
      const paragraphs = [...contentOf(join(workspace, '请假信.odt')).matchAll(/<text:p[^>]*?(?:\/>|>(.*?)<\/text:p>)/gs)].map(([, inner = '']) => plainText(inner));
      expect(paragraphs.slice(0, 9)).toEqual(['主题：请假', '王老师：', 'It\'s "quoted" -- teh (c) 1st...', '', '- 明天生病', '我想请假一天。', '此致', '敬礼', '小明']);
    },
    LIMIT_MS,
  );
});
