import { expect, it } from 'vitest';
import { isGoodName, nameFrom } from './slice';

it('makes names that the main process takes', () => {
  for (const title of ['Make a budget: Rent 900!', '预算（十二月）', '../../etc/passwd', '...', '']) {
    const name = nameFrom(title);
    expect(name === '' || isGoodName(name), name).toBe(true);
  }
  expect(nameFrom('预算（十二月）')).toBe('预算 十二月');
});
