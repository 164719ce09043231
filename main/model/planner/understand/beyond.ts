import { takeTable } from './table';

const ACTIONS = [
  /(?:\band then|\band|,|;|\bthen)\s+(?<part>(?:e-?mail|send|print|upload|post|share|publish|delete|remove|buy|order|pay|translate|book|forward|submit|attach)\b[^,;.\n]*)/giu,
  /(?:并且?|然后|再|，|,|；)\s*(?<part>(?:把它|将其|把文件)?(?:发送|发邮件|发给|寄给|打印|上传|分享|发布|删除|购买|付款|翻译|预订|提交)[^，,；;。\n]*)/gu,
];
const CONDITIONS = /\b(?:don't|don’t|do not|never|without|unless|except|only if|instead of)\b|不要|不准|别(?!的|人|处)|禁止|除非|如果|除了/iu;
const QUOTED = /["“「『][^"“”「」『』]*["”」』]/gu;
/** From here on the words are content, not instruction. */
const CONTENT = /\b(?:saying|says|which reads|with (?:the|this|these) (?:text|content|words?)|points)\b|内容(?:是|为|如下)?|正文|写着|(?:\b(?:letter|note|memo|writer|\w+\.(?:txt|md|odt|docx))\b|信|便条|便签|通知|假条)[^:：\n]*[:：]/iu;

/** Whether a request sets a condition; the planner can't be trusted to keep one, so it says so. */
export function setsCondition(request: string): boolean {
  return instructions(request).some((line) => CONDITIONS.test(line.replace(QUOTED, '')));
}

/** Parts of a request that ask for something the planner never does, and the request without them. */
export function takeBeyond(request: string): { beyond: string[]; rest: string } {
  const beyond: string[] = [];
  let rest = request;
  for (const line of instructions(request)) {
    const quotes: string[] = [];
    const hidden = line.replace(QUOTED, (quote) => `\u0000${quotes.push(quote) - 1}\u0000`);
    // NUL marks stand for quotes: nobody types one.
    const show = (text: string): string => text.replace(/\u0000(\d+)\u0000/g, (_, index: string) => quotes[Number(index)] ?? '');
    const kept = ACTIONS.reduce(
      (text, action) =>
        text.replace(action, (...found) => {
          const groups = found.at(-1) as Record<string, string>;
          beyond.push(show(groups['part'] ?? '').trim());
          return '';
        }),
      hidden,
    );
    rest = rest.replace(line, () => show(kept));
  }
  return { beyond, rest };
}

/** The parts of a request that instruct: the lines around a table, else the first line up to where content begins. */
function instructions(request: string): string[] {
  const table = request.includes('\n') ? takeTable(request) : null;
  if (table) return table.rest.filter((line) => line.trim() !== '');
  const first = request.trim().split('\n', 1)[0] ?? '';
  const content = CONTENT.exec(first);
  return [content ? first.slice(0, content.index + content[0].length) : first];
}
