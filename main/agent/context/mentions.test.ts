import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createWorkspace } from '../../tools/workspace-resolve';
import { mentionReminder } from './mentions';

const root = mkdtempSync(path.join(tmpdir(), 'mentions-'));
mkdirSync(path.join(root, 'work', 'docs'), { recursive: true });
for (const file of ['notes.txt', 'my plan.md', 'docs/a.md', '报告.md']) writeFileSync(path.join(root, 'work', file), 'secret content');
const workspace = createWorkspace(path.join(root, 'work'), { dataFolder: path.join(root, 'data') });

it.each([
  ['Sum up @notes.txt.', 'The person mentions "notes.txt". Read before you work with it.'],
  ['Compare @docs/a.md, and @"my plan.md"!', 'The person mentions "docs/a.md", "my plan.md". Read before you work with it.'],
  ['总结@报告.md，谢谢', 'The person mentions "报告.md". Read before you work with it.'],
  ['Look at @docs', 'The person mentions "docs". Read before you work with it.'],
  ['Read @missing.txt', 'Not found: "missing.txt". Look for the right name, or ask.'],
  ['Read @notes.txt and @no/such.md', 'The person mentions "notes.txt". Read before you work with it. Not found: "no/such.md". Look for the right name, or ask.'],
  ['Write to ada@example.org', null],
  ['Thank @everyone', null],
  ['Nothing here', null],
])('%s', async (text, reminder) => {
  expect(await mentionReminder(text, workspace)).toBe(reminder);
});
