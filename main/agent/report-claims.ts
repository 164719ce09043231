/** What a sentence claims to have been done. */
export interface Claim {
  sentence: string;
  kind: 'file' | 'sent' | 'tested';
  /** Names of files in it. */
  names: string[];
}

/**
 * Sentences in which the assistant says that it saved or changed a file, sent something, or tested.
 * Made to miss rather than to accuse: negations, plans, conditions, questions, quotations, code and
 * reports of what a text says are no claims. English and Chinese.
 */
export function findClaims(text: string): Claim[] {
  return sentencesOf(text).flatMap((sentence): Claim[] => {
    if (sentence.endsWith('?') || sentence.endsWith('？') || hedged(sentence)) return [];
    const bare = sentence.replace(/^[-*•\d.)\s#>]+/, '').replace(/\*\*|__/g, '');
    const kind = kindOf(bare);
    return kind === null ? [] : [{ sentence: shorten(bare), kind, names: namesOf(bare) }];
  });
}

const done = {
  file: 'saved|written|created|added|changed|updated|modified|edited|deleted|removed|renamed|moved|replaced|overwritten|fixed|refactored|rewritten|wrote|rewrote|overwrote',
  sent: 'sent|e-?mailed|posted|submitted|published|pushed|uploaded|paid|ordered|booked',
  tested: 'tested',
};

/** "I have saved", "has been saved", "was saved", "is now saved", and "Saved …" or "Done: saved …" at the start. */
function spoken(verbs: string): RegExp {
  const between = String.raw`(?:\s+(?:also|now|just|already|successfully|then|both|all))*`;
  return new RegExp(
    [
      String.raw`\b(?:i|we)(?:\s+have|['’]ve)?${between}\s+(?:${verbs})\b`,
      String.raw`\b(?:has|have)\s+been${between}\s+(?:${verbs})\b`,
      String.raw`\b(?:was|were)${between}\s+(?:${verbs})\b(?!\s+by\b)`,
      String.raw`\b(?:is|are)(?:\s+(?:now|successfully|all))*\s+(?:${verbs})\b(?!\s+(?:by|when|whenever|if|automatically|every|only|on|each)\b)`,
      String.raw`^(?:(?:done|ok|okay|all set|finished|success)[\s,.:;!—–-]+)?(?:${verbs})\b`,
    ].join('|'),
    'i',
  );
}

const english = { file: spoken(done.file), sent: spoken(done.sent), tested: spoken(done.tested) };
const passing = /\b(?:all\s+|the\s+|unit\s+|\d+\s+)*tests?\s+(?:suite\s+)?(?:all\s+|now\s+|have\s+|has\s+|are\s+(?:all\s+|now\s+)?)*(?:pass|passes|passed|passing|green|succeed|succeeded)\b|\b(?:i|we)(?:\s+have|['’]ve)?(?:\s+\w+)?\s+(?:ran|run)\s+(?:all\s+)?(?:the\s+)?(?:\w+\s+)?tests?\b/i;

const spokenChinese = (verbs: string): RegExp => new RegExp(`(?:已经?|都已|均已)(?:成功|全部|为您|为你|帮您|帮你|将其|把它)*(?:${verbs})|(?:${verbs})(?:成功|完成|完毕|好了|了)`);
const chinese = {
  file: spokenChinese('保存|写入|创建|新建|生成|修改|更新|删除|重命名|移动|替换|覆盖|编辑|修复'),
  sent: spokenChinese('发送|发出|提交|发布|推送|上传|支付|付款|下单|预订|预定'),
  tested: spokenChinese('测试'),
};
const passingChinese = /测试(?:用例)?(?:已|都|均|全部|已经|已全部)*通过|(?:运行|跑|执行)(?:了|过)(?:全部|所有|单元)?测试/;

/** What makes a change one of files: a named file, or a word for one. Saving is always one. */
const things = /\b(?:files?|folders?|director(?:y|ies)|documents?|spreadsheets?|sheets?|workbooks?|scripts?|config(?:uration)?s?|source|code|functions?|modules?|readme|disk|changes)\b|文件|文档|表格|工作表|文件夹|目录|脚本|代码|函数|配置/i;
const saving = /\bsaved\b|保存/i;

function kindOf(sentence: string): Claim['kind'] | null {
  if (english.sent.test(sentence) || chinese.sent.test(sentence)) return isAboutSending(sentence) ? 'sent' : null;
  if (passing.test(sentence) || passingChinese.test(sentence) || english.tested.test(sentence) || chinese.tested.test(sentence)) return 'tested';
  if (!english.file.test(sentence) && !chinese.file.test(sentence)) return null;
  return saving.test(sentence) || namesOf(sentence).length > 0 || things.test(sentence) ? 'file' : null;
}

/** "I posted the numbers below" sends nothing. */
function isAboutSending(sentence: string): boolean {
  return !/\b(?:above|below|here|in this (?:answer|chat|message))\b|(?:如下|以上|上面|下面|这里)/i.test(sentence);
}

/** Plans, conditions, negations, other people's doing, and what a text says. */
const hedges =
  /\b(?:not|n['’]t|never|no|nothing|none|neither|without|unable|failed|cannot|can['’]?t|could|would|will|shall|should|may|might|must|can|if|unless|once|when|whenever|after you|before|until|please|let me|let['’]s|to be|needs?|want|going to|plan|would you|you(?:['’]ve| have)?\s+(?:\w+ed|\w+en)|says?|said|shows?|states?|according|mentions?|describes?|reads|(?:contains?|lists?|reports?|logs?) that|history|example|previously|earlier|last (?:week|month|year|time)|yesterday|ago|originally|by (?:you|the user|default))\b|['’](?:ll|d)\b/i;
const hedgesChinese = /未|没|不|无法|将(?!其)|会(?!议)|可以|如果|若|请|是否|尚|之前|以前|曾|昨|上次|您已|你已|显示|提到|写着|写道|根据(?:日志|文档|文件|记录)|例如|需要|应该|打算|计划|失败|等待|即可|后(?:再|会)/;

function hedged(sentence: string): boolean {
  return hedges.test(sentence) || hedgesChinese.test(sentence);
}

function sentencesOf(text: string): string[] {
  const plain = text
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/^\s*>.*$/gm, '')
    .replace(/^\s*\|.*\|\s*$/gm, '')
    // What is quoted is somebody's words; a quoted name stays.
    .replace(/"[^"\n]*\s[^"\n]*"|“[^”\n]*\s[^”\n]*”|「[^」\n]*」|“[^”\n]{8,}”/g, '…');
  return plain.split(/\n+|(?<=[.!?])\s+|(?<=[。！？；])/).map((sentence) => sentence.trim()).filter(Boolean);
}

/** Words that look like names of files: with an ending, or in backticks with a slash or an ending. */
function namesOf(sentence: string): string[] {
  const found = sentence.match(/[\p{L}\p{N}_~][\p{L}\p{N}_\-./\\~]*\.[A-Za-z][A-Za-z0-9]{0,7}(?![\p{L}\p{N}])/gu) ?? [];
  return found.filter((name) => !/^(?:e\.g|i\.e|etc|Node\.js|vs)$/i.test(name) && !/:\/\/|^www\./.test(name)).map((name) => name.replace(/^.*?(?:为|到|至|了|在)(?=[A-Za-z0-9_])/u, ''));
}

function shorten(sentence: string): string {
  return sentence.length > 200 ? `${[...sentence].slice(0, 199).join('')}…` : sentence;
}
