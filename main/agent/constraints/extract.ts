import { clausesOf, sentencesOf, withoutQuotes } from './sentences';

/** More rules than this in one message are a pasted text, not rules for the work. */
const MOST = 30;

/** Words that may stand before an order without changing it. */
const LEAD =
  /^(?:(?:please|pls|but|and|so|also|just|then|however|yet|or|ok|okay|kindly|now|note|important|warning|remember|remember to|make sure|make sure you|make sure to|be sure to|be sure you|ensure|ensure you|ensure that you|that|that you|you|whatever happens|whatever you do|under no circumstances|in any case|for now|at all times|always|absolutely|definitely|really|still|while you work|meanwhile|above all|most importantly|one rule|rule|rules|constraint|constraints)[\s,:!]+)*/i;

/** Negated words that ease the mind or tell of the person: no order. */
const NO_ORDER =
  /^(?:worry|mind|know|forget|hesitate|bother|panic|understand|care|think|believe|have to|need to|need(?! (?:any|more))|remember|see (?:why|how|any|it)|get me wrong|like|want|be (?:afraid|shy|scared|sorry)|sweat|fret|you\b|we\b|i\b|they\b|it\b|even|really (?:know|care|need|understand|mind)|recall|feel|have (?:a|an|any|the|to|access|time)|exist|work\b(?! (?:in|on|with|outside))|seem|look (?:right|good|like)|mean|matter)\b/i;

