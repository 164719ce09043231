import { describe, expect, it } from 'vitest';
import type { Cell, Sheet } from '../../../tools/documents/sheet';
import { createWork } from '../script';
import type { PlannedCell } from '../task';
import { planCell } from '../understand/cell';
import { composeLetter } from './compose';
import type { Envelope } from '../../../../preload/contract/envelope';
import { compareSheet } from './compare';
import { repairCells } from './enter-table';
import { planEntry, typed } from './entry';

const plan = (rows: string[][]): PlannedCell[][] => rows.map((row) => row.map(planCell));
const text = (value: string): Cell => ({ type: 'text', value });
const number = (value: string): Cell => ({ type: 'number', value });
const sheet = (...rows: Cell[][]): Sheet => ({ name: 'Sheet1', rows, cut: false });

describe('how a cell is typed', () => {
  it.each([
    ['Café', 'Café'],
    ['1,200.50', '1200.50'],
    ['-3', '-3'],
    ['5%', '5%'],
    ['2026-11-30', '2026-11-30'],
    ['=SUM(B2:B5)', '=SUM(B2:B5)'],
    ['00123', "'00123"],
    ['12345678901234567890', "'12345678901234567890"],
    ['05/06', '="05/06"'],
    ['1.1.1', '="1.1.1"'],
    ['1,5', '="1,5"'],
    ['12:30', '="12:30"'],
    ['5 May', '="5 May"'],
    ['3月5日', '="3月5日"'],
    ['TRUE', '="TRUE"'],
    ['-abc', '="-abc"'],
    ["'quoted'", '="\'quoted\'"'],
    ['say "so"', 'say "so"'],
    ['= 5', '="= 5"'],
  ])('%s as %s', (written, keys) => {
    expect(typed(planCell(written))).toBe(keys);
  });
});

describe('where a comma stands before decimals', () => {
  it.each([
    ['1,200.50', '1200,50'],
    ['-3', '-3'],
    ['5.5%', '5,5%'],
    ['2026-11-30', '2026-11-30'],
    ['=IF(A1>1.5,"1.5, more",SUM(B2:B5))', '=IF(A1>1,5;"1.5, more";SUM(B2:B5))'],
    ['00123', "'00123"],
    ['v1.5', 'v1.5'],
  ])('%s as %s', (written, keys) => {
    expect(typed(planCell(written), ',')).toBe(keys);
  });

  it('the file tells: a number that became a text or a date is entered again with a comma, and what it is shown as is cleared', () => {
    const rows = plan([['Ink', '7.25'], ['Tea', '3.5'], ['Total', '=SUM(B1:B2)']]);
    const entered = (...held: Cell[]): unknown[] => {
      const file = sheet([text('Ink'), held[0] ?? number('7.25')], [text('Tea'), held[1] ?? number('3.5')], [text('Total'), { type: 'number', value: '10.75', formula: '=SUM(B1:B2)' }]);
      const script = repairCells(createWork('en', [], new Date(0)), rows, compareSheet(rows, file, false).differences);
      const steps: unknown[] = [];
      for (let step = script.next(); !step.done; step = script.next({ status: 'success', data: {}, text: '' } as unknown as Envelope)) steps.push(step.value.arguments['keys'] ?? step.value.arguments['text']);
      return steps;
    };
    expect(entered(text('7.25'))).toEqual(['ctrl+a delete ctrl+home', 'Ink\t7,25\n', 'Tea\t3,5\n', 'Total\t=SUM(B1:B2)\n']);
    expect(entered(number('7.25'), { type: 'date', value: '2026-05-03' })[0]).toBe('ctrl+a delete ctrl+m ctrl+home');
    expect(entered(number('7'))).toContain('7.25\n');
  });
});

