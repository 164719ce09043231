import { differences, formulaTroubles, missingLines } from './prove';
import { Fault } from './fault';
import { fillTemplate } from './fill/fill';
import type { Data } from './fill/blanks';
import { formatOf, type Format } from './formats';
import { readPackage, writePackage, type Package } from './package';
import type { Office } from './office';
import { wordsOf, type Contents } from './read/contents';
import { readCsv } from './read/csv';
import { warningsOf } from './read/notes';
import { readPdf } from './read/pdf';
import { contentsOf, contentsOfBytes } from './read/read';
import { withValues } from './values';
import { writeDocx } from './write/docx';
import { parseMarkdown, plain, type Block } from './write/markdown';
import { writeOdp } from './write/odp';
import { sheetsOf } from './write/sheets';
import { writeXlsx } from './write/xlsx';

/** A document that was made, read back, and not yet saved. */
export interface Made {
  bytes: Uint8Array;
  /** What reading it back showed. */
  checked: string;
  /** What a person should know of it. */
  warnings: string[];
}

const DOCX = formatOf('a.docx');
const XLSX = formatOf('a.xlsx');
const ODP = formatOf('a.odp');
const PPTX = formatOf('a.pptx');
const BASE = { text: DOCX, sheet: XLSX, slides: PPTX };

/** A new document from Markdown, or from rows for a spreadsheet. */
export async function create(target: Format, content: string, sheets: unknown, office: Office): Promise<Made> {
  if (target.family === 'sheet' || (target.family === 'pdf' && sheets !== undefined)) return createSheets(target, sheets, office);
  if (content.trim() === '') throw new Fault('INVALID_PARAM', 'create needs content: the text as Markdown.', 'Example: "content": "# Minutes\\n\\nPresent: Ann, Bo\\n\\n- item"');
  const slides = target.family === 'slides';
  const blocks = parseMarkdown(content);
  const [base, parts] = slides ? [ODP, writeOdp(content)] : [DOCX, writeDocx(blocks)];
  const bytes = await turned(writePackage(parts), base, target, office);
  const lines = linesOf(blocks);
  const missing = missingLines(lines, wordsOf(await readBack(bytes, target, office, slides ? 'slides' : 'text')));
  if (missing.length > 0 && target.zip) throw notHeld(missing);
  return { bytes, checked: `${lines.length - missing.length} of ${lines.length} pieces of text were read back from the file`, warnings: missing.map((line) => `Not found when the file was read back: ${line.slice(0, 80)}`) };
}

async function createSheets(target: Format, given: unknown, office: Office): Promise<Made> {
  const sheets = sheetsOf(given);
  const [parts, computed] = await valued(writeXlsx(sheets), office);
  const bytes = await turned(writePackage(parts), XLSX, target, office);
  const count = sheets.reduce((sum, { rows }) => sum + rows.reduce((cells, row) => cells + row.filter(({ kind }) => kind !== 'empty').length, 0), 0);
  if (target.family === 'pdf') {
    const lines = linesOfContents({ family: 'sheet', sheets });
    const missing = missingLines(lines, wordsOf(await readBack(bytes, target, office, 'sheet')));
    return { bytes, checked: `${lines.length - missing.length} of ${lines.length} texts were read back from the file`, warnings: [...missing.map((line) => `Not found when the file was read back: ${line.slice(0, 80)}`), ...computed] };
  }
  if (target.zip === null) {
    const note = target.ending === 'csv' && sheets.length > 1 ? [`A CSV holds one sheet: only ${sheets[0]?.name ?? ''} was written.`] : [];
    return { bytes, checked: `${count} cells were read back from the workbook it was made of`, warnings: [...note, ...computed] };
  }
  const back = contentsOfBytes(bytes, target);
  const wrong = back.family === 'sheet' ? differences(sheets, back.sheets) : ['it is no spreadsheet'];
  if (wrong.length > 0) throw notHeld(wrong);
  return { bytes, checked: `all ${count} cells were read back from the file as asked`, warnings: computed };
}

/** A workbook with its formulas computed, where LibreOffice is there; else what to know. */
async function valued(parts: Package, office: Office): Promise<[Package, string[]]> {
  const sheetsIn = (it: Package): ReturnType<typeof formulaTroubles> => {
    const contents = contentsOf(it, XLSX);
    return contents.family === 'sheet' ? formulaTroubles(contents.sheets) : { errors: [], unknown: 0 };
  };
  if (sheetsIn(parts).unknown === 0) return [parts, []];
  try {
    const computed = contentsOfBytes(await office.convert({ bytes: writePackage(parts), format: XLSX }, XLSX), XLSX);
    const full = computed.family === 'sheet' ? withValues(parts, computed.sheets) : parts;
    return [full, sheetsIn(full).errors.map((error) => `A formula came to an error: ${error}`)];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return [parts, [`The values of formulas are not in the file; the program that opens it computes them (${error.message})`]];
  }
}

