import type { Language } from '../../../../preload/contract/settings';
import type { Letter, Task } from '../task';

const QUOTE = /["“「『]([^"“”「」『』]+)["”」』]/u;

interface Patterns {
  to: RegExp;
  from: RegExp;
  subject: RegExp;
  says: RegExp;
  points: RegExp;
}

const END_EN = String.raw`(?=\s+(?:from|to|about|regarding|on the subject|with|saying|that says|and save|and tell)\b|[,;:.]|$)`;
const patterns: Record<Language, Patterns> = {
  en: {
    to: new RegExp(String.raw`\b(?:to|for)\s+(?!say\b|tell\b)(?:["“])?(?<name>(?:(?:Mr|Mrs|Ms|Dr|Prof)\.\s)?[^,;:."”\n]+?)["”]?${END_EN}`, 'iu'),
    from: new RegExp(String.raw`\bfrom\s+["“]?(?<name>[^,;:."”\n]+?)["”]?${END_EN}`, 'iu'),
    subject: new RegExp(String.raw`\b(?:about|regarding|subject(?: is)?:?|on the subject of)\s+["“]?(?<name>[^,;:."”\n]+?)["”]?${END_EN}`, 'iu'),
    says: /(?:\b(?:saying(?: that)?|that says|which says|and say|tell(?:ing)? (?:him|her|them) that|with (?:the|this) (?:text|content|body)|with the following text|the text(?: is)?|text|body)\b|:)\s*:?\s*(?<text>[\s\S]+)$/iu,
    points: /\b(?:points?|facts?)\s*(?:are\s*)?:?\s*(?<text>[\s\S]+)$/iu,
  },
  zh: {
    to: /(?:写给|寄给|发给|给|致)\s*["“「]?(?<name>(?!我)[^，,；;。：:“”「」\n]+?)["”」]?(?:的(?=信|便条|便签|邀请|通知|感谢|请假|文档|一封)|写|(?=[，,；;。：:\n]|$))/u,
    from: /(?:署名|落款|来自|发件人|写信人)\s*(?:是|为|写)?\s*[:：]?\s*["“「]?(?<name>[^，,；;。：:“”「」\n]+)["”」]?/u,
    subject: /(?:主题|标题|题目|关于)\s*(?:是|为)?\s*[:：]?\s*["“「]?(?<name>[^，,；;。：:“”「」\n]+?)["”」]?(?:的(?=信|便条|邀请|通知)|(?=[，,；;。：:\n]|$))/u,
    says: /(?:内容|正文|文字|写着|写上|说)\s*(?:是|为|如下)?\s*[:：]?\s*(?<text>[\s\S]+)$|[:：]\s*(?<rest>[\s\S]+)$/u,
    points: /(?:要点|事项)\s*(?:是|为|有|包括)?\s*[:：]?\s*(?<text>[\s\S]+)$/u,
  },
};

/** Reads a letter's text and facts; null when there is nothing to write. */
export function readLetter(text: string, file: string, language: Language): Task | null {
  const { to, from, subject, says, points } = patterns[language];
  const [head = '', ...following] = text.split('\n');
  const block = following.join('\n').replace(/^\n+|\s+$/g, '');
  const spoken = QUOTE.exec(head);
  const said = spoken?.[1] ?? sentence(says.exec(head)?.groups);
  const listed = sentence(points.exec(head)?.groups);
  // Names are looked for outside the quoted text and before the words that begin the text.
  const frame = (spoken ? head.replace(spoken[0], ' ') : head.slice(0, listed === null && said ? head.lastIndexOf(said) : undefined)).replace(points, '');
  const name = (pattern: RegExp): string | null => pattern.exec(frame)?.groups?.['name']?.trim() ?? null;
  const letter: Letter = { to: name(to), from: name(from), subject: name(subject), body: [] };
  if (block !== '') letter.body = block.split('\n');
  else if (listed !== null) letter.body = listed.split(/\s*[;；、]\s*/u).map((point) => `• ${point.replace(/[.。]$/, '')}`);
  else if (said) letter.body = said.split('\n');
  return letter.body.some((line) => line.trim() !== '') ? { kind: 'letter', letter, file } : null;
}

function sentence(groups: Record<string, string | undefined> | undefined): string | null {
  const text = (groups?.['text'] ?? groups?.['rest'])?.trim().replace(/^["“「]|["”」]$/gu, '').trim();
  return text ? text.replace(/[,，]?\s*(?:and|并|然后)?\s*$/iu, '') : null;
}
