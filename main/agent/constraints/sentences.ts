/** A longer stretch without a full stop is no sentence a person wrote as a rule, characters. */
const LONGEST = 600;

/** Words that end with a full stop without ending a sentence. */
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|no|nr|approx|mr|mrs|ms|dr|st|fig|incl)|\b[A-Za-z])\.$/i;

/**
 * The sentences of a person's message, word for word. Code, quoted lines and table rows are left
 * out: they are material, not the person's own voice. List marks are not part of a sentence.
 */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let fenced = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(```|~~~)/.test(line)) {
      fenced = !fenced;
      continue;
    }
    if (fenced || /^\s*>/.test(line) || /^\s*\|.*\|\s*$/.test(line)) continue;
    sentences.push(...splitLine(line.replace(/^\s*(?:[-*+•·]|\d{1,3}[.)、]|[（(]\d{1,3}[)）])\s*/, '')));
  }
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence.length > 2 && sentence.length <= LONGEST);
}

function splitLine(line: string): string[] {
  const found: string[] = [];
  let start = 0;
  for (const { index, 0: mark } of line.matchAll(/[.!?…]+["'”’)\]]*(?=\s|$)|[。！？；][”’」』）)]*|;(?=\s|$)/g)) {
    const end = index + mark.length;
    const sentence = line.slice(start, end);
    if (mark === '.' && ABBREVIATION.test(sentence)) continue;
    found.push(sentence);
    start = end;
  }
  return [...found, line.slice(start)];
}

/** The text with what stands in quotes or code marks blanked out, at the same length: a quoted "do not" is not said by the person. */
export function withoutQuotes(text: string): string {
  return text.replace(/"[^"\n]*"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|《[^》\n]*》|`[^`\n]*`|(?<=^|[\s(])'[^'\n]+'(?=$|[\s.,;:!?)])/g, (quoted) => '\u0000'.repeat(quoted.length));
}

/** A clause and where in the sentence it begins. */
export interface Clause {
  text: string;
  at: number;
}

/** The clauses of a sentence: parted by commas, colons, dashes, brackets and the words that join. */
export function clausesOf(sentence: string): Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  for (const { index, 0: mark } of sentence.matchAll(/[,;:，；：（）()—–]+|\s-\s|\s(?=(?:but|and|so|then|however|yet|or)\s)|(?=但是?|而且|并且|同时|然后|所以)/g)) {
    clauses.push({ text: sentence.slice(start, index), at: start });
    start = index + mark.length;
  }
  clauses.push({ text: sentence.slice(start), at: start });
  return clauses.filter(({ text }) => text.trim() !== '');
}
