import path from 'node:path';
import { Fault } from './fault';

/** What a document is made of, whatever its format. */
export type Family = 'text' | 'sheet' | 'slides' | 'pdf';

export interface Format {
  /** Ending without the dot, lower case. */
  ending: string;
  family: Family;
  /** Zip of XML that we read and fill ourselves; null for formats that only LibreOffice reads. */
  zip: 'ooxml' | 'odf' | null;
  /** LibreOffice's name of the filter that writes it; null when it writes none. */
  filter: string | null;
}

const FORMATS: Format[] = [
  { ending: 'docx', family: 'text', zip: 'ooxml', filter: 'MS Word 2007 XML' },
  { ending: 'odt', family: 'text', zip: 'odf', filter: 'writer8' },
  { ending: 'doc', family: 'text', zip: null, filter: 'MS Word 97' },
  { ending: 'rtf', family: 'text', zip: null, filter: 'Rich Text Format' },
  { ending: 'txt', family: 'text', zip: null, filter: 'Text (encoded):UTF8' },
  { ending: 'html', family: 'text', zip: null, filter: 'HTML (StarWriter)' },
  { ending: 'xlsx', family: 'sheet', zip: 'ooxml', filter: 'Calc MS Excel 2007 XML' },
  { ending: 'ods', family: 'sheet', zip: 'odf', filter: 'calc8' },
  { ending: 'xls', family: 'sheet', zip: null, filter: 'MS Excel 97' },
  { ending: 'csv', family: 'sheet', zip: null, filter: 'Text - txt - csv (StarCalc)' },
  { ending: 'pptx', family: 'slides', zip: 'ooxml', filter: 'Impress MS PowerPoint 2007 XML' },
  { ending: 'odp', family: 'slides', zip: 'odf', filter: 'impress8' },
  { ending: 'ppt', family: 'slides', zip: null, filter: 'MS PowerPoint 97' },
  { ending: 'pdf', family: 'pdf', zip: null, filter: null },
];

/** Templates and files with macros are the same inside; they are read, never written. */
const VARIANTS: Record<string, string> = {
  dotx: 'docx', docm: 'docx', dotm: 'docx', ott: 'odt', xltx: 'xlsx', xlsm: 'xlsx', xltm: 'xlsx', ots: 'ods',
  potx: 'pptx', pptm: 'pptx', ppsx: 'pptx', otp: 'odp', htm: 'html',
};

/** LibreOffice's filters for PDF, by what is printed. */
export const PDF_FILTERS: Record<Exclude<Family, 'pdf'>, string> = { text: 'writer_pdf_Export', sheet: 'calc_pdf_Export', slides: 'impress_pdf_Export' };

/** @throws Fault UNSUPPORTED when the ending is none of ours. */
export function formatOf(file: string): Format {
  const ending = endingOf(file);
  const found = FORMATS.find((format) => format.ending === (Object.hasOwn(VARIANTS, ending) ? VARIANTS[ending] : ending));
  if (found) return found;
  throw new Fault('UNSUPPORTED', `${path.basename(file)} has an ending that this skill does not know.`, `It knows ${FORMATS.map((format) => format.ending).join(', ')}. For other text files use Read and Write.`);
}

/** As `formatOf`, for a file that is to be written: a template's or macro file's ending would promise what is not in it. */
export function targetFormatOf(file: string): Format {
  const format = formatOf(file);
  if (format.ending === endingOf(file)) return format;
  throw new Fault('UNSUPPORTED', `Files ending in .${endingOf(file)} can be read but not written.`, `Give a target ending in .${format.ending}.`);
}

function endingOf(file: string): string {
  return path.extname(file).slice(1).toLowerCase();
}
