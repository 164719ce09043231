import { strToU8 } from 'fflate';
import { isDate, serialOf } from '../cell';
import { Fault } from '../fault';
import { partText, type Package } from '../package';
import { dateStyles, sheetParts, targetsOf } from '../read/ooxml';
import { decodeXml, encodeXml } from '../xml';
import { BLANK, blanksIn, valueAt, type Data } from './blanks';
import { dialectOf, type Dialect } from './dialect';
import { fillPart, type Filling, type Typed } from './part';
import { scan, splice, type Span } from './scan';
import { newRange, newRow, shiftFormula, type Copies, type Place } from './shift';

interface FilledSheet {
  name: string;
  part: string;
  text: string;
  copies: Map<number, number>;
  /** Old row and copy of each row of `text`, in order. */
  places: Place[];
}

/** Fills the sheets of a workbook: numbers and dates stay such, rows below a repeated one move, and formulas with them. */
export function fillXlsx(parts: Package, data: Data, filling: Filling): Package {
  const result = new Map(parts);
  const typed = typedCells(dateStyles(parts));
  const strings = [...(partText(parts, 'xl/sharedStrings.xml') ?? '').matchAll(/<si(?:\s[^>]*)?>([\s\S]*?)<\/si>|<si\/>/g)].map(([, inner = '']) => inner);
  const sheets = sheetParts(parts).map(({ name, part }) => fillSheet(name, part, inlined(partText(parts, part) ?? '', strings), data, filling, typed));
  const copiesOf = (sheet: string): Copies => sheets.find(({ name }) => name === sheet)?.copies ?? new Map<number, number>();
  const moved = sheets.some(({ copies }) => [...copies.values()].some((count) => count !== 1));
  for (const sheet of sheets) {
    if (moved && /<f\b[^>]*\bt="(?:shared|array|dataTable)"/.test(sheet.text)) throw new Fault('UNSUPPORTED', `The sheet ${sheet.name} has formulas that the program keeps in groups; rows can’t be repeated around them.`, 'Open the template in LibreOffice, save it as .xlsx anew (or as .ods), and fill that.');
    result.set(sheet.part, strToU8(moved ? moveRows(sheet, copiesOf) : withoutValues(sheet.text)));
    if (moved) for (const table of targetsOf(parts, sheet.part).values()) if (/\/tables\//.test(table)) result.set(table, strToU8(moveAreas(partText(parts, table) ?? '', sheet.copies)));
  }
  return recomputed(result, moved ? copiesOf : null);
}

function fillSheet(name: string, part: string, source: string, data: Data, filling: Filling, typed: Typed): FilledSheet {
  const dialect = dialectOf(part) as Dialect;
  const rowAt = (text: string, { start }: Pick<Span, 'start'>): number => Number(/^<row\b[^>]*?\br="(\d+)"/.exec(text.slice(start, start + 400))?.[1] ?? NaN);
  const { text, repeated } = fillPart(source, dialect, data, filling, typed);
  const copies = new Map(repeated.map(({ start, count }) => [rowAt(source, { start }), count]));
  if (copies.has(NaN)) throw new Fault('UNSUPPORTED', `Rows of the sheet ${name} have no numbers.`, 'Open the template in LibreOffice, save it as .xlsx anew, and fill that.');
  const places = scan(source, dialect).rows.flatMap((row) => {
    const number = rowAt(source, row);
    return Array.from({ length: copies.get(number) ?? 1 }, (_, copy): Place => ({ sheet: name, row: number, copy }));
  });
  return { name, part, text, copies, places };
}

/** Strings that the sheets share are put into the cells that have blanks, where each can be filled for itself. */
function inlined(sheet: string, strings: readonly string[]): string {
  return sheet.replace(/<c\b([^>]*?)\bt="s"([^>]*)>\s*<v>(\d+)<\/v>\s*<\/c>/g, (cell, before: string, after: string, index: string) => {
    const inner = strings[Number(index)] ?? '';
    return blanksIn(textOf(inner)).length === 0 ? cell : `<c${before}t="inlineStr"${after}><is>${inner}</is></c>`;
  });
}

function textOf(inner: string): string {
  return decodeXml([...inner.replace(/<rPh\b[\s\S]*?<\/rPh>/g, '').matchAll(/<t\b[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text).join(''));
}

/** A cell that is nothing but a blank takes a number as a number, and a date as one where the cell is made for dates. */
function typedCells(dates: ReadonlySet<number>): Typed {
  return (source, data, filling) =>
    source.replace(/<c\b([^>]*?)\s*\bt="inlineStr"([^>]*)>\s*<is>([\s\S]*?)<\/is>\s*<\/c>/g, (cell, before: string, after: string, inner: string) => {
      const name = onlyBlank(textOf(inner));
      const value = name === null ? null : valueAt(data, name);
      const style = Number(/\bs="(\d+)"/.exec(before + after)?.[1] ?? 0);
      const written = typeof value === 'number' ? value : typeof value === 'string' && isDate(value) && dates.has(style) ? serialOf(value) : null;
      if (name === null || (written === null && typeof value !== 'boolean')) return cell;
      filling.filled.add(name);
      return written === null ? `<c${before}${after} t="b"><v>${value ? 1 : 0}</v></c>` : `<c${before}${after}><v>${written}</v></c>`;
    });
}

/** The name when a text is one blank and nothing else. */
export function onlyBlank(text: string): string | null {
  const [match] = [...text.trim().matchAll(BLANK)];
  return match && match[0] === text.trim() ? (match[1] ?? null) : null;
}

function moveRows({ text, copies, places, part, name }: FilledSheet, copiesOf: (sheet: string) => Copies): string {
  const { rows } = scan(text, dialectOf(part) as Dialect);
  const edits = rows.map((row, index) => {
    const place = places[index] ?? { sheet: name, row: 0, copy: 0 };
    const number = newRow(place.row, copies) + place.copy;
    const moved = withoutValues(text.slice(row.start, row.end))
      .replace(/^<row\b([^>]*?)\br="\d+"/, `<row$1r="${number}"`)
      .replace(/<c\b([^>]*?)\br="([A-Z]+)\d+"/g, `<c$1r="$2${number}"`)
      .replace(/(<f\b[^>]*>)([^<]*)<\/f>/g, (_, open: string, formula: string) => `${open}${encodeXml(shiftFormula(decodeXml(formula), place, copiesOf, 'a1'))}</f>`);
    return { ...row, text: moved };
  });
  const empty = splice(text, edits).replace(/<row\b([^>]*?)\br="(\d+)"([^>]*)\/>/g, (_, before: string, row: string, after: string) => `<row${before}r="${newRow(Number(row), copies)}"${after}/>`);
  const [head = '', body = '', ...tail] = empty.split(/(?=<sheetData\b)|(?<=<\/sheetData>)/);
  return [moveAreas(head, copies), body, ...tail.map((rest) => moveAreas(mergesOfCopies(rest, copies), copies))].join('');
}

/** Cells that are merged inside a repeated row are merged in each copy. Written with their old numbers, as copies of copies never occur. */
function mergesOfCopies(xml: string, copies: Copies): string {
  return xml.replace(/<mergeCell ref="([A-Z]+)(\d+):([A-Z]+)(\d+)"\/>/g, (merge, left: string, top: string, right: string, bottom: string) => {
    const count = copies.get(Number(top));
    if (count === undefined || top !== bottom) return merge;
    const first = newRow(Number(top), copies);
    return Array.from({ length: count }, (_, copy) => `<mergeCell moved="" ref="${left}${first + copy}:${right}${first + copy}"/>`).join('');
  });
}

/** Areas in attributes: merged cells, filters, conditions, links. */
function moveAreas(xml: string, copies: Copies): string {
  return xml
    .replace(/<(\w+)([^>]*?)\b(ref|sqref|topLeftCell|activeCell)="([^"]*)"/g, (tag, name: string, before: string, attribute: string, areas: string) => {
      if (before.includes('moved=""')) return tag.replace(' moved=""', '');
      const moved = areas.replace(/([A-Z]{1,3})(\d+)(?::([A-Z]{1,3})(\d+))?/g, (_, left: string, top: string, right?: string, bottom?: string) => {
        const [first, last] = newRange(Number(top), Number(bottom ?? top), copies);
        return right === undefined ? `${left}${first}` : `${left}${first}:${right}${last}`;
      });
      return `<${name}${before}${attribute}="${moved}"`;
    })
    .replace(/<mergeCells count="\d+">(?=([\s\S]*?)<\/mergeCells>)/g, (_, inner: string) => `<mergeCells count="${inner.split('<mergeCell ').length - 1}">`);
}