describe('planEntry', () => {
  it('types rows with Tab and Enter, formulas in place', () => {
    expect(planEntry(plan([['Item', 'Amount'], ['Rent', '1200'], ['Total', '=SUM(B2:B2)']]))).toEqual({
      stretches: [
        { text: 'Item\tAmount\n', firstRow: 0, lastRow: 0 },
        { text: 'Rent\t1200\n', firstRow: 1, lastRow: 1 },
        { text: 'Total\t=SUM(B2:B2)\n', firstRow: 2, lastRow: 2 },
      ],
      literals: false,
      formulas: [{ cell: 'B3', text: '=SUM(B2:B2)\n' }],
    });
  });

  it('leaves formulas for later when texts are formulas for a while, and joins neighbouring ones', () => {
    const { literals, formulas, stretches } = planEntry(plan([['05/06', '=A1', '=B1'], ['x', '=A2', '=B2'], ['y', '', '=C1']]));
    expect(literals).toBe(true);
    expect(stretches.map((stretch) => stretch.text)).toEqual(['="05/06"\t\t\n', 'x\t\t\n', 'y\t\t\n']);
    expect(formulas).toEqual([{ cell: 'B1', text: '=A1\t=B1\n=A2\t=B2\n' }, { cell: 'C3', text: '=C1\n' }]);
  });

  it('enters a long table in few calls', () => {
    const { stretches } = planEntry(plan(Array.from({ length: 100 }, (_, index) => [`row ${index}`])));
    expect(stretches.length).toBeLessThanOrEqual(8);
    expect(stretches.map((stretch) => stretch.text).join('')).toBe(Array.from({ length: 100 }, (_, index) => `row ${index}\n`).join(''));
  });
});

describe('compareSheet', () => {
  const rows = plan([['Item', 'Amount'], ['00123', '0.1'], ['Café', '0.2'], ['Total', '=SUM(B2:B3)']]);
  const right = sheet([text('Item'), text('Amount')], [text('00123'), number('0.1')], [text('Café'), number('0.2')], [text('Total'), { type: 'number', value: '0.30000000000000004', formula: '=SUM(B2:B3)' }]);

  it('finds a right file right, floating point included', () => {
    expect(compareSheet(rows, right, false)).toEqual({ count: 8, differences: [], formulas: [{ cell: 'B4', formula: '=SUM(B2:B3)', value: '0.30000000000000004' }] });
  });

  it.each([
    ['a text that became a number', 1, 0, number('123')],
    ['a corrected word', 2, 0, text('Cafe')],
    ['a number that is text', 1, 1, text('0.1')],
    ['a wrong sum', 3, 1, { type: 'number', value: '0.2', formula: '=SUM(B2:B3)' }],
    ['a sum that is only a value', 3, 1, number('0.3')],
    ['a formula over other cells', 3, 1, { type: 'number', value: '0.3', formula: '=SUM(B1:B3)' }],
    ['a formula that failed', 3, 1, { type: 'error', value: '#NAME?', formula: '=SUM(B2:B3)' }],
    ['a text that is still a formula', 2, 0, { type: 'text', value: 'Café', formula: '="Café"' }],
    ['something where nothing was asked for', 0, 2, text('x')],
  ] satisfies [string, number, number, Cell][])('finds %s', (_name, row, column, cell) => {
    const wrong = right.rows.map((cells) => [...cells]);
    (wrong[row] ?? [])[column] = cell;
    expect(compareSheet(rows, sheet(...wrong), false).differences).toEqual([expect.objectContaining({ row, column })]);
  });

  it('takes formulas in either notation', () => {
    const wanted = plan([['1', '=IF(A1>0, "a, b", SUM(A1,A1))']]);
    expect(compareSheet(wanted, sheet([number('1'), { type: 'text', value: 'a, b', formula: '=if(A1>0;"a, b";SUM(A1;A1))' }]), false).differences).toEqual([]);
  });
});

describe('composeLetter', () => {
  const work = (language: 'en' | 'zh'): ReturnType<typeof createWork> => createWork(language, [], new Date(2026, 10, 30));

  it('leaves a text alone', () => {
    expect(composeLetter({ to: null, from: null, subject: null, body: ['a', '', 'b '] }, work('en'))).toEqual(['a', '', 'b']);
  });

  it('puts the form of a letter around it', () => {
    expect(composeLetter({ to: 'Ms. Chen', from: 'Tom', subject: 'Friday', body: ['It moves.'] }, work('en'))).toEqual([
      '30 November 2026', '', 'Subject: Friday', '', 'Dear Ms. Chen,', '', 'It moves.', '', 'Kind regards,', 'Tom',
    ]);
    expect(composeLetter({ to: '王老师', from: '小明', subject: null, body: ['请假一天。'] }, work('zh'))).toEqual(['王老师：', '请假一天。', '此致', '敬礼', '小明', '2026年11月30日']);
  });
});