const PROHIBITION = /^(?:do not|don't|dont|never|must not|mustn't|must never|may not|shall not|should not|shouldn't|should never|are not (?:allowed|permitted|supposed) to|aren't (?:allowed|permitted|supposed) to|not to|refrain from|avoid|stop|no longer|under no circumstances)\b\s*/i;
/** "you can't" is an order, "can't open it" tells of trouble. */
const YOU_CANNOT = /\byou (?:can't|cannot|can not|can never|may never|will not|won't)\b\s*/i;
const NOT_WANTED = /^(?:i|we)(?:'d| would)? (?:(?:do not|don't|never) want|(?:do not|don't) allow|forbid|prefer (?:that )?you (?:do not|don't|not)|rather you (?:did not|didn't|not))\b/i;
const VERBS = 'touch(?:ed|ing)?|chang(?:e|ed|ing)|modif(?:y|ied|ying)|edit(?:ed|ing)?|alter(?:ed|ing)?|delet(?:e|ed|ing)|remov(?:e|ed|ing)|overwrit(?:e|ten|ing)|renam(?:e|ed|ing)|mov(?:e|ed|ing)|sen[dt](?:ing)?|push(?:ed|ing)?|commit(?:ted|ting)?|install(?:ed|ing)?|upload(?:ed|ing)?|publish(?:ed|ing)?|submit(?:ted|ting)?|sav(?:e|ed|ing)|clos(?:e|ed|ing)|open(?:ed|ing)?|read(?:ing)?|run(?:ning)?|execut(?:e|ed|ing)|us(?:e|ed|ing)|print(?:ed|ing)?|pa(?:y|id|ying)|buy(?:ing)?|bought|shar(?:e|ed|ing)|post(?:ed|ing)?|creat(?:e|ed|ing)|writ(?:e|ten|ing)|stor(?:e|ed|ing)|leav(?:e|ing)|go(?:ing)?';
/** "the summary must not be changed", "nothing may be deleted". */
const PASSIVE = new RegExp(`\\b(?:(?:must|may|should|shall|can|is|are)(?: not|n't|not| never)(?: to)? be|(?:nothing|no \\w+|none of \\w+)\\b.{0,40}\\b(?:may|should|must|can|is to|are to|gets?|will) be) (?:${VERBS})\\b`, 'i');
const WITHOUT = new RegExp(`\\bwithout (?:(?:ever )?(?:${VERBS})\\b(?! it\\b)|asking|(?:my|an?|explicit|prior|first getting my) (?:explicit |prior |written |express )?(?:approval|permission|consent|ok|okay|confirmation|go-ahead|say-so|agreement)|telling me|checking with me|confirming)`, 'i');
const ASK_FIRST = /\b(?:ask|check with|confirm with|consult|tell|warn) me (?:first|before|each time|every time|whenever)\b|\b(?:always|must|should|please|first) (?:ask|confirm)(?: me)?(?: first| before|\b.{0,20}\bbefore\b)|\bask (?:first|before)\b|\bget my (?:approval|permission|ok|okay|consent|confirmation)\b|\bwait for my (?:approval|permission|ok|okay|consent|confirmation|go-ahead)\b|\bunless i (?:say|tell|approve|confirm|ask|allow|explicitly)\b|\b(?:only|not) (?:with|after|until) (?:my|i)\b|\buntil i (?:say|approve|confirm|allow|tell)\b/i;
const LEAVE = /^(?:leave|keep)\b.*\b(?:alone|untouched|unchanged|intact|unmodified|as (?:it|they) (?:is|are)|as is|out of (?:it|this)|read-only|private|confidential|secret)\b|^(?:hands off|stay (?:away from|out of|off)|keep (?:away from|out of|your hands off|off))\b/i;
const NO_NOUN = /^no (?:network|internet|web|online|deleting|deletions?|deletes|changes to|edits to|pushing|push(?:es)?|commits?|installs?|installing|emails?|mails?|sending|uploads?|commands?|shell|bash|downloads?|renaming|overwriting)\b/i;

const ONLY_START = new RegExp(`^only (?:ever )?(?:${VERBS}|work|look|operate|act|make|stay|do|touch|add|ask|answer|reply|in|within|inside|under|on|with|the|this|that|these|those|files?|after|when|if)\\b(?!.{0,12}\\b(?:problem|question|thing|issue|reason|trouble|catch) (?:is|was)\\b)`, 'i');
const ONLY_INSIDE = new RegExp(`(?:^|\\b(?:may|can|should|must|shall|allowed to|to) )(?:only )?(?:${VERBS}|work|look|operate|act|stay|make changes)\\b(?:(?! because| if| when).){0,40}? only\\b|\\b(?:you|it|we)? ?(?:may|can|should|must|shall|are allowed to|are to) only\\b`, 'i');
const STAY = /^(?:stay|remain|keep) (?:strictly )?(?:in|inside|within)\b|^nothing (?:else|outside|other than|beyond)\b|^(?:restrict|limit|confine) (?:yourself|your ?(?:work|changes|edits)|changes|edits|the (?:changes|edits|work))\b/i;

const ZH_VERBS = '再?(?:动|碰|改|修改|改动|更改|编辑|覆盖|删|删除|移除|清空|移动|重命名|打开|读|查看|发|发送|回复|转发|提交|推送|安装|卸载|运行|执行|联网|上网|使用网络|上传|下载|保存|关闭|打印|支付|付款|购买|分享|发布|泄露|创建|新建|写入|合并|重启)';
const ZH_LEAD = /^(?:请|麻烦|但是?|可是|不过|而且|并且|同时|然后|所以|也|还|都|另外|记得|记住|注意|务必|一定|千万|绝对|永远|你|您|以后|之后|全程|期间|在此期间|任何情况下都?|无论如何都?|不管怎样都?|其他的?|其它的?|规则|要求|约束|[\s、，：:!！])*/;
const ZH_PROHIBITION = /^(?:不要|别|不得|禁止|请勿|切勿|勿|不准|不许|不能|不可以?|不应该?|不允许|严禁|绝不|决不|永不|避免|不用(?=网))/;
const ZH_NO_ORDER = /^(?:不要(?:紧|担心|着急|忘|客气|介意|怕|误会|急|慌|太在意)|别(?:的|人|处|名|号|墅|扭|致|具|提了|说|担心|着急|客气|急|怕|介意|忘|误会|慌|管我|理我)|不得(?:不|了|已|而知)|不能(?:不|说|算)|不可(?:能|思议|避免|否认|或缺)|不应(?:有|当是)|勿(?:念|扰))/;
const ZH_OBJECT_FIRST = new RegExp(`(?:不要|别|不能|不可以?|不准|不许|不得|禁止|切勿|请勿|不应该?)(?:被)?${ZH_VERBS}`);
const ZH_SUBJECT = /^(?:如果|要是|假如|若|为什么|为何|怎么|是不是|我(?!不希望|不想让|不允许|不同意)|他|她|它|他们|有人|昨天|之前)/;
const ZH_NOT_WANTED = /我(?:不希望|不想让|不允许|不同意)/;
const ZH_ONLY = new RegExp(`(?:^|[^不])(?:只能|只准|只许|只可以?|只允许|仅限|仅能|仅可|仅允许|(?:只|仅)(?:在|对|使用|用|看|处理|${ZH_VERBS}))|只有.{1,20}才(?:能|可以|可)|(?:保持|维持).{0,30}(?:不变|原样)|不超出|限于`);
const ZH_ASK_FIRST = /未经|(?:没有|没得到|未得到|未获|不经)(?:过)?我?的?(?:明确)?(?:同意|允许|许可|批准|确认|授权)|先(?:问|征求|征得|跟我|和我|向我|得到我|经过?我|询问|请示)|(?:前|之前)(?:都|必须|要|需要|请|一定)?(?:先)?(?:问|征得|经过?我|跟我|和我|向我|询问|请示|得到我)|(?:必须|需要|要)(?:先)?(?:经过?|得到|征得)我/;

/**
 * The sentences in which the person sets a bound to the work, word for word ("don't…", "never…",
 * "only…", "without asking", 不要, 禁止, 只能…). Rather one too many than one lost: the list is shown
 * and can be edited. Questions, worries and what is only quoted are none.
 */
export function extractConstraints(message: string): string[] {
  const found = sentencesOf(message).filter(isConstraint);
  return [...new Set(found)].slice(0, MOST);
}

function isConstraint(sentence: string): boolean {
  const text = withoutQuotes(sentence).replace(/[’‘]/g, "'");
  const asks = /[?？]\s*$/.test(text);
  if (/^\s*(?:why|how|what|who|when|where|which|is|are|does|did|has|have|was|do (?:i|we|they)|should i|may i|can i|shall i)\b/i.test(text) && asks) return false;
  return clausesOf(text).some(({ text: clause, at }) => bindsInEnglish(clause.trim(), asks && at === 0) || bindsInChinese(clause.trim(), asks));
}

function bindsInEnglish(clause: string, question: boolean): boolean {
  const order = clause.replace(LEAD, '');
  if (question) return false;
  if (NOT_WANTED.test(order) || LEAVE.test(order) || NO_NOUN.test(order) || STAY.test(order) || ONLY_START.test(order)) return true;
  const negated = PROHIBITION.exec(order) ?? YOU_CANNOT.exec(clause);
  if (negated) {
    const rest = (negated.index === 0 ? order : clause).slice(negated.index + negated[0].length);
    if (/^never\b/i.test(negated[0]) && /^(?:seen|been|had|heard|used|worked|tried|mind|knew|was|were|got|did|a\b)/i.test(rest)) return false;
    return rest.trim() !== '' && !NO_ORDER.test(rest);
  }
  if (/^(?:i|it|he|she|they|we|if|because|since|when|although|why|who)\b/i.test(order) && !ASK_FIRST.test(order)) return false;
  return PASSIVE.test(clause) || WITHOUT.test(clause) || ASK_FIRST.test(clause) || ONLY_INSIDE.test(order);
}

function bindsInChinese(clause: string, question: boolean): boolean {
  if (!/[\u4E00-\u9FFF]/.test(clause) || question || /要不要|能不能|可不可以|是否/.test(clause)) return false;
  if (ZH_NOT_WANTED.test(clause) || ZH_ASK_FIRST.test(clause)) return true;
  if (ZH_SUBJECT.test(clause)) return false;
  const order = clause.replace(ZH_LEAD, '');
  if (ZH_PROHIBITION.test(order)) return !ZH_NO_ORDER.test(order);
  return ZH_OBJECT_FIRST.test(order) || ZH_ONLY.test(order);
}
