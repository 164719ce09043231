import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Manner } from '../../manner';
import { Keymap } from './keymap';
import { testKeyboard } from './test-keyboard';
import { planText } from './text-plan';

/** A keyboard with ASCII, Shift, Enter, Tab, Delete: two characters a key. */
function keyboard(): Keymap {
  const named = [0xffe1, 0xff0d, 0xff09, 0xffff].map((symbol, index) => ({ code: 8 + index, groups: [[symbol]], ...(index === 0 ? { modifier: 1 } : {}) }));
  const written = Array.from({ length: 48 }, (_, index) => ({ code: 12 + index, groups: [[0x20 + 2 * index, ...(index < 47 ? [0x21 + 2 * index] : [])]] }));
  return new Keymap(testKeyboard([...named, ...written]), { group: 0, locked: 0 });
}

const keymap = keyboard();

function shape(text: string, manner: Manner): string[] {
  return planText(text, keymap, manner).map((piece) => `${piece.by === 'keys' && piece.dropCompletion ? 'delete ' : ''}${piece.by} ${JSON.stringify(piece.text)}`);
}

describe('text plan', () => {
  it('loses nothing and keeps the order, whatever the text and the window', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom<Manner>('plain', 'cells', 'lines', 'document'), (text, manner) => {
        const pieces = planText(text, keymap, manner);
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

  it('opens the cell before pasting what means something there and the keyboard has not', () => {
    const opened = planText("'№\t5 €\tword é", keymap, 'cells').map((piece) => `${piece.by}${piece.by === 'paste' && piece.opens ? ' opened' : ''} ${piece.text}`);
    expect(opened).toEqual(["keys '", 'paste №', 'keys \t', 'paste opened 5 €', 'keys \t', 'paste word é']);
    const russian = new Keymap(testKeyboard([{ code: 8, groups: [[0xff09]] }, { code: 9, groups: [[0x30]] }]), { group: 0, locked: 0 });
    expect(planText("'007", russian, 'cells')).toMatchObject([{ by: 'paste', text: "'007", opens: true }]);
  });

  it('pastes paragraphs into a document and presses its tabs', () => {
    expect(shape('Dear all,\n\n"hello"\t---\n', 'document')).toEqual(['paste "Dear all,\\n\\n\\"hello\\""', 'keys "\\t"', 'paste "---\\n"']);
  });

  it('gives Writer one line end more, since it drops the last', () => {
    const contents = planText('one\n\ttwo', keymap, 'document').map((piece) => (piece.by === 'paste' ? piece.content : piece.text));
    expect(contents).toEqual(['one\n\n', '\t', 'two']);
  });

  it('strikes nothing but Enter and Tab while an input method is composing, and opens the cell for a formula', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom<Manner>('plain', 'cells', 'lines', 'document'), (text, manner) => {
        const pieces = planText(text, keymap, manner, true);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text.replace(/\r\n?/g, '\n'));
        for (const piece of pieces) if (piece.by === 'keys') expect(piece.text).toMatch(/^[\n\t]+$/);
      }),
    );
    expect(planText('Tea\t=A1\n', keymap, 'cells', true).map((piece) => (piece.by === 'paste' ? (piece.opens ?? false) : 'keys'))).toEqual([false, 'keys', true, 'keys']);
  });

  it('pastes lines and tabs into a field of several lines, and types one line', () => {
    expect(shape('one\n\ttwo', 'lines')).toEqual(['paste "one\\n\\ttwo"']);
    expect(shape('one', 'lines')).toEqual(['keys "one"']);
  });
});
