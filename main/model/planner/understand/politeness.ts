const LEADS = [
  /^(?:please|kindly|hey|hi|hello|ok(?:ay)?|so|now|then|and)\b[,!]?\s+/iu,
  /^(?:can|could|would|will) you (?:please |kindly )?/iu,
  /^(?:i(?:'d| would) like (?:you )?to|i (?:want|need)(?: you)? to|i want you to|help me(?: to)?|let's)\s+/iu,
  /^(?:请问|请|麻烦你?|劳驾|帮我|帮忙|给我|替我|你?(?:能不能|可不可以|能否|可以|能)(?=帮|给|请|算|做(?!些?什么)|写|找|列|查|看|读|打开|新建|创建)|我想(?:要|让你)?|我要|我需要(?:你)?|现在)[，,]?\s*/u,
];
const TAILS = [/[,，]?\s*(?:please|thanks|thank you|for me)\s*(?=[.!?]*$)/iu, /(?:好吗|可以吗|行吗|谢谢|吧|吗|呢|啊)?[？?。！!]*$/u];

/** A request without the polite words it begins with, which say nothing about the task. */
export function plainRequest(text: string): string {
  let plain = text.trim();
  for (let before = ''; before !== plain; ) {
    before = plain;
    for (const lead of LEADS) plain = plain.replace(lead, '');
  }
  return plain;
}

/** A question or order without its last polite words and marks. Not for requests with content: its last mark belongs to it. */
export function plainEnd(line: string): string {
  return TAILS.reduce((rest, tail) => rest.replace(tail, ''), line).trim();
}
