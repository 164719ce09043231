import { describe, expect, it } from 'vitest';
import { say } from '../../../locales/say';
import type { Task } from '../task';
import { understand } from './understand';

/** A sheet in short: its rows as typed, the file, the notes. */
function brief(task: Task): unknown {
  if (task.kind === 'sheet') return { kind: 'sheet', file: task.file, rows: task.rows.map((row) => row.map((cell) => cell.value).join('|')) };
  if (task.kind === 'letter') return { kind: 'letter', file: task.file, ...task.letter };
  return task;
}

const unknown = { kind: 'unknown', missing: null };
const list = (folder: string): unknown => ({ kind: 'list', folder });
const find = (pattern: string, folder = '.'): unknown => ({ kind: 'find', pattern, folder });
const search = (text: string, folder = '.'): unknown => ({ kind: 'search', text, folder });
const read = (file: string): unknown => ({ kind: 'read', file });
const summarise = (file: string): unknown => ({ kind: 'summarise', file });
const sum = (expression: string): unknown => ({ kind: 'calculate', expression });
const write = (file: string, content: string): unknown => ({ kind: 'write_file', file, content });
const system = (...topics: string[]): unknown => ({ kind: 'system', topics });
const sheet = (file: string, ...rows: string[]): unknown => ({ kind: 'sheet', file, rows });
const letter = (file: string, body: string[], to: string | null = null, from: string | null = null, subject: string | null = null): unknown => ({ kind: 'letter', file, to, from, subject, body });

