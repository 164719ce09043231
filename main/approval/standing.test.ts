import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { coreTools } from '../tools/core-tools';
import { createRegistry } from '../tools/registry';
import type { Facts } from '../tools/tool';
import { createWorkspace } from '../tools/workspace-resolve';
import { classify } from './classify';
import { isEnforced, withStanding } from './standing';

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'standing-')));
const workspace = path.join(root, 'work');
for (const folder of ['drafts', 'archive', 'src']) mkdirSync(path.join(workspace, folder), { recursive: true });
for (const file of ['ledger.txt', 'notes.txt', 'drafts/a.txt', 'archive/old.txt', 'src/x.ts', '账本.txt']) writeFileSync(path.join(workspace, file), 'x');

const place = createWorkspace(workspace, { dataFolder: path.join(root, 'data') });
const registry = createRegistry({ tools: coreTools, redeem: () => true, workspace: place, outputFolder: path.join(root, 'out'), ask: () => Promise.resolve(null) });

beforeAll(async () => {
  // An edit needs a read before it; what comes of it is not asked here.
  for (const file of ['ledger.txt', 'notes.txt', 'archive/old.txt', 'src/x.ts', '账本.txt']) {
    const prepared = registry.prepare({ id: 'r', name: 'Read', arguments: JSON.stringify({ path: file }) });
    if ('call' in prepared) await registry.execute(prepared.call, { hash: prepared.call.hash }, new AbortController().signal);
  }
});

type Call = [tool: string, args: Record<string, unknown>];
const edit = (file: string): Call => ['Edit', { path: file, old_string: 'x', new_string: 'y' }];
const write = (file: string): Call => ['Write', { path: file, content: 'new' }];
const read = (file: string): Call => ['Read', { path: file }];
const bash = (command: string): Call => ['Bash', { command }];

async function judge(texts: string | string[], [name, args]: Call, exceptions: string[] = [], facts?: Facts) {
  const prepared = registry.prepare({ id: '1', name, arguments: JSON.stringify(args) });
  if (!('call' in prepared)) throw new Error('not a call');
  const found = facts ?? (await registry.facts(prepared.call, new AbortController().signal));
  const before = await classify(prepared.call, found);
  const after = await withStanding(before, [texts].flat().map((text) => ({ text, exceptions })), prepared.call, found);
  if (after === before) return 'free';
  return after.level === 'forbidden' ? 'refused' : 'asked';
}

