import type { Effect } from './standing-effects';
import { placesIn } from './standing-places';

/** What a sentence of the person's forbids, as far as code can hold it. */
export interface StandingRule {
  /** refuse: never. ask: only after the person was asked, every time. */
  way: 'refuse' | 'ask';
  effects: (Effect | 'anything')[];
  /** Files and folders it is about; none: everywhere. */
  places: string[];
  /** It holds everywhere but at `places`. */
  outside: boolean;
}

/** Verbs by their effect. A word that is not here has none that code can recognise. */
const VERBS: [RegExp, Effect][] = [
  [/\b(?:touch|chang|modif|edit|alter|renam|mov|updat|writ|rewrit|reformat|mess|replac|work|mak(?:e|ing) changes)\w*/i, 'change'],
  [/\boverwrit\w*/i, 'overwrite'],
  [/\b(?:delet|remov|eras|trash|wip(?:e|ing)|clear|empty|shred|rm\b)\w*/i, 'delete'],
  [/\b(?:read(?!-only)|open|look (?:at|in|into)|access|view)\w*/i, 'read'],
  [/\b(?:creat|add)\w* (?:a |any |new |more |extra )*(?:files?|folders?|director)/i, 'create'],
  [/\b(?:send|sent|e-?mail|mail|reply|forward|post|publish|tweet|shar(?:e|ing)|upload)\w*/i, 'send'],
  [/\bpush\w*/i, 'push'],
  [/\bcommit\w*/i, 'commit'],
  [/\b(?:un)?install\w*/i, 'install'],
  [/\b(?:run|running|execut\w*|us(?:e|ing)|open|start)\b.{0,20}\b(?:commands?|scripts?|shell|bash|terminal|programs?|anything in the (?:shell|terminal))\b|\bno (?:commands?|shell|bash)\b/i, 'command'],
  [/\b(?:network|internet|online|web|download\w*)\b/i, 'network'],
  [/\bsav(?:e|ed|ing)\b/i, 'save'],
  [/\b(?:clos(?:e|ed|ing)|quit|kill)\b/i, 'close'],
  [/\b(?:pay|paid|buy|bought|order|purchas\w*)\b/i, 'pay'],
  [/\bprint\w*/i, 'print'],
  [/\bsubmit\w*/i, 'submit'],
  [/(?:动|碰|改(?!进意见)|修改|编辑|改动|更改|移动|重命名|写入|处理)/, 'change'],
  [/覆盖/, 'overwrite'],
  [/(?:删|移除|清空)/, 'delete'],
  [/(?:打开|读|查看)/, 'read'],
  [/(?:新建|创建)/, 'create'],
  [/(?:发送|发邮件|发出|发消息|回复|转发|发布|上传|分享|外发|(?<!开|触|自|突)发(?!现|生|展|票|票))/, 'send'],
  [/推送/, 'push'],
  [/提交(?=代码|到|$|[，。,.\s])/, 'commit'],
  [/提交/, 'submit'],
  [/(?:安装|卸载)/, 'install'],
  [/(?:运行|执行|使用).{0,6}(?:命令|脚本|终端|程序)/, 'command'],
  [/(?:联网|上网|网络|下载)/, 'network'],
  [/保存/, 'save'],
  [/关闭/, 'close'],
  [/(?:支付|付款|购买|下单)/, 'pay'],
  [/打印/, 'print'],
];

/** These can be told by the call alone, also where what they are done to is named in words that no path has. */
const TOLD_BY_CALL = new Set<Effect>(['send', 'push', 'commit', 'install', 'command', 'network', 'pay', 'print', 'submit', 'save', 'close', 'delete', 'overwrite']);

const ASKS = /\bwithout (?:asking|telling me|checking with me|confirming|(?:my|an?|explicit|prior|first getting my) (?:\w+ )?(?:approval|permission|consent|ok|okay|confirmation|go-ahead|say-so|agreement))|\b(?:ask|check with|confirm with|consult) me\b|\b(?:always|must|should|please|first) (?:ask|confirm)\b|\bask (?:first|before)\b|\b(?:get|wait for) my (?:approval|permission|ok|okay|consent|confirmation|go-ahead)\b|\bunless i\b|\buntil i\b|\b(?:only|not) (?:with|after) (?:my|i)\b|未经|(?:没有|没得到|未得到|未获|不经).{0,4}(?:同意|允许|许可|批准|确认|授权)|先.{0,3}(?:问|征求|征得|跟我|和我|向我|得到我|经过?我|询问|请示)|(?:前|之前).{0,6}(?:问我|征得|经过?我|跟我|和我|向我|询问我|得到我)|(?:必须|需要|要).{0,2}(?:经过?|得到|征得)我|只有.{1,20}才/i;
const ASK_WORDS = /\b(?:without asking|without my \w+|ask(?:ing)? me(?: first)?|ask first|always ask|check with me|approval|permission|consent|confirmation|confirm(?: with me)?)\b|询问|请示|同意|允许|许可|批准|确认|授权/gi;
/** "Don't do anything without…", "never act until…". */
const ANY_ACT = /\b(?:act|do|proceed|go ahead|continue|take (?:any )?actions?|make (?:any )?(?:changes|moves))\b|行动|操作|动手|任何事|做/i;

