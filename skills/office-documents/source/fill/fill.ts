import { strToU8 } from 'fflate';
import { Fault } from '../fault';
import type { Format } from '../formats';
import { partText, type Package } from '../package';
import { blanksOfPart, fillPart, type Filling } from './part';
import type { Data } from './blanks';
import { dialectOf } from './dialect';
import { fillOds } from './ods';
import { fillXlsx } from './xlsx';
import { checkXml } from '../xml';

export interface Filled {
  parts: Package;
  /** Names of the blanks that got a value. */
  filled: string[];
}

/** Names of the blanks in a document, each once, in their order. */
export function blanksOf(parts: Package): string[] {
  return [...new Set([...parts.keys()].flatMap((part) => (part === 'xl/sharedStrings.xml' ? blanksInPart(parts, part, 'xl/worksheets/sheet.xml') : blanksInPart(parts, part, part))))];
}

function blanksInPart(parts: Package, part: string, as: string): string[] {
  const dialect = dialectOf(as);
  return dialect ? blanksOfPart(partText(parts, part) ?? '', dialect) : [];
}

/**
 * The template with its blanks filled; its layout stays.
 * @throws Fault INVALID_PARAM when it has no blanks, or when some have no value: nothing is filled by halves.
 */
export function fillTemplate(parts: Package, { family, zip }: Format, data: Data): Filled {
  if (blanksOf(parts).length === 0) throw new Fault('INVALID_PARAM', 'The template has no blanks: no text like {{name}} is in it.', 'Write blanks as {{name}} in the template, {{list.name}} in a row that is to be repeated. To make a new document use create.');
  const filling: Filling = { filled: new Set(), missing: new Set() };
  let result = family === 'sheet' ? (zip === 'odf' ? fillOds(parts, data, filling) : fillXlsx(parts, data, filling)) : new Map(parts);
  for (const part of parts.keys()) {
    const dialect = dialectOf(part);
    // Sheets are done; their styles' headers and footers are not.
    if (!dialect || (family === 'sheet' && part !== 'styles.xml')) continue;
    result = new Map(result).set(part, strToU8(withoutEmptyTables(fillPart(partText(parts, part) ?? '', dialect, data, filling).text)));
  }
  if (filling.missing.size > 0) {
    const names = [...filling.missing];
    throw new Fault('INVALID_PARAM', `data has no value for ${names.length === 1 ? 'the blank' : 'the blanks'} ${names.join(', ')}. Nothing was written.`, 'Give every blank a value ("" leaves it empty). A list belongs into a table row: {{items.name}} with "items": [{"name": "Tea"}].');
  }
  for (const [part, bytes] of result) if (dialectOf(part) && bytes !== parts.get(part)) checkXml(partText(result, part) ?? '');
  return { parts: result, filled: [...filling.filled] };
}

/** Word takes a table without rows for damage. */
function withoutEmptyTables(xml: string): string {
  return xml.replace(/<w:tbl>(?:(?!<w:tbl>|<w:tr\b)[\s\S])*?<\/w:tbl>/g, '<w:p/>');
}
