import { strToU8 } from 'fflate';
import { isDate } from '../cell';
import { requiredText, type Package } from '../package';
import { decodeXml, encodeXml } from '../xml';
import { valueAt, type Data } from './blanks';
import { dialectOf, type Dialect } from './dialect';
import { fillPart, type Filling, type Typed } from './part';
import { scan, splice } from './scan';
import { shiftFormula, type Copies, type Place } from './shift';
import { onlyBlank } from './xlsx';

/** Fills the sheets of an ODF spreadsheet: numbers and dates as such, and formulas that follow the rows that moved. */
export function fillOds(parts: Package, data: Data, filling: Filling): Package {
  const dialect = dialectOf('content.xml') as Dialect;
  const source = requiredText(parts, 'content.xml');
  const { text, repeated } = fillPart(source, dialect, data, filling, typedCells);
  const copies = new Map<string, Map<number, number>>();
  const places: Place[] = [];
  let sheet = '';
  let row = 0;
  let at = 0;
  for (const { start, end } of scan(source, dialect).rows) {
    const table = [...source.slice(at, start).matchAll(/<table:table\b[^>]*?\btable:name="([^"]*)"/g)].at(-1)?.[1];
    if (table !== undefined) {
      sheet = decodeXml(table);
      row = 0;
    }
    at = end;
    const number = row + 1;
    row += Number(/^<table:table-row\b[^>]*?number-rows-repeated="(\d+)"/.exec(source.slice(start, end))?.[1] ?? 1);
    const count = repeated.find((each) => each.start === start)?.count;
    if (count !== undefined) copies.set(sheet, (copies.get(sheet) ?? new Map<number, number>()).set(number, count));
    for (let copy = 0; copy < (count ?? 1); copy++) places.push({ sheet, row: number, copy });
  }
  const copiesOf = (name: string): Copies => copies.get(name) ?? new Map<number, number>();
  const edits = scan(text, dialect).rows.map((span, index) => ({ ...span, text: formulasIn(text.slice(span.start, span.end), places[index] ?? { sheet: '', row: 0, copy: 0 }, copiesOf) }));
  return new Map(parts).set('content.xml', strToU8(splice(text, edits)));
}

/** Formulas in their new place; their values are of before the filling, and are left to the program that opens the file. */
function formulasIn(row: string, place: Place, copiesOf: (sheet: string) => Copies): string {
  return row.replace(/<table:table-cell\b([^>]*?)\btable:formula="([^"]*)"([^>]*?)(?:\/>|>[\s\S]*?<\/table:table-cell>)/g, (_, before: string, formula: string, after: string) => {
    const attributes = `${before}${after}`.replace(/\s*\b(?:office|calcext):(?:value|value-type|date-value|time-value|boolean-value|string-value)="[^"]*"/g, '');
    return `<table:table-cell${attributes} table:formula="${encodeXml(shiftFormula(decodeXml(formula), place, copiesOf, 'odf'))}"/>`;
  });
}

/** A cell that is nothing but a blank takes a number, a date, true or false as such. */
const typedCells: Typed = (source: string, data: Data, filling: Filling) =>
  source.replace(/<table:table-cell\b([^>]*)>\s*<text:p\b[^>]*>((?:(?!<\/?text:p\b)[\s\S])*?)<\/text:p>\s*<\/table:table-cell>/g, (cell, attributes: string, inner: string) => {
    const name = onlyBlank(decodeXml(inner.replace(/<[^>]*>/g, '')));
    const value = name === null ? null : valueAt(data, name);
    if (name === null || value === null) return cell;
    const typed = typeof value === 'number' ? `office:value-type="float" office:value="${value}"` : typeof value === 'boolean' ? `office:value-type="boolean" office:boolean-value="${value}"` : isDate(value) ? `office:value-type="date" office:date-value="${value}"` : null;
    if (typed === null) return cell;
    filling.filled.add(name);
    const kept = attributes.replace(/\s*\b(?:office|calcext):value-type="[^"]*"/g, '');
    return `<table:table-cell${kept} ${typed}><text:p>${encodeXml(String(value))}</text:p></table:table-cell>`;
  });
