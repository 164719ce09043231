/**
 * The demonstration's sheet: what is asked for in the chat, and what the file must then hold. The
 * request is made from these rows, the proof compares with them; the app knows neither.
 */

/** @typedef {{ text?: string, value?: number, formula?: string }} Cell as the saved file must hold it */

export const FILE = 'budget.ods';

/** @type {[string, number, string][]} */
const ITEMS = [
  ['Rent', 1200, 'monthly'],
  ['Café', 85.5, 'Zoë & Anaïs'],
  ['书籍', 60, '教科书'],
  ['Transport', 140, 'bus "42"'],
  ['Señor García', 310.25, 'lessons'],
];

const HEADER = ['Item', 'Amount', 'Note'];
const TOTAL = `=SUM(B2:B${ITEMS.length + 1})`;

const line = (/** @type {(string | number)[]} */ cells) => `| ${cells.join(' | ')} |`;

/** What the person types. */
export const request = [
  `Make a budget sheet and save it as ${FILE}:`,
  line(HEADER),
  line(HEADER.map(() => '---')),
  ...ITEMS.map((item) => line(item)),
  line(['合计', TOTAL, 'per month']),
].join('\n');

/** @type {Cell[][]} */
export const expected = [
  HEADER.map((text) => ({ text })),
  ...ITEMS.map(([item, amount, note]) => [{ text: item }, { value: amount }, { text: note }]),
  [{ text: '合计' }, { value: ITEMS.reduce((sum, item) => sum + item[1], 0), formula: TOTAL }, { text: 'per month' }],
];