/** A template with its blanks filled; it keeps its format unless `target` has another one. */
export async function fill(template: Uint8Array, format: Format, target: Format, data: Data, office: Office): Promise<Made & { filled: string[] }> {
  if (format.zip === null) throw new Fault('UNSUPPORTED', `Blanks can't be filled in a .${format.ending}.`, 'Convert the template to docx, odt, xlsx, ods, pptx or odp first.');
  checkFamilies(format, target);
  const { parts, filled } = fillTemplate(readPackage(template), format, data);
  const isWorkbook = format.ending === 'xlsx';
  const [full, computed] = isWorkbook ? await valued(parts, office) : [parts, []];
  // Its formulas lost their values; LibreOffice computes them while it writes the same format.
  const again = format.ending === 'ods' && target.ending === 'ods' && formulasWithoutValue(full, format) > 0;
  const bytes = await turned(writePackage(full), format, target, office, again);
  const left = contentsOf(full, format);
  const missing = missingLines(linesOfContents(only(left, undefined, target)), wordsOf(target.zip === null ? await readBack(bytes, target, office, format.family) : contentsOfBytes(bytes, target)));
  return { bytes, filled, checked: missing.length === 0 ? `no blank is left, and every line was read back from the file` : `${missing.length} lines were not found when the file was read back`, warnings: [...computed, ...missing.slice(0, 5), ...warningsOf(full)] };
}

function formulasWithoutValue(parts: Package, format: Format): number {
  const contents = contentsOf(parts, format);
  return contents.family === 'sheet' ? formulaTroubles(contents.sheets).unknown : 0;
}

/** What a document says, with what to know of it. */
export async function read(bytes: Uint8Array, format: Format, office: Office): Promise<{ contents: Contents; parts: Package | null; warnings: string[] }> {
  if (format.family === 'pdf') return { contents: { family: 'pdf', pages: await readPdf(bytes) }, parts: null, warnings: [] };
  if (format.ending === 'csv') {
    const { sheets, warnings } = readCsv(bytes);
    return { contents: { family: 'sheet', sheets }, parts: null, warnings };
  }
  if (format.zip === null) return { contents: await readBack(bytes, format, office, format.family), parts: null, warnings: [] };
  const parts = readPackage(bytes);
  const contents = contentsOf(parts, format);
  return { contents, parts, warnings: warningsOf(parts, contents.family === 'sheet' ? contents.sheets : []) };
}

/** A document in another format. */
export async function convert(source: Uint8Array, format: Format, target: Format, sheet: string | undefined, office: Office): Promise<Made> {
  if (format.ending === target.ending) throw new Fault('INVALID_PARAM', `The file is a .${format.ending} already.`, 'Give a target with another ending.');
  checkFamilies(format, target);
  const before = await read(source, format, office);
  const bytes = await converted(before.contents, { bytes: source, format }, target, sheet, office);
  const lines = linesOfContents(only(before.contents, sheet, target));
  const missing = missingLines(lines, wordsOf(await readBack(bytes, target, office, format.family === 'pdf' ? 'text' : format.family)));
  const layout = format.family === 'pdf' ? ['Only the text of the PDF was taken over, not its layout and pictures.'] : [];
  return { bytes, checked: `${lines.length - missing.length} of ${lines.length} lines of the source were read back from the new file`, warnings: [...layout, ...missing.slice(0, 5).map((line) => `Not found in the new file: ${line.slice(0, 80)}`), ...before.warnings] };
}

function converted(contents: Contents, source: { bytes: Uint8Array; format: Format }, target: Format, sheet: string | undefined, office: Office): Promise<Uint8Array> {
  if (contents.family === 'pdf') return fromPdf(contents, target, office);
  // A program that opens a CSV takes codes for numbers, and texts for formulas.
  if (contents.family === 'sheet' && source.format.ending === 'csv') return turned(writePackage(writeXlsx(contents.sheets.map((it) => ({ ...it, header: false })))), XLSX, target, office);
  return office.convert(source, target, sheetNumber(contents, sheet));
}

