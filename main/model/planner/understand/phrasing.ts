import type { SystemTopic, Task } from '../task';

/** One way of asking: a pattern over the request's first line, and the task its groups make. */
export interface Phrasing {
  pattern: RegExp;
  task(groups: Readonly<Record<string, string | undefined>>, request: string): Task | null;
}

const QUOTES = /^["“”„«「『《'‘`]+|["“”»」』》'’`]+$/gu;

/** A path, name or text as said: quotes and the sentence's own marks are not part of it. */
export function bare(said: string | undefined): string {
  return (said ?? '').trim().replace(/[?？!！。]+$/u, '').replace(/(?<=\S)\.$/, '').replace(QUOTES, '').trim();
}

/** The folder a phrase names; "here", "the workspace", "当前文件夹" are the workspace itself. */
export function folderOf(said: string | undefined): string {
  const name = bare(said)
    .replace(/^(?:the|my|this)\s+(?=\S)/iu, '')
    .replace(/\s*\b(?:folder|directory)$/iu, '')
    .replace(/^(?:folder|directory)\s+/iu, '')
    .replace(/\s*(?:文件夹|目录)$/u, '')
    .replace(QUOTES, '');
  return name === '' || /^(?:here|it|there|workspace|current|this|working|files|all(?: (?:the|my))? files|files and folders|当前|这里|这个|本|工作区|工作)$/iu.test(name) ? '.' : name;
}

const KINDS: Record<string, string> = {
  pdf: 'pdf', text: 'txt', 文本: 'txt', markdown: 'md', excel: 'xlsx', word: 'docx', python: 'py', javascript: 'js', typescript: 'ts', csv: 'csv', json: 'json', 图片: '{png,jpg,jpeg,gif,webp}',
  image: '{png,jpg,jpeg,gif,webp}', picture: '{png,jpg,jpeg,gif,webp}', photo: '{jpg,jpeg,png}', 照片: '{jpg,jpeg,png}', spreadsheet: '{ods,xlsx,csv}', 电子表格: '{ods,xlsx,csv}', 表格: '{ods,xlsx,csv}',
};

/** A glob for what is looked for: `*.ts` stays, "pdf" is an ending, any other word is part of a name. */
export function globOf(said: string | undefined): string {
  const name = bare(said).replace(/^(?:the|a|an|my|any)\s+/iu, '');
  if (/[*?{]/.test(name)) return name.includes('/') ? name : `**/${name}`;
  const kind = KINDS[name.toLowerCase().replace(/s$/, '')] ?? KINDS[name.toLowerCase()];
  if (kind !== undefined) return `**/*.${kind}`;
  if (/^\.?(?:ods|odt|odp|xlsx?|docx?|pptx?|txt|md|log|html?|xml|ya?ml|tsx?|jsx?|py|png|jpe?g|gif|svg|zip|mp3|mp4|sh)$/i.test(name)) return `**/*.${name.replace(/^\./, '')}`;
  return /\.\w+$/.test(name) ? `**/${name}` : `**/*${name}*`;
}

/** Which parts of the system's state a phrase asks for; all when it names none. */
export function topicsOf(said: string): SystemTopic[] {
  const named = ([
    ['disk', /\b(?:disk|storage|drive|space)\b|磁盘|硬盘|空间|存储/iu],
    ['memory', /\b(?:memory|ram)\b|内存/iu],
    ['load', /\b(?:load|cpu|processor|busy|uptime)\b|负载|处理器|CPU|运行时间/iu],
  ] as const).filter(([, pattern]) => pattern.test(said)).map(([topic]) => topic);
  return named.length > 0 ? named : ['disk', 'memory', 'load'];
}
