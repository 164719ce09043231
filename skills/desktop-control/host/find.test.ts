import { describe, expect, it } from 'vitest';
import { matches } from './find';

const save = { name: 'Save', role: 'push button', value: null };

describe('find', () => {
  it.each(['save', 'SAVE button', 'button', '保存', '按钮', '保存 按钮'])('finds the Save button by %s', (wanted) => {
    expect(matches(save, wanted)).toBe(true);
  });
  it('finds a Chinese label by the English word', () => {
    expect(matches({ name: '保存(S)', role: 'push button', value: null }, 'save')).toBe(true);
  });
  it('does not find what is not there', () => {
    expect(matches(save, 'open')).toBe(false);
    expect(matches(save, 'save menu')).toBe(false);
  });
});