it.each<[string, Call, string]>([
  ['Don’t touch ledger.txt, whatever happens.', edit('ledger.txt'), 'refused'],
  ['Don’t touch ledger.txt, whatever happens.', write('./ledger.txt'), 'refused'],
  ['Don’t touch ledger.txt, whatever happens.', read('ledger.txt'), 'free'],
  ['Don’t touch ledger.txt, whatever happens.', edit('notes.txt'), 'free'],
  ['Don’t touch ledger.txt, whatever happens.', bash('rm ledger.txt'), 'refused'],
  ['Don’t touch ledger.txt, whatever happens.', bash('echo x > ledger.txt'), 'refused'],
  ['Don’t touch ledger.txt, whatever happens.', bash('rm -r .'), 'refused'],
  ['Don’t touch ledger.txt, whatever happens.', bash('mv l*.txt drafts/'), 'refused'],
  ['Don’t touch ledger.txt, whatever happens.', bash('python3 -c "open(\'ledger.txt\', \'w\')"'), 'refused'],
  ['Don’t touch ledger.txt, whatever happens.', bash('rm notes.txt'), 'free'],
  ['Never modify anything in the archive folder.', write('archive/new.txt'), 'refused'],
  ['Never modify anything in the archive folder.', write('drafts/new.txt'), 'free'],
  ['Leave archive/ alone.', edit('archive/old.txt'), 'refused'],
  ['ledger.txt must not be changed.', edit('ledger.txt'), 'refused'],
  ['Sum it up, but don’t delete anything.', bash('rm notes.txt'), 'refused'],
  ['Sum it up, but don’t delete anything.', bash('git clean -fd'), 'refused'],
  ['Sum it up, but don’t delete anything.', edit('notes.txt'), 'free'],
  ['Don’t delete the old rows.', bash('rm notes.txt'), 'asked'],
  ['Please do not read ledger.txt.', read('ledger.txt'), 'refused'],
  ['Only work in the folder drafts.', write('drafts/b.txt'), 'free'],
  ['Only work in the folder drafts.', write('notes.txt'), 'refused'],
  ['Only work in the folder drafts.', read('notes.txt'), 'free'],
  ['Only work in the folder drafts.', bash('touch src/y.ts'), 'refused'],
  ['Only work in the folder drafts.', bash('npm test'), 'asked'],
  ['Only work in the folder drafts.', bash('ls'), 'free'],
  ['Don’t touch anything outside src/.', edit('notes.txt'), 'refused'],
  ['Don’t touch anything outside src/.', edit('src/x.ts'), 'free'],
  ['Don’t change any file except notes.txt.', edit('notes.txt'), 'free'],
  ['Don’t change any file except notes.txt.', edit('ledger.txt'), 'refused'],
  ['You may only edit notes.txt.', edit('ledger.txt'), 'refused'],
  ['Never push.', bash('git push origin main'), 'refused'],
  ['Never push.', bash('git status'), 'free'],
  ['Don’t install anything.', bash('npm install left-pad'), 'refused'],
  ['Don’t run any commands.', bash('date'), 'refused'],
  ['Don’t use the network.', bash('curl https://example.org'), 'refused'],
  ['No network, please.', bash('git fetch'), 'refused'],
  ['Don’t send any mail.', bash('mail -s hi a@b.c < notes.txt'), 'refused'],
  ['Never act without my approval.', edit('notes.txt'), 'asked'],
  ['Never act without my approval.', read('notes.txt'), 'free'],
  ['Don’t do anything until I say so.', bash('touch x'), 'asked'],
  ['Ask me before you delete anything.', bash('rm notes.txt'), 'asked'],
  ['Ask me before you delete anything.', edit('notes.txt'), 'free'],
  ['Don’t change anything.', edit('notes.txt'), 'refused'],
  ['Only read the files.', write('new.txt'), 'refused'],
  ['Don’t overwrite existing files.', write('notes.txt'), 'refused'],
  ['Don’t overwrite existing files.', write('new.txt'), 'free'],
  ['Don’t touch *.ts files.', edit('src/x.ts'), 'refused'],
  ['不要动账本.txt。', edit('账本.txt'), 'refused'],
  ['不要动账本.txt。', edit('notes.txt'), 'free'],
  ['账本.txt不要动。', edit('账本.txt'), 'refused'],
  ['别碰“archive”文件夹。', write('archive/z.txt'), 'refused'],
  ['不要删除任何文件。', bash('rm notes.txt'), 'refused'],
  ['只能在drafts文件夹里修改。', write('notes.txt'), 'refused'],
  ['只能在drafts文件夹里修改。', write('drafts/c.txt'), 'free'],
  ['禁止联网。', bash('curl https://example.org'), 'refused'],
  ['不要运行任何命令。', bash('date'), 'refused'],
  ['未经我同意，不得删除文件。', bash('rm notes.txt'), 'asked'],
  ['删除前先问我。', bash('rm notes.txt'), 'asked'],
  ['不要推送。', bash('git push'), 'refused'],
  ['Answer in three sentences only.', edit('notes.txt'), 'free'],
  ['Don’t use bold text.', edit('notes.txt'), 'free'],
  ['Keep it short, never more than a page.', write('page.txt'), 'free'],
])('%s: %o is %s', async (text, call, outcome) => {
  expect(await judge(text, call)).toBe(outcome);
});

it('makes an exception for what the person allows later, and for nothing else', async () => {
  const text = 'Don’t delete anything.';
  expect(await judge(text, bash('rm notes.txt'), ['You may now delete notes.txt.'])).toBe('free');
  expect(await judge(text, bash('rm ledger.txt'), ['You may now delete notes.txt.'])).toBe('refused');
});

it.each<[string, string, string, string]>([
  ['Don’t send anything.', 'Send', 'Mail', 'refused'],
  ['不要发送。', '发送', 'Mail', 'refused'],
  ['Don’t delete anything.', 'Move to Trash', 'Files', 'refused'],
  ['Don’t touch budget.ods.', 'B2', 'budget.ods — LibreOffice Calc', 'refused'],
  ['Don’t touch budget.ods.', 'B2', 'other.ods — LibreOffice Calc', 'free'],
  ['Don’t save.', 'Save', 'Untitled 1', 'refused'],
  ['Only work in the folder drafts.', 'Save', 'Untitled 1', 'asked'],
])('%s: a click on “%s” in “%s” is %s', async (text, name, title, outcome) => {
  const facts: Facts = { input: { action: 'click', app: 'soffice', window: { title, own: false, terminal: false, dialog: false }, target: { role: 'push button', name, own: false, password: false } } };
  expect(await judge(text, bash('true'), [], facts)).toBe(outcome);
});

it('says which sentences code can hold', () => {
  expect(['Don’t touch a.txt.', 'Never push.', 'Be brief, never boring.', 'Only use blue.'].map(isEnforced)).toEqual([true, true, false, false]);
});
