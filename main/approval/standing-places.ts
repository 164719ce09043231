import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** Where a call acts: a path, or a window by its title. */
export interface ActedOn {
  /** Absolute real path; null on the screen and where it isn't known. */
  place: string | null;
  /** As the model wrote it. */
  input?: string;
  /** Title of the window that gets the input. */
  window?: string;
  /** A folder that is changed as a whole counts for all that lies in it. */
  whole?: boolean;
}

/** Whether the call acts on the file or folder that the person named. Names without a folder fit anywhere. */
export function isAt(name: string, { place, input, window, whole }: ActedOn): boolean {
  const wanted = normal(name.startsWith('~') ? homedir() + name.slice(1) : name);
  if (wanted === '') return false;
  if (window !== undefined && normal(window).includes(wanted.split('/').at(-1) ?? wanted)) return true;
  if (place === null) return false;
  if ([place, input ?? ''].some((candidate) => fits(wanted, normal(candidate)))) return true;
  if (whole !== true) return false;
  return path.isAbsolute(wanted) ? wanted.startsWith(`${normal(place)}/`) : !wanted.includes('*') && existsSync(path.join(place, name));
}

function fits(wanted: string, candidate: string): boolean {
  if (wanted.includes('*')) {
    const pattern = wanted.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '[^/]*');
    return new RegExp(`(^|/)${pattern}($|/)`).test(candidate);
  }
  if (path.isAbsolute(wanted)) return candidate === wanted || candidate.startsWith(`${wanted}/`);
  return `/${candidate}/`.includes(`/${wanted}/`);
}

/** As file systems and people compare names: one form of each letter, no case, forward slashes. */
function normal(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\\/g, '/').replace(/^\.\//, '').replace(/(?<=.)\/+$/, '');
}

/** A file name with an ending, a path, or a wildcard, standing free. */
const FREE_NAME = /(?<![\p{L}\p{N}@./\\~*-])((?:~|\.{1,2})?[\\/]?(?:[\p{L}\p{N}_*.-]+[\\/])*(?:[\p{L}\p{N}_*-]+(?:\.[\p{L}\p{N}_-]+)*\.[A-Za-z][A-Za-z0-9]{0,6}|\*\.[A-Za-z0-9]+|\.[A-Za-z][\w.-]+)|(?:~|\.{1,2})?[\\/]?(?:[\p{L}\p{N}_.-]+[\\/])+(?:[\p{L}\p{N}_.-]+)?)(?![\p{L}\p{N}])/gu;
const QUOTED = /"([^"\n]{1,120})"|“([^”\n]{1,120})”|'([^'\n]{1,120})'|‘([^’\n]{1,120})’|「([^」\n]{1,120})」|『([^』\n]{1,120})』|《([^》\n]{1,120})》|`([^`\n]{1,120})`/g;
const BEFORE_FOLDER = /\b([\w-]+) (?:folder|directory|dir)\b/gi;
const AFTER_FOLDER = /\b(?:folder|directory|dir)(?: named| called)? ([\w./~-]+)/gi;
const FOLDER_ZH = /([\p{L}\p{N}_-]{1,30}?)(?:文件夹|目录)/gu;
const NO_NAME = new Set(['the', 'a', 'an', 'my', 'this', 'that', 'any', 'other', 'our', 'your', 'work', 'current', 'same', 'each', 'every', 'and', 'or', 'in', 'of', 'is', 'e.g', 'i.e', 'etc', 'whole', 'home', 'parent', 'workspace', 'working', 'new']);

/** The files and folders that a piece of a sentence names. */
export function placesIn(text: string): string[] {
  const quoted = [...text.matchAll(QUOTED)].map((match) => match.slice(1).find((group) => group !== undefined) ?? '');
  const plain = text.replace(QUOTED, (match) => ' '.repeat(match.length));
  const free = [...chineseApart(plain).matchAll(FREE_NAME)].map(([, name]) => name ?? '');
  const before = [...plain.matchAll(BEFORE_FOLDER)].map(([, name = '']) => name).filter((name) => !NO_NAME.has(name.toLowerCase()));
  const folders = before.length > 0 ? before : [...plain.matchAll(AFTER_FOLDER)].map(([, name = '']) => name);
  const chinese = [...plain.matchAll(FOLDER_ZH)].map(([, name = '']) => name.replace(/^.*(?:在|动|碰|改|删|除|修改|编辑|里|到|对|把|是|的|和|与|或)/, ''));
  const names = [...quoted, ...free, ...folders, ...chinese].map((name) => name.trim().replace(/[.,;:]+$/, ''));
  return [...new Set(names.filter((name) => name.length > 1 && !NO_NAME.has(name.toLowerCase()) && !/^(?:and\/or|his\/her|e\.g|i\.e)$/i.test(name)))];
}

/** Words of Chinese sentences stand without blanks: a verb right before a file name is no part of it. */
function chineseApart(text: string): string {
  return text.replace(/(不要|别|禁止|不得|不能|只能|仅|只|请|把|将|对|在|动|碰|改|修改|编辑|删除|删|覆盖|打开|读取|查看|移动|重命名|和|与|或|、)(?=[\p{L}\p{N}_-]*\.[A-Za-z])/gu, '$1 ').replace(/(\.[A-Za-z][A-Za-z0-9]{0,6})(?=[\u4E00-\u9FFF])/g, '$1 ');
}