/** Values of formulas are of before the filling. */
function withoutValues(xml: string): string {
  return xml.replace(/<c\b([^>]*)>(\s*<f\b[^>]*(?:\/>|>[^<]*<\/f>))\s*<v>[^<]*<\/v>/g, (_, attributes: string, formula: string) => `<c${attributes.replace(/\s+t="\w+"/, '')}>${formula}`);
}

/** The program that opens the workbook computes it; names of areas follow the rows. */
function recomputed(parts: Package, copiesOf: ((sheet: string) => Copies) | null): Package {
  parts.delete('xl/calcChain.xml');
  const edit = (part: string, change: (text: string) => string): void => {
    const text = partText(parts, part);
    if (text !== undefined) parts.set(part, strToU8(change(text)));
  };
  edit('[Content_Types].xml', (text) => text.replace(/<Override\b[^>]*calcChain[^>]*\/>/g, ''));
  edit('xl/_rels/workbook.xml.rels', (text) => text.replace(/<Relationship\b[^>]*calcChain[^>]*\/>/g, ''));
  edit('xl/workbook.xml', (text) => {
    const computed = /<calcPr\b/.test(text) ? text.replace(/<calcPr\b[^>]*?(\/?)>/, '<calcPr fullCalcOnLoad="1"$1>') : text.replace('</workbook>', '<calcPr fullCalcOnLoad="1"/></workbook>');
    return copiesOf ? computed.replace(/(<definedName\b[^>]*>)([^<]*)<\/definedName>/g, (_, open: string, area: string) => `${open}${encodeXml(shiftFormula(decodeXml(area), { sheet: '', row: 0, copy: 0 }, copiesOf, 'a1'))}</definedName>`) : computed;
  });
  return parts;
}
