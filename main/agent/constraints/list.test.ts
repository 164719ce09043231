import { expect, it } from 'vitest';
import type { Constraint } from '../../../preload/contract/constraints';
import { constraintsOf, recordOfConstraints, StandingConstraints } from './list';

const list = (...words: string[]) => {
  const saved: Constraint[][] = [];
  const constraints = new StandingConstraints([], (items) => saved.push(items));
  for (const word of words) constraints.hear(word, true);
  return { constraints, saved };
};

it('keeps each bound once, word for word, and says which code enforces', () => {
  const { constraints, saved } = list('Don’t touch a.txt. Be brief.', 'don’t touch a.txt.', 'Never be rude.');
  expect(constraints.list).toMatchObject([{ text: 'Don’t touch a.txt.', enforced: true }, { text: 'Never be rude.', enforced: false }]);
  expect(saved).toHaveLength(2);
  expect(constraints.section()).toContain('- Don’t touch a.txt.\n- Never be rude.');
});

it.each([
  ['Don’t delete anything.', 'You may now delete old.txt.', true],
  ['Don’t touch a.txt.', 'OK, you can edit a.txt now.', true],
  ['Don’t touch a.txt.', 'You can edit b.txt.', false],
  ['Never push.', 'Go ahead and push it.', true],
  ['Never push.', 'You may delete the branch.', false],
  ['Don’t send it.', 'Can you send it?', false],
  ['Don’t send it.', 'You can only send it after lunch.', false],
  ['不要删除任何文件。', '现在可以删除旧文件.txt了。', true],
  ['不要删除任何文件。', '你可以打开它。', false],
  ['不要发送。', '可以发送吗？', false],
])('%s is lifted by “%s”: %s', (bound, words, lifted) => {
  const { constraints } = list(bound);
  expect(constraints.hear(words, true).lifted).toEqual(lifted ? [bound] : []);
  expect(constraints.list[0]?.exceptions).toEqual(lifted ? [words] : []);
});

it('takes no permission from an answer that was only chosen', () => {
  const { constraints } = list('Don’t delete anything.');
  expect(constraints.hear('You may delete everything.', false)).toEqual({ added: [], lifted: [] });
});

it('a bound that is said again after an exception holds anew', () => {
  const { constraints } = list('Don’t delete anything.', 'You may delete old.txt.', 'Don’t delete anything.');
  expect(constraints.list.map(({ exceptions }) => exceptions.length)).toEqual([1, 0]);
});

it('takes the list as the person edits it, and comes back from the log', () => {
  const { constraints } = list('Don’t delete anything. Never push.', 'You may delete old.txt.');
  constraints.replace(['Don’t delete anything.', ' Only work in drafts/. ', '']);
  expect(constraints.list).toMatchObject([{ text: 'Don’t delete anything.', exceptions: ['You may delete old.txt.'] }, { text: 'Only work in drafts/.', enforced: true }]);
  const records = [recordOfConstraints([]), recordOfConstraints(constraints.list), { type: 'constraints', constraints: 'spoilt' }];
  expect(constraintsOf(JSON.parse(JSON.stringify(records)))).toEqual(constraints.list);
});
