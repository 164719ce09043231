/** A file or folder named in a request, and the request without the words that named it. */
export interface NamedFile {
  file: string | null;
  rest: string;
}

const OPEN = '["“”„«「『《\'‘`]';
const SHUT = '["“”»」』》\'’`]';
const ENDING = '(?:ods|xlsx|csv|odt|docx|txt|md|json|log|html?|ya?ml|toml|ini|xml|pdf|tsx?|jsx?|m?js|py|sh|c|h|cpp|rs|go|java|sql|css|pptx?|odp|xls|doc)';
const QUOTED_FILE = new RegExp(`${OPEN}([^"“”„«»「」『』《》'‘’\`\\n]+\\.${ENDING})${SHUT}`, 'iu');
const BARE_FILE = new RegExp(`((?:~|\\.{1,2})?(?:/|[A-Za-z]:\\\\)?[^\\s"“”„«»「」『』《》‘’\`，。；：、,;:|()（）=]+\\.${ENDING})(?![\\p{L}\\p{N}_-])`, 'iu');
/** Words glued in front of a bare Chinese name: "保存为预算.ods". */
const GLUED = /^.*(?:保存(?:为|成|到|在)|存(?:为|成|到|在)|命名为|名为|名字?叫|取名|文件名是?|叫做?|写入|写进|写到|放到|放进|读取?|打开|显示|查看|看看|总结|概括|概述|归纳|摘要|创建|新建|建立|文件|到|在|个|份)(?=[^\\/.])/u;
const NAMING_EN = /(?:\b(?:and |then )?(?:save|store|export|write|put|keep)(?: it| this| that| them| the (?:file|sheet|result|letter|spreadsheet|document|note))?(?: in the workspace)? (?:as|to|in|into|under)(?: the (?:name|file))?|\b(?:named|called|titled|entitled)|\b(?:file ?name|name)[:=]?|\b(?:in|into|as)(?: (?:a|the) file)?)\s*$/iu;
const NAMING_ZH = /(?:并|再|然后|，|,)?\s*(?:把它|将其|将它)?(?:保存(?:为|成|到|在)|存(?:为|成|到|在)|另存为|命名为|名为|名字?叫做?|取名为?|文件名(?:是|为|叫)?|叫做?)\s*[:：]?\s*$/u;

/** Finds the first file name with a known ending, quoted or bare. */
export function takeFile(text: string): NamedFile {
  const quoted = QUOTED_FILE.exec(text);
  const bare = BARE_FILE.exec(text);
  if (quoted?.[1] && (!bare || quoted.index <= bare.index)) return cut(text, quoted.index, quoted[0].length, quoted[1]);
  if (!bare?.[1]) return { file: null, rest: text };
  const glued = GLUED.exec(bare[1])?.[0].length ?? 0;
  return cut(text, bare.index + glued, bare[1].length - glued, bare[1].slice(glued));
}

/** A name given without an ending: `named budget`, `save it as "my plan"`, `保存为预算`. */
export function takeName(text: string): NamedFile {
  const naming = new RegExp(`(?:\\b(?:named|called|save(?: it| this)? as)\\s+|(?:另存为|保存为|保存成|存为|存成|命名为|名为|取名为?|名叫|叫做?)\\s*)(?:${OPEN}([^"“”「」『』《》'‘’\`\\n]+)${SHUT}|([\\p{L}\\p{N}_-]+))`, 'iu');
  const found = naming.exec(text);
  const file = found?.[1] ?? found?.[2];
  return found && file ? { file, rest: join(text.slice(0, found.index), text.slice(found.index + found[0].length)) } : { file: null, rest: text };
}

/** The ending of a file name, in lower case, without the dot. */
export function endingOf(file: string): string {
  return /\.([^./\\]+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
}

function cut(text: string, start: number, length: number, file: string): NamedFile {
  const before = text.slice(0, start).replace(NAMING_EN, '').replace(NAMING_ZH, '');
  return { file, rest: join(before, text.slice(start + length)) };
}

/** Line ends stay: what follows them may be a table. */
const join = (before: string, after: string): string => `${before.replace(/[ \t]+$/, '')} ${after.replace(/^[ \t]+/, '')}`.replace(/ \n/g, '\n').trim();
