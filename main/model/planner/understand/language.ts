import type { Language } from '../../../../preload/contract/settings';

/** The language a text is written in, by its words: one Han character weighs as much as one Latin word. */
export function languageOf(text: string): Language {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/\p{Script=Latin}{2,}/gu)?.length ?? 0;
  return han > words ? 'zh' : 'en';
}