const english: [string, unknown][] = [
  ['hello', { kind: 'greeting' }],
  ['Good morning!', { kind: 'greeting' }],
  ['Thanks a lot!', { kind: 'thanks' }],
  ['What can you do?', { kind: 'help' }],
  ['help', { kind: 'help' }],
  // Calculations
  ['What is 2+2?', sum('2+2')],
  ['calculate (12.5 + 7) * 3', sum('(12.5 + 7) * 3')],
  ['How much is 15% of 200?', sum('15% of 200')],
  ['what is 3 to the power of 4', sum('3 to the power of 4')],
  ['12 × (3 + 4) =', sum('12 × (3 + 4)')],
  ['Could you please work out 1,200 divided by 7?', sum('1,200 divided by 7')],
  ['What is love?', unknown],
  // Folders and files
  ['list files', list('.')],
  ['Show me the files in reports', list('reports')],
  ["What's in the reports folder?", list('reports')],
  ['ls src', list('src')],
  ['list all files in the current folder', list('.')],
  ['Find all pdf files', find('**/*.pdf')],
  ['find files named budget in reports', find('**/*budget*', 'reports')],
  ['Where is report.odt?', find('**/report.odt')],
  ['find *.ts in src', find('**/*.ts', 'src')],
  ['Please find all images', find('**/*.{png,jpg,jpeg,gif,webp}')],
  ['Which files contain "invoice"?', search('invoice')],
  ['search for "to do" in notes', search('to do', 'notes')],
  ['Search for the word budget in the reports folder', search('budget', 'reports')],
  ['which files mention Café?', search('Café')],
  ['Read notes.txt', read('notes.txt')],
  ['Can you open "my notes.txt" please', read('my notes.txt')],
  ['show me budget.ods', read('budget.ods')],
  ['What is in notes.txt?', read('notes.txt')],
  ['Summarise report.odt', summarise('report.odt')],
  ['give me a short summary of the file docs/plan.md', summarise('docs/plan.md')],
  ['What is report.docx about?', summarise('report.docx')],
  ['look for the word "total" in all files', search('total')],
  ['search notes for budget', search('budget', 'notes')],
  ['find report', find('**/*report*')],
  ['where are my photos?', find('**/*.{jpg,jpeg,png}')],
  ['list the directory src/main', list('src/main')],
  ['show the contents of notes.txt', read('notes.txt')],
  ['tell me what notes.md is about', summarise('notes.md')],
  // The system
  ['How much disk space is left?', system('disk')],
  ['how much memory is free', system('memory')],
  ["What is the system's state?", system('disk', 'memory', 'load')],
  ['Is the CPU load high?', system('load')],
  // Text files
  ['Create notes.txt with "hello world"', write('notes.txt', 'hello world\n')],
  ['Write a file called todo.md saying: buy milk', write('todo.md', 'buy milk\n')],
  ['Save "one, two" to list.txt', write('list.txt', 'one, two\n')],
  ['Create notes.txt with:\nfirst\n\nsecond', write('notes.txt', 'first\n\nsecond\n')],
  // Sheets
  [
    'Make a budget sheet with Rent 1200, Food 450 and Transport 90, with a total, and save it as budget.ods',
    sheet('budget.ods', 'Item|Amount', 'Rent|1200', 'Food|450', 'Transport|90', 'Total|=SUM(B2:B4)'),
  ],
  ['Create a spreadsheet called costs.xlsx: Rent: $1,200; Food: $450.50', sheet('costs.xlsx', 'Item|Amount', 'Rent|1200', 'Food|450.50')],
  ['Make a spreadsheet with these rows\n- Rent 1200\n- Food 450\nand save it as "my budget.ods"', sheet('my budget.ods', 'Item|Amount', 'Rent|1200', 'Food|450')],
  ['Put this table in a spreadsheet named plan:\nDay,Task\nMonday,"Write, read"', sheet('plan.ods', 'Day|Task', 'Monday|Write, read')],
  [
    'Create costs.csv:\n| Item | Price | Count | Sum |\n|---|---|---|---|\n| Pen | 1.5 | 4 | =B2*C2 |\n| Total | | | ? |',
    sheet('costs.csv', 'Item|Price|Count|Sum', 'Pen|1.5|4|=B2*C2', 'Total|=SUM(B2:B2)|=SUM(C2:C2)|=SUM(D2:D2)'),
  ],
  ['Make a sheet: Rent 10, Food 20, total and save it as a.ods', sheet('a.ods', 'Item|Amount', 'Rent|10', 'Food|20', 'Total|=SUM(B2:B3)')],
  ['I need a budget in LibreOffice Calc: Rent 1200, Food 450, Total. Save it as budget.ods', sheet('budget.ods', 'Item|Amount', 'Rent|1200', 'Food|450', 'Total|=SUM(B2:B3)')],
  ['Open Calc and enter Rent 1200, Food 450, then save as b.xlsx', sheet('b.xlsx', 'Item|Amount', 'Rent|1200', 'Food|450')],
  ['Make a table with Cost of food 450, Cost of rent 1200 in c.ods', sheet('c.ods', 'Item|Amount', 'Cost of food|450', 'Cost of rent|1200')],
  ['Make me a budget sheet and save it', { kind: 'unknown', missing: 'table' }],
  // Letters
  [
    'Write a letter to Ms. Chen from Tom about the meeting, saying "The meeting moves to Friday." and save it as letter.odt',
    letter('letter.odt', ['The meeting moves to Friday.'], 'Ms. Chen', 'Tom', 'the meeting'),
  ],
  ['Write a note in Writer: Buy milk, "fresh". Save it as note.odt', letter('note.odt', ['fresh'])],
  ['Write a letter and save it as plan.odt:\nDear all,\n\nThe plan is ready.', letter('plan.odt', ['Dear all,', '', 'The plan is ready.'])],
  ['Compose a letter to Bob, points: the roof leaks; the key is lost. Save as bob.odt', letter('bob.odt', ['• the roof leaks', '• the key is lost'], 'Bob')],
  ['Write a short note saying that the meeting is at 3pm and save it as meeting.odt', letter('meeting.odt', ['the meeting is at 3pm'])],
  ['Write a letter to Bob', { kind: 'unknown', missing: 'letter_text' }],
  // Not for the planner
  ['Book a flight to Rome', unknown],
  ['Make a sheet with Rent 10, Food 20 and save it as a.ods, but do not overwrite anything', { kind: 'unknown', missing: 'condition' }],
  ['Delete everything', unknown],
];

