import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { skillsPage } from '../../dev/skills';
import en from '../../locales/en.json';
import zh from '../../locales/zh.json';
import { wordsOf } from './words';

async function translation(lng: string) {
  const i18n = createInstance();
  await i18n.init({ lng, resources: { en: { translation: en }, zh: { translation: zh } } });
  return i18n;
}

describe('the words of a skill', () => {
  it('are the person’s for those that come with the app', async () => {
    const [skill] = skillsPage.skills;
    expect(wordsOf(skill!, await translation('zh'))).toEqual({ title: '计算器', what: zh.skills.bundled.calculator.what });
  });

  it('are its own for one from outside, also when it borrows a name', async () => {
    const skill = { ...skillsPage.skills[0]!, source: 'person' as const, title: 'Mine', description: 'Says things.' };
    expect(wordsOf(skill, await translation('zh'))).toEqual({ title: 'Mine', what: 'Says things.' });
  });
});
