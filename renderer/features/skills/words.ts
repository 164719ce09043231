import type { i18n as Translation } from 'i18next';
import type { SkillView } from '../../../preload/contract/skills';

/** What a skill is called and what it is for, in the person's words; its own words, which are for the model, where there are none. */
export function wordsOf({ name, source, title, description }: SkillView, { t, exists }: Pick<Translation, 't' | 'exists'>): { title: string; what: string } {
  const key = `skills.bundled.${name}`;
  // A skill from outside may have the name of ours in its folder, but never our words.
  if (source !== 'bundled' || !exists(key)) return { title, what: description };
  return { title: t(`${key}.title`), what: t(`${key}.what`) };
}
