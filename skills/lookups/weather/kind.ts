/** What weather means for going out. */
export type Kind = 'clear' | 'cloudy' | 'fog' | 'rain' | 'snow' | 'thunderstorm';

/** Codes of World Weather Online, which wttr.in passes on (worldweatheronline.com/feed/wwoConditionCodes.txt). */
const KINDS: Record<Kind, readonly number[]> = {
  clear: [113],
  cloudy: [116, 119, 122],
  fog: [143, 248, 260],
  rain: [176, 263, 266, 281, 284, 293, 296, 299, 302, 305, 308, 311, 314, 353, 356, 359],
  snow: [179, 182, 185, 227, 230, 317, 320, 323, 326, 329, 332, 335, 338, 350, 362, 365, 368, 371, 374, 377],
  thunderstorm: [200, 386, 389, 392, 395],
};

const WORDS: Record<Kind, { en: string; zh: string }> = {
  clear: { en: 'clear', zh: '晴' },
  cloudy: { en: 'cloudy', zh: '多云' },
  fog: { en: 'foggy', zh: '雾' },
  rain: { en: 'rain', zh: '雨' },
  snow: { en: 'snow or sleet', zh: '雪' },
  thunderstorm: { en: 'thunderstorm', zh: '雷雨' },
};

/** Null for a code that is not known. */
export function kindOf(code: number | null): Kind | null {
  return (Object.keys(KINDS) as Kind[]).find((kind) => code !== null && KINDS[kind].includes(code)) ?? null;
}

export const kindWord = (kind: Kind, language: 'en' | 'zh'): string => WORDS[kind][language];
