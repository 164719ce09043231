const ACTIONS = [
  /(?:\band then|\band|,|;|\bthen)\s+(?<part>(?:e-?mail|send|print|upload|post|share|publish|delete|remove|buy|order|pay|translate|book|forward|submit|attach)\b[^,;.\n]*)/giu,
  /(?:并且?|然后|再|，|,|；)\s*(?<part>(?:把它|将其|把文件)?(?:发送|发邮件|发给|寄给|打印|上传|分享|发布|删除|购买|付款|翻译|预订|提交)[^，,；;。\n]*)/gu,
];

/** Parts of a request that ask for something the planner never does, and the request without them. */
export function takeBeyond(request: string): { beyond: string[]; rest: string } {
  const beyond: string[] = [];
  const rest = ACTIONS.reduce(
    (text, action) =>
      text.replace(action, (...found) => {
        const groups = found.at(-1) as Record<string, string>;
        beyond.push((groups['part'] ?? '').trim());
        return '';
      }),
    request,
  );
  return { beyond, rest };
}

const CONDITIONS = /\b(?:don't|don’t|do not|never|without|unless|except|only if|instead of)\b|不要|不准|别(?!的|人|处)|禁止|除非|如果|除了/iu;

/** Whether a request sets a condition; the planner can't be trusted to keep one, so it says so. */
export function setsCondition(request: string): boolean {
  return CONDITIONS.test(request.replace(/["“「『][^"“”「」『』]*["”」』]/gu, ''));
}
