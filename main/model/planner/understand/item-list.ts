/** A list of things with amounts: "Rent 1200, Food 450", "房租 1200，餐费 450 元", one a line or in a sentence. */
export interface FoundList {
  items: [label: string, amount: string][];
  /** A last entry that names a total without giving one ("…, total"). */
  total: string | null;
}

const AMOUNT = String.raw`-?(?:[$¥￥€£]\s?)?\d[\d,]*(?:\.\d+)?\s?(?:[%％]|元|块|美元|欧元|dollars?|euros?|yuan|USD|EUR|CNY|RMB)?`;
const ENTRY = new RegExp(`^(?<label>.*?[^\\s:：=])\\s*(?:[:：=]|\\bis\\b|为|是)?\\s*(?<amount>(?<![\\d.])${AMOUNT})\\s*[.。]?$`, 'iu');
const TOTAL = /^(?:a |an |the |加上|以及|和|并|再)?["“「]?(?<label>total|sum|grand total|合计|总计|总和|共计)["”」]?(?: row| line|行)?[.。]?$/iu;
/** What stands before the first label in a sentence, surest first: "Cost of food 450" keeps its "of" behind a colon or "with". */
const LEADS = [
  /^.*[:：]\s*/u,
  /^.*?\b(?:with|containing|including|enter|type|put in|insert)\s+/iu,
  /^.*(?:包括|包含|记录|列出|写上|填入|填上|录入|里面有|内容有|内容是|分别是|如下|有)/u,
  /^.*?\b(?:of|for|items?|rows?|has|are)\s+/iu,
];
const BULLET = /^\s*(?:[-*•·]|\d+[.)、])\s*/u;

/** Reads the longest run of entries; null when there are fewer than two. */
export function takeItems(text: string): FoundList | null {
  const pieces = text
    .split(/[;；、，\n]|,(?!\d{3}(?!\d))|(?<=\d)\s+(?:and|以及|和)\s+|(?<=\d(?:元|块)?)(?:和|以及)|\s+and\s+(?=(?:a |the )?(?:total|sum)\b)/iu)
    .map((piece) => piece.replace(BULLET, '').replace(/^\s*and\s+/i, '').trim())
    .filter((piece) => piece !== '');
  let best: FoundList = { items: [], total: null };
  for (let start = 0; start < pieces.length; start++) {
    const found = runFrom(pieces, start);
    if (found.items.length > best.items.length) best = found;
  }
  return best.items.length >= 2 ? best : null;
}

function runFrom(pieces: string[], start: number): FoundList {
  const found: FoundList = { items: [], total: null };
  for (const piece of pieces.slice(start)) {
    const total = TOTAL.exec(piece)?.groups?.['label'];
    if (total !== undefined && found.items.length > 0) return { ...found, total };
    const entry = ENTRY.exec(piece)?.groups;
    if (!entry?.['label'] || !entry['amount']) return found;
    const label = found.items.length === 0 ? withoutLead(entry['label']) : entry['label'];
    if (label === '') return found;
    found.items.push([label, entry['amount'].trim()]);
  }
  return found;
}

function withoutLead(label: string): string {
  const lead = LEADS.find((pattern) => pattern.test(label));
  return (lead ? label.replace(lead, '') : label).trim();
}