const ONLY = /\bonly\b|\bstay (?:strictly )?(?:in|inside|within)\b|\bnothing (?:else|outside|other)\b|\b(?:restrict|limit|confine)\b|\boutside\b|\bexcept\b|\bother than\b|\belsewhere\b|只(?!要|是|有)|仅(?!仅)|以外|之外|除了/i;
const READ_ONLY = /\b(?:only|just) (?:read|look|view)\b|\bread[- ]only\b|只(?:能)?(?:读|看|查看)/i;
const GENERAL = /\b(?:anything|any (?:of (?:the|my|these) )?(?:other )?(?:files?|folders?|documents?|data|emails?|mails?|messages?|commands?|packages?|software)|everything|nothing|files|no files?|existing files?)\b|任何|所有|一切|文件(?!夹)/i;
const STOP = /\b(?:but|instead)\b|但|而是|然后|(?:[,，]\s*(?:edit|change|use|write|put|save|work|make|create|do|then)\b)/i;

const BIND = /\b(?:do not|don't|dont|never|must not|mustn't|may not|shall not|should not|shouldn't|can(?:not|'t| not)|not allowed|not to|avoid|refrain from|without|no|leave|keep|hands off|nothing|only|stay|ask|check with|confirm|unless|until|not be|n't be)\b|不要|别|不得|禁止|勿|不准|不许|不能|不可|不应|不允许|严禁|绝不|决不|避免|只|仅|未经|没有|不经|先|前|保持|除了|不希望|不想让|不同意/i;

/**
 * The rules in one sentence; empty where code can't tell its breach. With `permission` the sentence
 * allows instead, and its effects and places are read the same way.
 */
export function rulesOf(sentence: string, kind: 'bound' | 'permission' = 'bound'): StandingRule[] {
  const text = sentence.replace(/[’‘](?=\w)/g, "'");
  if (kind === 'permission') {
    const effects = effectsIn(text);
    const places = placesIn(text);
    // To overwrite or delete a named file is to change it.
    const whole = places.length > 0 && effects.some((effect) => effect === 'delete' || effect === 'overwrite' || effect === 'create');
    return effects.length === 0 ? [] : [{ way: 'refuse', effects: whole ? [...effects, 'change'] : effects, places, outside: false }];
  }
  const asks = ASKS.test(text);
  const span = asks ? text.replace(ASK_WORDS, ' ') : spanOf(text);
  const places = placesIn(span);
  if (!asks && READ_ONLY.test(text)) return [{ way: 'refuse', effects: ['change', 'delete', 'create', 'overwrite'], places: [], outside: false }];
  const effects = effectsIn(span);
  if (!asks && ONLY.test(text)) return places.length > 0 && !/\bonly (?:use|ask|answer|reply)\b/i.test(text) ? [{ way: 'refuse', effects: ['change'], places, outside: true }] : prohibitions(effects, places, text);
  if (!asks && /\b(?:leave|keep)\b.*\b(?:alone|untouched|unchanged|intact|unmodified|as (?:it|they) (?:is|are)|as is)\b|\bhands off\b|\b(?:stay|keep) (?:away from|out of|off)\b|保持.*(?:不变|原样)/i.test(text)) {
    return places.length > 0 ? [{ way: 'refuse', effects: ['change'], places, outside: false }] : [];
  }
  if (!asks) return prohibitions(effects, places, text);
  if (effects.length > 0 && !(ANY_ACT.test(span) && /anything|任何/.test(span) && effects.every((effect) => effect === 'change'))) return [{ way: 'ask', effects, places: TOLD_BY_CALL.has(effects[0] as Effect) && places.length === 0 ? [] : places, outside: false }];
  return [{ way: 'ask', effects: ['anything'], places, outside: false }];
}

function prohibitions(effects: Effect[], places: string[], text: string): StandingRule[] {
  if (effects.length === 0) return [];
  if (places.length > 0) return [{ way: 'refuse', effects, places, outside: false }];
  // "Don't delete the old rows": whether a deletion is of those, the call doesn't say.
  const general = GENERAL.test(text) || isBare(text);
  const told = effects.filter((effect) => general || TOLD_BY_CALL.has(effect));
  return told.map((effect) => ({ way: general || (effect !== 'delete' && effect !== 'save' && effect !== 'close' && effect !== 'overwrite') ? 'refuse' : 'ask', effects: [effect], places: [], outside: false }));
}

/** "Don't delete.", "never push", 不要删除: nothing is named that would narrow it. */
function isBare(text: string): boolean {
  const words = text.replace(/[.!?。！？；;]+$/, '').trim();
  return /\b(?:do not|don't|dont|never|not|no|avoid|without)\s+(?:ever )?\w+(?:ing)?(?: it| yet| now| at all| please)?$/i.test(words) || /(?:不要|别|不得|禁止|勿|不准|不许|不能|不可以?|不应该?)(?:被)?[\u4E00-\u9FFF]{1,4}$/.test(words);
}

/** From the word that binds to where the sentence turns to something else. */
function spanOf(text: string): string {
  const bind = BIND.exec(text);
  // An object may stand before its verb: "a.txt must not be changed", 账本不要动.
  const passive = /\bbe \w+(?:ed|en|t|d)\b/i.test(text) || /[\u4E00-\u9FFF\w.](?:不要|别|不能|不准|不许|不得|禁止)(?:被)?(?:动|碰|改|删|编辑|覆盖|移动|打开)[^\u4E00-\u9FFF]*$/.test(text);
  const from = passive ? text : text.slice(bind?.index ?? 0);
  const rest = from.slice(bind && !passive ? bind[0].length : 0);
  const turn = STOP.exec(rest);
  return from.slice(0, from.length - rest.length) + (turn && turn.index > 0 ? rest.slice(0, turn.index) : rest);
}

function effectsIn(text: string): Effect[] {
  const found = VERBS.flatMap(([verb, effect]) => (verb.test(text) ? effect : []));
  return [...new Set(found)];
}