const chinese: [string, unknown][] = [
  ['你好', { kind: 'greeting' }],
  ['谢谢你', { kind: 'thanks' }],
  ['你能做什么？', { kind: 'help' }],
  ['计算 12 乘以 3', sum('12 乘以 3')],
  ['(12.5 + 7) × 3 等于多少？', sum('(12.5 + 7) × 3')],
  ['请问 100 除以 8 是多少', sum('100 除以 8')],
  ['200的百分之15是多少？', sum('200的百分之15')],
  ['列出文件', list('.')],
  ['列出 reports 文件夹里的文件', list('reports')],
  ['当前文件夹里有哪些文件？', list('.')],
  ['找出所有 pdf 文件', find('**/*.pdf')],
  ['在 reports 里查找名为 预算 的文件', find('**/*预算*', 'reports')],
  ['报告.odt 在哪里？', find('**/报告.odt')],
  ['哪些文件包含“合同”？', search('合同')],
  ['在 docs 中搜索“发票”', search('发票', 'docs')],
  ['读取 笔记.txt', read('笔记.txt')],
  ['帮我看看预算.ods', read('预算.ods')],
  ['总结 报告.odt', summarise('报告.odt')],
  ['请帮我概括一下计划.md的内容', summarise('计划.md')],
  ['把 报告.odt 总结一下', summarise('报告.odt')],
  ['看看 docs 里有什么', list('docs')],
  ['磁盘还剩多少空间？', system('disk')],
  ['系统状态怎么样', system('disk', 'memory', 'load')],
  ['内存够吗？', system('memory')],
  ['新建 笔记.txt，内容是“今天下雨”', write('笔记.txt', '今天下雨\n')],
  ['把“买牛奶”写入待办.txt', write('待办.txt', '买牛奶\n')],
  ['帮我做一个预算表：房租 1200，餐费 450，加上合计，保存为预算.ods', sheet('预算.ods', '项目|金额', '房租|1200', '餐费|450', '合计|=SUM(B2:B3)')],
  ['做一个表格，记录房租1200元、餐费450元和交通90元，要有合计，保存为 开支.xlsx', sheet('开支.xlsx', '项目|金额', '房租|1200', '餐费|450', '交通|90', '合计|=SUM(B2:B4)')],
  ['把下面的表格录入电子表格，命名为“计划”\n| 日期 | 任务 |\n|---|---|\n| 2026-11-30 | 写报告 |', sheet('计划.ods', '日期|任务', '2026-11-30|写报告')],
  ['新建一个表格：\n姓名，学号\n小明，00123', sheet('表格.ods', '姓名|学号', '小明|00123')],
  ['写一封信给王老师，主题是请假，内容是“我明天生病，想请假一天。”，署名小明，保存为 请假信.odt', letter('请假信.odt', ['我明天生病，想请假一天。'], '王老师', '小明', '请假')],
  ['用Writer写一张便条：“牛奶在冰箱里”，保存为便条.odt', letter('便条.odt', ['牛奶在冰箱里'])],
  ['做个预算表', { kind: 'unknown', missing: 'table' }],
  ['帮我订一张去北京的机票', unknown],
];

describe.each([
  ['en', english],
  ['zh', chinese],
] as const)('requests in %s', (language, phrasings) => {
  it.each(phrasings)('%s', (text, task) => {
    const understood = understand(text);
    expect(brief(understood.task)).toEqual(task);
    expect(understood.language).toBe(language);
  });
});

describe('understand', () => {
  it('knows what each cell of a table is', () => {
    const { task } = understand('Make a table in a.ods:\n| 1200 | 1,200.5 | 00123 | 1,5 | 05/06 | 5% | 2026-11-30 | 2026-13-30 | =A1 | $5 | 1234567890123456 |\n|---|\n| | | | | | | | | | | |');
    const types = task.kind === 'sheet' ? task.rows[0]?.map((cell) => `${cell.type} ${cell.value}`) : [];
    expect(types).toEqual(['number 1200', 'number 1200.5', 'text 00123', 'text 1,5', 'text 05/06', 'percent 5', 'date 2026-11-30', 'text 2026-13-30', 'formula =A1', 'number 5', 'text 1234567890123456']);
  });

  it('does what it can and names what is beyond it', () => {
    const { task, beyond } = understand('Make a sheet with Rent 10, Food 20, save it as a.ods and then email it to Bob');
    expect(beyond).toEqual(['email it to Bob']);
    expect(task).toMatchObject({ kind: 'sheet', file: 'a.ods' });
  });

  it('understands the demonstration in both languages', () => {
    for (const language of ['en', 'zh'] as const) {
      const understood = understand(say(language, 'app.demonstration'));
      expect(understood).toMatchObject({ language, beyond: [], task: { kind: 'sheet', notes: [] } });
      expect(understood.task.kind === 'sheet' && understood.task.rows.flat().some((cell) => cell.type === 'formula')).toBe(true);
    }
  });

  it('keeps the last mark of a text that is to be written', () => {
    expect(understand('写一封信，保存为 a.odt\n我想请假一天。').task).toMatchObject({ kind: 'letter', letter: { body: ['我想请假一天。'] } });
    expect(understand('Create a.txt with: Are you coming, please?').task).toMatchObject({ content: 'Are you coming, please?\n' });
  });

  it('takes nothing inside a table for a request', () => {
    const { task, beyond } = understand('Make a sheet and save it as a.ods:\n| Task | Note |\n|---|---|\n| Delete the file, then email it | do not save |');
    expect(beyond).toEqual([]);
    expect(task).toMatchObject({ kind: 'sheet', rows: [[{}, {}], [{ value: 'Delete the file, then email it' }, { value: 'do not save' }]] });
  });
});
