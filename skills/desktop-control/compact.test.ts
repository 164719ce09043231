import { describe, expect, it } from 'vitest';
import { compact } from './compact';
import type { SeenElement } from './protocol';

let next = 0;
function element(depth: number, role: string, name: string, more: Partial<SeenElement> = {}): SeenElement {
  next += 1;
  return { ref: `e${next}`, role, name, states: [], box: [0, 0, 10, 10], depth, ...more };
}

describe('compact text', () => {
  it('has a line for a container and one for its leaves, without what says nothing', () => {
    next = 0;
    const text = compact([
      element(0, 'frame', 'Budget'),
      element(1, 'tool bar', 'Standard'),
      element(2, 'push button', 'Save'),
      element(2, 'push button', 'Print', { states: ['disabled'] }),
      element(2, 'push button', ''),
      element(1, 'table', 'Sheet1', { states: ['focused'] }),
      element(2, 'table cell', 'A1', { value: 'Item' }),
      element(2, 'table cell', 'B4', { value: '19.5', formula: '=SUM(B2…' }),
      element(1, 'text', '', { value: 'A1', states: ['editable'] }),
    ]);
    expect(text).toBe(['e1 frame "Budget":', ' e2 toolbar "Standard":', '  e3 Save · e4 Print (disabled)', ' e6 table "Sheet1" (focused):', '  A1=Item · B4=19.5 (=SUM(B2…)', ' e9 field = A1'].join('\n'));
  });

  it('never cuts a character in two', () => {
    expect(compact([element(0, 'label', '😀'.repeat(100))])).toMatch(/^e\d+ label (😀){60}…$/u);
  });

  it('keeps two hundred elements under 1,500 tokens (four characters each)', () => {
    const bars = Array.from({ length: 8 }, (_, bar) => [element(1, 'tool bar', `Bar ${bar}`), ...Array.from({ length: 24 }, (_unused, index) => element(2, 'push button', `Command ${index}`))]).flat();
    expect(compact(bars).length / 4).toBeLessThan(1500);
  });
});
