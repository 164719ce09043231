import type { Task } from '../task';

const QUOTED = /["“「『](?<text>[^"“”「」『』]+)["”」』]/u;
const SAYS = /(?:\b(?:with the (?:text|content|contents|words|following|lines?)|with|containing|that (?:says|contains|reads)|saying|content)\b\s*:?|(?:内容|文字|文本)\s*(?:是|为|如下)?\s*[:：]?|写着|写上|写入|[:：])\s*(?<text>[\s\S]+)$/iu;

/** What a plain text file shall hold: lines below the request, a quoted text, or the words behind "with" or "内容是". */
export function readFileText(rest: string, file: string): Task | null {
  const [head = '', ...following] = rest.split('\n');
  const block = following.join('\n').replace(/^\n+|\s+$/g, '');
  const said = QUOTED.exec(head)?.groups?.['text'] ?? SAYS.exec(head)?.groups?.['text']?.trim();
  const content = block || said;
  return content ? { kind: 'write_file', file, content: `${content}\n` } : null;
}
