import path from 'node:path';
import type { Answer, SkillContext } from '../../serve';
import { jsonOf } from './cell';
import { convert, create, fill, read, type Made } from './documents';
import { Fault } from './fault';
import type { Data } from './fill/blanks';
import { blanksOf } from './fill/fill';
import { formatOf, targetFormatOf } from './formats';
import { createOffice, type Office } from './office';
import type { Contents } from './read/contents';
import { checkTarget, loadFile, saveFile } from './save';
import { say } from './words';

/** Characters of a document that one answer holds. */
const LONGEST = 60_000;

/** Does one call; what can't be done is an answer that says why, and what to try. */
export async function answer(args: Readonly<Record<string, unknown>>, context: SkillContext, office: Office = createOffice(path.join(context.data, 'office'), context.environment)): Promise<Answer> {
  try {
    switch (args['action']) {
      case 'read':
        return await answerRead(args, context, office);
      case 'create':
        return await answerCreate(args, context, office);
      case 'fill':
        return await answerFill(args, context, office);
      case 'convert':
        return await answerConvert(args, context, office);
      default:
        throw new Fault('INVALID_PARAM', 'action must be read, create, fill or convert.', 'Example: {"action": "read", "file": "report.docx"}');
    }
  } catch (error) {
    if (error instanceof Fault) return { status: 'error', message: error.message, hint: error.hint, code: error.code };
    throw error;
  }
}

type Call = (args: Readonly<Record<string, unknown>>, context: SkillContext, office: Office) => Promise<Answer>;

const answerRead: Call = async (args, context, office) => {
  const file = pathOf(args, 'file', context);
  const format = formatOf(file);
  const { contents, parts, warnings } = await read(loadFile(file), format, office);
  const [result, count, cut] = shown(contents, textOf(args, 'sheet'));
  const blanks = parts ? blanksOf(parts) : [];
  const lines = [say(context.language, contents.family, { file: path.basename(file), count }), ...(blanks.length > 0 ? [say(context.language, 'blanks', { blanks: blanks.join(', ') })] : []), ...(cut ? [say(context.language, 'cut')] : []), ...warnings];
  return { status: 'ok', result: { ...result, ...(blanks.length > 0 ? { blanks } : {}), ...(cut ? { cut } : {}), ...(warnings.length > 0 ? { warnings } : {}) }, text: lines.join('\n') };
};

/** What is told of a document, how much there is in all, and whether a part was left out. */
function shown(contents: Contents, sheet: string | undefined): [result: Record<string, unknown>, count: number, cut: boolean] {
  let left = LONGEST;
  const within = <T>(items: readonly T[]): T[] => items.filter((item) => (left -= JSON.stringify(item).length) >= 0);
  switch (contents.family) {
    case 'text':
      return [{ text: contents.markdown.slice(0, LONGEST) }, contents.markdown.length, contents.markdown.length > LONGEST];
    case 'pdf': {
      const pages = within(contents.pages);
      return [{ pages }, contents.pages.length, pages.length < contents.pages.length];
    }
    case 'slides': {
      const slides = within(contents.slides);
      return [{ slides }, contents.slides.length, slides.length < contents.slides.length];
    }
    case 'sheet': {
      const wanted = contents.sheets.filter(({ name }) => sheet === undefined || name === sheet);
      if (wanted.length === 0) throw new Fault('NOT_FOUND', `There is no sheet ${sheet ?? ''}.`, `Its sheets: ${contents.sheets.map(({ name }) => name).join(', ')}.`);
      const sheets = wanted.map(({ name, rows }) => ({ name, rows: within(rows.map((row) => row.map(jsonOf))) }));
      return [{ sheets }, contents.sheets.length, sheets.some(({ rows }, index) => rows.length < (wanted[index]?.rows.length ?? 0))];
    }
  }
}

const answerCreate: Call = async (args, context, office) => {
  const target = pathOf(args, 'target', context);
  const format = targetFormatOf(target);
  const overwrite = args['overwrite'] === true;
  checkTarget(target, overwrite);
  context.progress(say(context.language, 'creating'));
  const made = await create(format, textOf(args, 'content') ?? '', args['sheets'], office);
  saveFile(target, made.bytes, overwrite);
  return written(made, target, say(context.language, 'created', { file: shortOf(target, context), checked: made.checked }));
};

const answerFill: Call = async (args, context, office) => {
  const file = pathOf(args, 'file', context);
  const target = pathOf(args, 'target', context);
  const overwrite = args['overwrite'] === true;
  const [format, wanted] = [formatOf(file), targetFormatOf(target)];
  const data = args['data'];
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw new Fault('INVALID_PARAM', 'fill needs data: an object with a value for each blank.', 'Example: "data": {"customer": "Ann", "items": [{"name": "Tea", "price": 3.5}]}');
  notItself(file, target);
  checkTarget(target, overwrite);
  context.progress(say(context.language, 'filling'));
  const made = await fill(loadFile(file), format, wanted, data as Data, office);
  saveFile(target, made.bytes, overwrite);
  return written(made, target, say(context.language, 'filled', { count: made.filled.length, file: shortOf(target, context), checked: made.checked }), { filled: made.filled });
};

const answerConvert: Call = async (args, context, office) => {
  const file = pathOf(args, 'file', context);
  const target = pathOf(args, 'target', context);
  const overwrite = args['overwrite'] === true;
  const [format, wanted] = [formatOf(file), targetFormatOf(target)];
  notItself(file, target);
  checkTarget(target, overwrite);
  context.progress(say(context.language, 'converting'));
  const made = await convert(loadFile(file), format, wanted, textOf(args, 'sheet'), office);
  saveFile(target, made.bytes, overwrite);
  return written(made, target, say(context.language, 'converted', { source: shortOf(file, context), file: shortOf(target, context), checked: made.checked }));
};

function written({ bytes, checked, warnings }: Made, target: string, text: string, more: Record<string, unknown> = {}): Answer {
  return { status: 'ok', result: { file: target, bytes: bytes.length, checked, ...more, ...(warnings.length > 0 ? { warnings } : {}) }, text: [text, ...warnings].join('\n'), files: [target] };
}

/** The source is kept: what is made of it goes elsewhere. */
function notItself(file: string, target: string): void {
  if (path.resolve(file) === path.resolve(target)) throw new Fault('INVALID_PARAM', 'file and target are the same.', 'Give the result a name of its own; the original stays.');
}

function pathOf(args: Readonly<Record<string, unknown>>, name: 'file' | 'target', { workspace }: SkillContext): string {
  const value = textOf(args, name);
  if (value === undefined || value.trim() === '') throw new Fault('INVALID_PARAM', `${String(args['action'])} needs ${name}.`, name === 'file' ? 'Give the path of the document to read.' : 'Give the path of the file to write, with its ending.');
  return path.resolve(workspace, value);
}

function textOf(args: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = args[name];
  return typeof value === 'string' ? value : undefined;
}

function shortOf(file: string, { workspace }: SkillContext): string {
  const relative = path.relative(workspace, file);
  return relative.startsWith('..') || path.isAbsolute(relative) ? file : relative;
}
