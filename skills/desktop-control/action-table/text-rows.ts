const punctuation = Array.from({ length: 0x7e - 0x20 }, (_, index) => String.fromCharCode(0x21 + index)).join('');

/** Under the other layouts: what their keys and their lack of keys make hard. */
export const layoutRows = ['every ASCII character', 'accents', 'Chinese, Japanese, Korean', 'Cyrillic and Greek'];

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
];

/** 2,000 characters of everything. */
export const longText = Array.from({ length: 40 }, (_, index) => `${String(index).padStart(2, '0')} The quick brown fox – 合计 é${'x'.repeat(18)}`.slice(0, 49).padEnd(49, '.')).join('\n');

export const layouts = ['us', 'de', 'fr', 'ru'] as const;

/** Every layout with what it makes hard; us, where most keys are, with everything. */
export const layoutCorpus: [layout: string, name: string, text: string][] = layouts.flatMap((layout) => {
  const rows: [string, string][] = layout === 'us' ? [...corpus, ['2,000 characters', longText]] : corpus.filter(([name]) => layoutRows.includes(name));
  return rows.map(([name, text]): [string, string, string] => [layout, name, text]);
});
