import type { Language } from '../../../../preload/contract/settings';
import type { Missing, Task, Understood } from '../task';
import { arithmeticOf } from './arithmetic';
import { setsCondition, takeBeyond } from './beyond';
import { endingOf, takeFile, takeName } from './file-name';
import { readFileText } from './file-text';
import { languageOf } from './language';
import { readLetter } from './letter';
import { chinesePhrasings } from './phrasings-zh';
import { englishPhrasings } from './phrasings-en';
import { plainEnd, plainRequest } from './politeness';
import { readSheet } from './sheet';

/** What can be made, by the ending of its name. */
const SHEETS = new Set(['ods', 'xlsx', 'csv']);
const LETTERS = new Set(['odt', 'docx']);

const MAKES = /^(?:(?:using|with|in|use|open|start)\s+(?:libreoffice\s*)?(?:calc|writer)?\s*(?:and|to|,|，)?\s*)?(?:make|create|build|fill|put|enter|write|type|prepare|set up|draft|compose|generate|save|add|record|new|store|turn|i (?:need|want)|a (?:letter|note|spreadsheet|budget))\b/iu;
const MAKES_ZH = /(?:做|制作|新建|创建|建立?|填|录入|输入|写|生成|整理|起草|拟|记录|保存|存为|打(?!开))/u;
const SHEET_NOUN = /\b(?:spread ?sheets?|budgets?|worksheet|workbook|sheet|table|calc)\b|表格|电子表格|预算|工作表|清单|账单|[\u4e00-\u9fff]表(?!示|达|明|扬)/iu;
const LETTER_NOUN = /\b(?:letter|note|memo|invitation|writer|document)\b|信(?!息|用|号)|便条|便签|便笺|留言条|请柬|邀请函|通知|文档|假条/iu;

/** Reads a request by rules; what fits none of them is `unknown`, never the nearest guess. */
export function understand(text: string): Understood {
  const language = languageOf(firstLine(text)) === 'zh' || languageOf(text) === 'zh' ? languageOfRequest(text) : 'en';
  const { beyond, rest } = takeBeyond(plainRequest(text));
  return { language, task: taskOf(rest, language), beyond };
}

function taskOf(request: string, language: Language): Task {
  const line = firstLine(request);
  const making = (language === 'zh' ? MAKES_ZH : MAKES).test(line);
  const asked = making ? null : phrased(request, language);
  if (asked) return asked;
  if (making && setsCondition(request)) return { kind: 'unknown', missing: 'condition' };
  const made = making ? madeFrom(request, language) : null;
  if (made && made.kind !== 'unknown') return made;
  return phrased(request, language) ?? (made || arithmeticOf(line)) ?? { kind: 'unknown', missing: null };
}

/** The ordinary phrasings; both languages are tried, the request's own first. */
function phrased(request: string, language: Language): Task | null {
  if (request.trim().includes('\n')) return null;
  const line = plainEnd(request);
  const tables = language === 'zh' ? [chinesePhrasings, englishPhrasings] : [englishPhrasings, chinesePhrasings];
  for (const { pattern, task } of tables.flat()) {
    const found = pattern.exec(line);
    const read = found && task(found.groups ?? {}, line);
    if (read) return read;
  }
  return null;
}

/** A sheet, a letter or a text file: the name's ending decides, then the first word that says which. */
function madeFrom(request: string, language: Language): Task | null {
  const named = takeFile(request);
  const ending = named.file === null ? '' : endingOf(named.file);
  const line = firstLine(named.rest);
  const sheetAt = SHEETS.has(ending) ? 0 : ending === '' ? line.search(SHEET_NOUN) : -1;
  const letterAt = LETTERS.has(ending) ? 0 : ending === '' ? line.search(LETTER_NOUN) : -1;
  if (sheetAt >= 0 && (letterAt < 0 || sheetAt <= letterAt)) {
    const { file, rest } = named.file === null ? takeName(named.rest) : named;
    return readSheet(rest, file && withEnding(file, SHEETS, 'ods'), language) ?? lacking('table');
  }
  if (letterAt >= 0) {
    const { file, rest } = named.file === null ? takeName(named.rest) : named;
    const name = file ?? (language === 'zh' ? '信件' : 'letter');
    return readLetter(rest, withEnding(name, LETTERS, 'odt'), language) ?? lacking('letter_text');
  }
  if (named.file === null) return null;
  return readFileText(named.rest, named.file) ?? lacking('letter_text');
}

const lacking = (missing: Missing): Task => ({ kind: 'unknown', missing });

const withEnding = (file: string, known: ReadonlySet<string>, ending: string): string => (known.has(endingOf(file)) ? file : `${file}.${ending}`);

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? '';

/** The first line tells, unless it is only a name or a number; the data below may be in any language. */
function languageOfRequest(text: string): Language {
  const line = firstLine(text);
  return /\p{L}/u.test(line) ? languageOf(line) : languageOf(text);
}