function checkFamilies(format: Format, target: Format): void {
  if (target.family === 'pdf' || format.family === target.family || (format.family === 'pdf' && target.family === 'text')) return;
  const kinds = { text: 'text document', sheet: 'spreadsheet', slides: 'presentation', pdf: 'PDF' };
  throw new Fault('UNSUPPORTED', `A ${kinds[format.family]} can't become a ${kinds[target.family]}.`, format.family === 'pdf' ? 'A PDF can become docx, odt or txt.' : 'Read it, then create the new document from what it says.');
}

function sheetNumber(contents: Contents, sheet: string | undefined): number {
  if (sheet === undefined || contents.family !== 'sheet') return 1;
  const at = contents.sheets.findIndex(({ name }) => name === sheet);
  if (at === -1) throw new Fault('NOT_FOUND', `There is no sheet ${sheet}.`, `Its sheets: ${contents.sheets.map(({ name }) => name).join(', ')}.`);
  return at + 1;
}

/** What of a document can be in the other format: one sheet of a CSV's, no notes of a printed presentation's. */
function only(contents: Contents, sheet: string | undefined, target: Format): Contents {
  if (contents.family === 'slides' && target.family === 'pdf') return { ...contents, slides: contents.slides.map((slide) => ({ ...slide, notes: [] })) };
  if (contents.family !== 'sheet' || target.ending !== 'csv') return contents;
  return { family: 'sheet', sheets: contents.sheets.filter(({ name }, index) => (sheet === undefined ? index === 0 : name === sheet)) };
}

async function fromPdf(contents: Contents, target: Format, office: Office): Promise<Uint8Array> {
  const pages = contents.family === 'pdf' ? contents.pages : [];
  if (pages.every((page) => page === '')) throw new Fault('UNSUPPORTED', 'The PDF has no text: its pages are pictures.', 'It needs text recognition, which this skill has not.');
  if (target.ending === 'txt') return Buffer.from(`${pages.join('\n\n')}\n`);
  const blocks = pages.flatMap((page, index): Block[] => [...(index > 0 ? [{ kind: 'break' } as const] : []), ...page.split('\n').map((line): Block => ({ kind: 'paragraph', runs: [{ text: line }] }))]);
  return turned(writePackage(writeDocx(blocks)), DOCX, target, office);
}

function turned(bytes: Uint8Array, format: Format, target: Format, office: Office, again = false): Promise<Uint8Array> {
  return format.ending === target.ending && !again ? Promise.resolve(bytes) : office.convert({ bytes, format }, target);
}

/** What a file of any format says; those that only LibreOffice reads are turned for it. */
async function readBack(bytes: Uint8Array, format: Format, office: Office, family: keyof typeof BASE | 'pdf'): Promise<Contents> {
  if (format.family === 'pdf') return { family: 'pdf', pages: await readPdf(bytes) };
  if (format.zip !== null) return contentsOfBytes(bytes, format);
  if (format.ending === 'csv') return { family: 'sheet', sheets: readCsv(bytes).sheets };
  if (format.ending === 'txt') return { family: 'text', markdown: Buffer.from(bytes).toString('utf8').replace(/^\uFEFF/, '') };
  const base = BASE[family === 'pdf' ? 'text' : family];
  return contentsOfBytes(await office.convert({ bytes, format }, base), base);
}

function linesOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => ('runs' in block ? [plain(block.runs).replace(/^(?:notes?|备注|讲稿)\s*[:：]\s*/i, '')] : block.kind === 'table' ? block.rows.flatMap((row) => row.map(plain)) : block.kind === 'code' ? block.lines : [])).flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '');
}

/** Words that another format shows as they are; numbers and dates of sheets look different in each. */
function linesOfContents(contents: Contents): string[] {
  if (contents.family === 'sheet') return contents.sheets.flatMap(({ rows }) => rows.flat().flatMap((cell) => (cell.kind === 'text' ? cell.text.split('\n') : []))).filter((line) => line.trim() !== '');
  return wordsOf(contents)
    .split('\n')
    .flatMap((line) => (line.startsWith('|') ? line.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|')) : [line]))
    .flatMap((line) => line.replace(/^(?:#+|\s*-) /, '').split('\t'))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^-+$/.test(line));
}

function notHeld(what: readonly string[]): Fault {
  return new Fault('EXECUTION_ERROR', `The document that was made does not hold what was asked for: ${what.slice(0, 5).join('; ')}. Nothing was written.`, 'Simplify these parts and try again.');
}
