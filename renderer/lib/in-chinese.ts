import i18next from 'i18next';
import { toolMessages } from '../locales/tool-messages';

interface Row {
  pattern: RegExp;
  chinese: string;
}

let rows: Row[] | null = null;

/** The rows as patterns, those that say most themselves first: `{}: {}` would fit what a longer row means. */
function patterns(): Row[] {
  const plain = (english: string): number => english.replaceAll('{}', '').length;
  return (rows ??= [...toolMessages]
    .sort(([one], [other]) => plain(other) - plain(one))
    .map(([english, chinese]) => ({ pattern: new RegExp(`^${english.split('{}').map(escaped).join('([\\s\\S]*?)')}$`), chinese })));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** What a tool says in English, in Chinese; null where there are no words for it. Names, numbers and paths stay as they are. */
export function inChinese(message: string): string | null {
  for (const { pattern, chinese } of patterns()) {
    const parts = pattern.exec(message);
    if (parts) return chinese.replace(/\{(\d)\}/g, (_, number: string) => part(parts[Number(number)] ?? ''));
  }
  return null;
}

/** The same in the language of the window: what has no words of its own stays English. */
export function inWindowLanguage(message: string): string {
  return i18next.language?.startsWith('zh') ? (inChinese(message) ?? message) : message;
}

/** A part that has words of its own: "no window". */
function part(text: string): string {
  return inChinese(text) ?? text;
}
