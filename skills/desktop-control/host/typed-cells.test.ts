import { describe, expect, it } from 'vitest';
import { cellName, cellPlace } from './cell-name';
import { differenceOf, typedCells } from './typed-cells';

const at = (name: string): { row: number; column: number } => cellPlace(name) ?? { row: -1, column: -1 };
const went = (text: string, from: string, end: string): string[] | null => typedCells(text, at(from), at(end))?.map((cell) => `${cellName(cell)}=${cell.text}`) ?? null;

describe('where a typed text went', () => {
  it('Tab goes to the right, Enter to the next row', () => {
    expect(went('Item\tCost\nTea\t3.5\n', 'B2', 'B4')).toEqual(['B2=Item', 'C2=Cost', 'B3=Tea', 'C3=3.5']);
    expect(went('a\r\nb\n', 'A1', 'A3')).toEqual(['A1=a', 'A2=b']);
  });

  it('the row was begun where the end says, when Tab was pressed before', () => {
    expect(went('Cost\nTea\t3\n', 'B1', 'A3')).toEqual(['B1=Cost', 'A2=Tea', 'B2=3']);
    expect(went('Cost\nTea\t', 'C1', 'C2')).toEqual(['C1=Cost', 'B2=Tea']);
  });

  it('what is still being edited does not count', () => {
    expect(went('a\tb', 'A1', 'B1')).toEqual(['A1=a']);
  });

  it('nothing is claimed when the cursor is elsewhere', () => {
    expect(went('a\nb\n', 'A1', 'A2')).toBeNull();
    expect(went('a\tb\t', 'A1', 'D1')).toBeNull();
    expect(went('a\tb\nc\td\te', 'A1', 'A2')).toBeNull();
  });

  it('cells have names up to the last column', () => {
    for (const name of ['A1', 'Z9', 'AA10', 'AMJ1048576', 'XFD1']) expect(cellName(at(name))).toBe(name);
    for (const name of ['', 'Total', 'A1:B2', 'A0', '=A1', '12']) expect(cellPlace(name)).toBeNull();
  });
});

const held = (typed: string, text: string, number = 0, formula: string | null = null): string | null => differenceOf(typed, { text, number, formula });

describe('what a cell made of it', () => {
  it('is the same in whatever form a number is shown', () => {
    expect(held('1200.50', '1200,5', 1200.5)).toBeNull();
    expect(held('1.23456789', '1.23', 1.23456789)).toBeNull();
    expect(held('5.5%', '5,50%', 0.055)).toBeNull();
    expect(held('0', '0')).toBeNull();
    expect(held('2026-11-30', '2026-11-30', 46356)).toBeNull();
    expect(held('Café "TWo"', 'Café "TWo"')).toBeNull();
    expect(held("'00123", '00123')).toBeNull();
    expect(held("'3 o’clock", "'3 o’clock")).toBeNull();
    expect(held('=SUM(B2:B5)', '19.5', 19.5, '=SUM(B2…')).toBeNull();
  });

  it('a number that another locale takes for text is told', () => {
    expect(held('3.5', '3.5')).toContain('the text "3.5", no number');
    expect(held('5.5%', '5.5%')).toContain('no number');
    expect(held('$7.25', '$7.25')).toContain('no number');
    expect(held('1,5', '1,5', 1.5)).toBeNull();
  });

  it('dates, lost digits, completed and corrected words are told', () => {
    expect(held('05/06', '05/06/26', 46148)).toContain('"05/06/26" (typed "05/06")');
    expect(held('00123', '123', 123)).toContain('"123"');
    expect(held('12345678901234567890', '1.23456789012346E+019', 1.23456789012346e19)).toContain('E+019');
    expect(held('1/2', '½')).toContain('"½"');
    expect(held('Total', 'Total cost')).toContain('"Total cost"');
    expect(held('(c)', '©')).toContain('"©"');
  });

  it('a formula without a value is told', () => {
    expect(held('=SUMME(B2:B5)', '', 0, '=SUMME(B2…')).toContain('error');
    expect(held('-abc', '', 0, '=-abc')).toContain('error');
  });

  it('a function that the program does not know by that name is told', () => {
    expect(held('=SUM(B2:B5)', '', 0, '=sum(B2…')).toMatch(/^gives no value but an error: it knows no function SUM, which has another name .* \(typed "=SUM\(B2:B5\)"\)$/);
    expect(held('=ROUND(summe(B2);2)', '', 0, '=ROUND(summe(B2);2)')).toContain('no function SUMME,');
    expect(held('=СУММА(B2)', '', 0, '=сумма(B2)')).toContain('no function СУММА,');
    expect(held('=1/0', '', 0, '=1/0')).toBe('gives no value but an error (typed "=1/0")');
    expect(held('=sum(B2/0)', '', 0, '=SUM(B2/0)')).not.toContain('function');
  });

  it('of a long text its beginning counts, and only a part of it is told', () => {
    expect(held('x'.repeat(500), 'x'.repeat(300))).toBeNull();
    expect((held('y'.repeat(500), 'x'.repeat(300)) ?? '').length).toBeLessThan(120);
  });
});
