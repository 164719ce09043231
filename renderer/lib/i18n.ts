import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../preload/contract/settings';
import en from '../locales/en.json';
import zh from '../locales/zh.json';

const tags: Record<Language, string> = { en: 'en', zh: 'zh-CN' };

/** The system's language, until the settings are known. */
export function systemLanguage(): Language {
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/** Speaks the language from now on; the document says so too, for fonts and screen readers. */
export function applyLanguage(language: Language): void {
  document.documentElement.lang = tags[language];
  if (i18next.language !== language) void i18next.changeLanguage(language);
}

/** Starts translation with both languages bundled; no text is fetched. */
export function startTranslation(language: Language): void {
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en }, zh: { translation: zh } },
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  applyLanguage(language);
}
