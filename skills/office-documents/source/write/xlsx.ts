import { cellName, serialOf, type Cell } from '../cell';
import { packageOf, type Package } from '../package';
import { encodeXml } from '../xml';
import type { NewSheet } from './sheets';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** Places in `cellXfs` of STYLES. */
const STYLE = { header: 1, date: 2, time: 3 } as const;
/** Widths of columns, in characters. */
const WIDTH = { least: 9, most: 60 };

/** An Excel workbook of the sheets. Formulas have no values yet: `withValues` adds them, else the program that opens it computes. */
export function writeXlsx(sheets: readonly NewSheet[]): Package {
  const each = <T>(make: (sheet: NewSheet, number: number) => T): T[] => sheets.map((sheet, index) => make(sheet, index + 1));
  return packageOf({
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${each((_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each((_, number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`).join('')}<Relationship Id="rIdS" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(({ name }, number) => `<sheet name="${encodeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`).join('')}</sheets><calcPr calcId="0" fullCalcOnLoad="1"/></workbook>`,
    'xl/styles.xml': HEAD + STYLES,
    ...Object.fromEntries(each((sheet, number) => [`xl/worksheets/sheet${number}.xml`, HEAD + sheetXml(sheet)])),
  });
}

function sheetXml({ rows, header }: NewSheet): string {
  const pane = header ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : '';
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) => rows.reduce((width, row) => Math.max(width, widthOf(row[column])), WIDTH.least));
  const cols = widths.map((width, column) => `<col min="${column + 1}" max="${column + 1}" width="${Math.min(WIDTH.most, width + 2)}" customWidth="1"/>`).join('');
  const lines = rows.map((row, at) => `<row r="${at + 1}">${row.map((cell, column) => cellXml(cell, cellName(at, column), header && at === 0)).join('')}</row>`);
  return `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>${cols ? `<cols>${cols}</cols>` : ''}<sheetData>${lines.join('')}</sheetData></worksheet>`;
}

function widthOf(cell: Cell | undefined): number {
  const text = cell?.kind === 'number' ? String(cell.number) : cell?.kind === 'text' ? cell.text : cell?.kind === 'date' ? cell.text : '';
  // East Asian characters are twice as wide.
  return [...(text.split('\n')[0] ?? '')].reduce((width, character) => width + (character > '\u2e80' ? 2 : 1), 0);
}

function cellXml(cell: Cell, name: string, header: boolean): string {
  const style = cell.kind === 'date' ? (cell.text.length > 10 ? STYLE.time : STYLE.date) : header ? STYLE.header : 0;
  const open = `<c r="${name}"${style ? ` s="${style}"` : ''}`;
  switch (cell.kind) {
    case 'empty':
    case 'error':
      return style ? `${open}/>` : '';
    case 'text':
      return `${open} t="inlineStr"><is><t xml:space="preserve">${encodeXml(cell.text)}</t></is></c>`;
    case 'number':
      return `${open}><v>${cell.number}</v></c>`;
    case 'boolean':
      return `${open} t="b"><v>${cell.boolean ? 1 : 0}</v></c>`;
    case 'date':
      return `${open}><v>${serialOf(cell.text)}</v></c>`;
    case 'formula':
      return `${open}><f>${encodeXml(modern(cell.text.slice(1)))}</f></c>`;
  }
}

/** Functions younger than the format are written with a prefix. */
const YOUNG = /(?<![\w.])(ACOT|AGGREGATE|CONCAT|DAYS|IFNA|IFS|ISOWEEKNUM|MAXIFS|MINIFS|NUMBERVALUE|SWITCH|TEXTJOIN|XLOOKUP|XOR)(?=\()/gi;

function modern(formula: string): string {
  return formula.replace(/"(?:[^"]|"")*"|[^"]+/g, (part) => (part.startsWith('"') ? part : part.replace(YOUNG, '_xlfn.$1')));
}

const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE7E6E6"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" fillId="2" applyFont="1" applyFill="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`;
