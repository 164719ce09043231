import type { Language } from '../../preload/contract/settings';
import { agentSentences } from './agent';
import { appSentences } from './app';
import { changesSentences } from './changes';
import { desktopSentences } from './desktop';
import { en as core } from './en';
import { modelSentences } from './model';
import { plannerSentences } from './planner';
import { reportSentences } from './report';
import { routineSentences } from './routine';
import { runSentences } from './run';
import { skillsSentences } from './skills';
import { terminalSentences } from './terminal';
import { zh as coreZh } from './zh';

const en = { ...core, ...agentSentences.en, ...appSentences.en, ...changesSentences.en, ...desktopSentences.en, ...modelSentences.en, ...plannerSentences.en, ...reportSentences.en, ...routineSentences.en, ...runSentences.en, ...skillsSentences.en, ...terminalSentences.en };

/** Key of a sentence that people read. */
export type Phrase = keyof typeof en;

/** Every sentence for people, by language; a key missing in one language doesn't compile. */
const phrases: Record<Language, Record<Phrase, string>> = {
  en,
  zh: { ...coreZh, ...agentSentences.zh, ...appSentences.zh, ...changesSentences.zh, ...desktopSentences.zh, ...modelSentences.zh, ...plannerSentences.zh, ...reportSentences.zh, ...routineSentences.zh, ...runSentences.zh, ...skillsSentences.zh, ...terminalSentences.zh },
};

/** Whether `code` names a sentence of ours. */
export function isPhrase(code: string): code is Phrase {
  return Object.hasOwn(phrases.en, code);
}

/**
 * The sentence for `key` in the person's language; `{name}` in it becomes `values.name`.
 * A blank without a value stays visible, so that a mistake is seen and not hidden.
 */
export function say(language: Language, key: Phrase, values: Record<string, string | number> = {}): string {
  return phrases[language][key].replace(/\{(\w+)\}/g, (blank, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : blank,
  );
}
