import { it, expect } from 'vitest';
import { understand } from './understand';
it('x', () => {
  for (const text of [
    'Make a budget sheet with Rent 1200, Food 450 and Transport 90, with a total, and save it as budget.ods',
    'Please create a spreadsheet called budget.xlsx:\n| Item | Amount |\n|---|---|\n| Café | 12.5 |\n| 合计 | |',
    '帮我做一个预算表：房租 1200，餐费 450，加上合计，保存为预算.ods',
    'Write a letter to Ms. Chen from Tom about the meeting, saying "The meeting moves to Friday." and save it as letter.odt',
    '写一封信给王老师，主题是请假，内容是“我明天生病，想请假一天。”，署名小明，保存为请假信.odt',
    'what is 2+2?', '计算 12 乘以 3', '15% of 200', '列出 reports 文件夹里的文件', '哪些文件包含“合同”？',
  ]) console.log(text.slice(0,40), JSON.stringify(understand(text)));
  expect(1).toBe(1);
});
