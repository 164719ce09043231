import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(__dirname, '../..');

it.each(['en', 'zh'])('every skill that comes with the app has a name and a word for people (%s)', (language) => {
  const names = readdirSync(path.join(root, 'skills')).filter((name) => existsSync(path.join(root, 'skills', name, 'SKILL.md')));
  const locale = JSON.parse(readFileSync(path.join(root, 'renderer/locales', `${language}.json`), 'utf8')) as { skills: { bundled: object } };
  expect(Object.keys(locale.skills.bundled).sort()).toEqual(names.sort());
});
