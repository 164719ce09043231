/** A piece of text in one style. */
export interface Run {
  text: string;
  bold?: true;
  italic?: true;
  code?: true;
  /** Address that it leads to. */
  link?: string;
}

/** What a text document or a slide is made of. */
export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3; runs: Run[] }
  | { kind: 'paragraph'; runs: Run[] }
  /** `depth` from 0. */
  | { kind: 'item'; ordered: boolean; depth: number; first: boolean; runs: Run[] }
  | { kind: 'table'; rows: Run[][][] }
  | { kind: 'code'; lines: string[] }
  | { kind: 'quote'; runs: Run[] }
  /** `---`: a new page, or a new slide. */
  | { kind: 'break' };

/** The Markdown that documents are written in: headings, paragraphs, lists, tables, quotes, code, breaks, and styles inside a line. */
export function parseMarkdown(source: string): Block[] {
  const lines = source.replace(/\r\n?/g, '\n').split('\n');
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const flush = (): void => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', runs: parseRuns(paragraph.join('\n')) });
    paragraph = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const block = blockAt(lines, at, blocks.at(-1));
    if (!block) {
      if (line.trim() === '') flush();
      else if (paragraph.length === 0 && /^\s+\S/.test(line) && continueItem(blocks.at(-1), lines[at - 1], line)) continue;
      else paragraph.push(line.trim().replace(/\\$/, ''));
      continue;
    }
    flush();
    blocks.push(block.block);
    at = block.last;
  }
  flush();
  return blocks;
}

function blockAt(lines: string[], at: number, before: Block | undefined): { block: Block; last: number } | null {
  const line = lines[at] ?? '';
  const one = (block: Block): { block: Block; last: number } => ({ block, last: at });
  const [, marks, title] = /^(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line) ?? [];
  if (marks !== undefined) return one({ kind: 'heading', level: Math.min(3, marks.length) as 1 | 2 | 3, runs: parseRuns(title ?? '') });
  if (/^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line)) return one({ kind: 'break' });
  if (/^\s*```/.test(line)) {
    const end = lines.findIndex((other, index) => index > at && /^\s*```\s*$/.test(other));
    const last = end === -1 ? lines.length : end;
    return { block: { kind: 'code', lines: lines.slice(at + 1, last) }, last };
  }
  const [, indent, mark, item] = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/.exec(line) ?? [];
  if (mark !== undefined) {
    const ordered = /\d/.test(mark);
    const depth = Math.min(3, Math.floor((indent ?? '').replace(/\t/g, '  ').length / 2));
    return one({ kind: 'item', ordered, depth, first: !(before?.kind === 'item' && (before.ordered === ordered || before.depth !== depth)), runs: parseRuns(item ?? '') });
  }
  const [, quoted] = /^>\s?(.*)$/.exec(line) ?? [];
  if (quoted !== undefined) return one({ kind: 'quote', runs: parseRuns(quoted) });
  if (line.includes('|') && isRule(lines[at + 1] ?? '')) {
    let last = at + 1;
    while ((lines[last + 1] ?? '').includes('|')) last++;
    return { block: { kind: 'table', rows: [line, ...lines.slice(at + 2, last + 1)].map(cellsOf) }, last };
  }
  return null;
}

/** An indented line under an item goes on with it. */
function continueItem(block: Block | undefined, previous: string | undefined, line: string): boolean {
  if (block?.kind !== 'item' || previous?.trim() === '') return false;
  block.runs.push(...parseRuns(` ${line.trim()}`));
  return true;
}

function isRule(line: string): boolean {
  return line.includes('|') && /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(line);
}

function cellsOf(line: string): Run[][] {
  const inner = line.trim().replace(/^\|/, '').replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => parseRuns(cell.trim().replaceAll('\\|', '|')));
}

const INLINE = /\\([\\`*_{}[\]()#+\-.!|<>~])|`([^`]+)`|\*\*(?=\S)(.+?)(?<=\S)\*\*|(?<![\p{L}\p{N}*])\*(?=\S)([^*]+?)(?<=\S)\*(?!\*)|(?<![\p{L}\p{N}_])_(?=\S)([^_]+?)(?<=\S)_(?![\p{L}\p{N}_])|\[([^\]]+)\]\(((?:https?:\/\/|mailto:)[^\s)]+)\)/su;

function parseRuns(text: string, style: Omit<Run, 'text'> = {}): Run[] {
  const runs: Run[] = [];
  const add = (more: Run): void => {
    const last = runs.at(-1);
    if (more.text === '') return;
    if (last && last.bold === more.bold && last.italic === more.italic && last.code === more.code && last.link === more.link) last.text += more.text;
    else runs.push({ ...more });
  };
  let rest = text;
  for (let found = INLINE.exec(rest); found; found = INLINE.exec(rest)) {
    const [whole, escaped, code, bold, starred, underlined, label, link] = found;
    add({ ...style, text: rest.slice(0, found.index) });
    const italic = starred ?? underlined;
    if (escaped !== undefined) add({ ...style, text: escaped });
    else if (code !== undefined) add({ ...style, text: code, code: true });
    else if (bold !== undefined) parseRuns(bold, { ...style, bold: true }).forEach(add);
    else if (italic !== undefined) parseRuns(italic, { ...style, italic: true }).forEach(add);
    else if (label !== undefined && link !== undefined) parseRuns(label, { ...style, link }).forEach(add);
    rest = rest.slice(found.index + whole.length);
  }
  add({ ...style, text: rest });
  return runs;
}

export function plain(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join('');
}
