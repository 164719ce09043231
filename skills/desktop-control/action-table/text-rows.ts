const punctuation = Array.from({ length: 0x7e - 0x20 }, (_, index) => String.fromCharCode(0x21 + index)).join('');

/** 2,000 characters of everything. */
export const longText = Array.from({ length: 40 }, (_, index) => `${String(index).padStart(2, '0')} The quick brown fox – 合计 é${'x'.repeat(18)}`.slice(0, 49).padEnd(49, '.')).join('\n');

/** What people write, by what makes it hard. */
export const corpus: [name: string, text: string][] = [
  ['every ASCII character', `Az 09 ${punctuation}`],
  ['accents', 'Café naïve Übergröße ñandú œuvre Łódź'],
  ['Chinese, Japanese, Korean', '合计 1,234.50 元；こんにちは 안녕하세요'],
  ['emoji', 'ok 😀 👩‍👩‍👧 🇨🇳 done'],
  ['right to left', 'שלום עולם مرحبا 123'],
  ['tabs', 'a\tb\t\tc'],
  ['lines', 'one\ntwo\n\nfour é'],
  ['Cyrillic and Greek', 'Привет, мир! Ωμέγα'],
  ['dead keys and AltGr', '^x ~n `a ´e ¨u "o \'c € @ {} [] \\ | µ ²'],
  ['2,000 characters', longText],
];

export const layouts = ['us', 'de', 'fr', 'ru'] as const;

/** What the keys of the layout write by themselves, with Shift and AltGr, and so without the clipboard. */
export const byKeys: Record<(typeof layouts)[number], string> = {
  us: `Az 09 ${punctuation}`,
  de: 'Zyklus Öl äöüß ÄÖÜ "q" §3 a@b {x} [y] c\\d | ~ µ² 100 % = 7/8?',
  fr: 'AzQwM,;:!?./ éèçàù 0123456789 a@b {x} [y] c\\d | # & ("q") 100 % =+*$£',
  ru: '0123456789 !"№;%:?*()_+-=/\\.,'.replace('№', ''),
};

/** Rows of a document that all were typed into: where each begins, when they follow each other with `gap` between them. */
export function placed(rows: [name: string, text: string][], gap: string): [name: string, text: string, from: number][] {
  let from = 0;
  return rows.map(([name, text]) => {
    const row: [string, string, number] = [name, text, from];
    from += text.length + gap.length;
    return row;
  });
}
