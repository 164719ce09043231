import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Manner } from '../../manner';
import { Keymap } from './keymap';
import { planText } from './text-plan';

/** A keyboard with ASCII, Shift, Enter, Tab: two characters a key. */
function keyboard(): Keymap {
  const rows: number[][] = [[0xffe1, 0], [0xff0d, 0], [0xff09, 0], [0xffff, 0]];
  for (let point = 0x20; point <= 0x7e; point += 2) rows.push([point, point + 1]);
  return new Keymap(rows, 8, 0);
}

const keymap = keyboard();

function shape(text: string, manner: Manner): string[] {
  return planText(text, keymap, false, manner).map((piece) => `${piece.by === 'keys' && piece.dropCompletion ? 'delete ' : ''}${piece.by} ${JSON.stringify(piece.text)}`);
}

describe('text plan', () => {
  it('loses nothing and keeps the order, whatever the text and the window', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom<Manner>('plain', 'cells', 'lines', 'document'), (text, manner) => {
        const pieces = planText(text, keymap, false, manner);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text.replace(/\r\n?/g, '\n'));
        for (const piece of pieces) if (piece.by === 'keys') expect(piece.strokes).toHaveLength([...piece.text].length);
      }),
    );
  });

  it('types what the keyboard has and pastes a whole line that it has not', () => {
    expect(shape('plain text\nCafé au lait\n', 'plain')).toEqual(['keys "plain text"', 'keys "\\n"', 'paste "Café au lait"', 'keys "\\n"']);
  });

  it('pastes words into cells, types numbers and formulas, and drops a completion only after typing', () => {
    expect(shape('Total\t12.5\n=SUM(A1:A2)\n', 'cells')).toEqual(['paste "Total"', 'keys "\\t"', 'keys "12.5"', 'delete keys "\\n"', 'keys "=SUM(A1:A2)"', 'delete keys "\\n"']);
  });

  it('begins a formula with keys before pasting what the keyboard has not', () => {
    expect(shape('="é"&1', 'cells')).toEqual(['keys "=\\""', 'paste "é"', 'keys "\\"&1"']);
  });

  it('pastes paragraphs into a document and presses its tabs', () => {
    expect(shape('Dear all,\n\n"hello"\t---\n', 'document')).toEqual(['paste "Dear all,\\n\\n\\"hello\\""', 'keys "\\t"', 'paste "---\\n"']);
  });

  it('gives Writer one line end more, since it drops the last', () => {
    const contents = planText('one\n\ttwo', keymap, false, 'document').map((piece) => (piece.by === 'paste' ? piece.content : piece.text));
    expect(contents).toEqual(['one\n\n', '\t', 'two']);
  });

  it('strikes nothing but Enter and Tab while an input method is composing, and opens the cell for a formula', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom<Manner>('plain', 'cells', 'lines', 'document'), (text, manner) => {
        const pieces = planText(text, keymap, false, manner, true);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text.replace(/\r\n?/g, '\n'));
        for (const piece of pieces) if (piece.by === 'keys') expect(piece.text).toMatch(/^[\n\t]+$/);
      }),
    );
    expect(planText('Tea\t=A1\n', keymap, false, 'cells', true).map((piece) => (piece.by === 'paste' ? (piece.opens ?? false) : 'keys'))).toEqual([false, 'keys', true, 'keys']);
  });

  it('turns letters round under Caps Lock', () => {
    const [typed] = planText('aB1', keymap, true, 'plain');
    const [other] = planText('Ab1', keymap, false, 'plain');
    expect(typed?.by === 'keys' && other?.by === 'keys' ? typed.strokes : null).toEqual(other?.by === 'keys' ? other.strokes : undefined);
  });

  it('pastes lines and tabs into a field of several lines, and types one line', () => {
    expect(shape('one\n\ttwo', 'lines')).toEqual(['paste "one\\n\\ttwo"']);
    expect(shape('one', 'lines')).toEqual(['keys "one"']);
  });
});
