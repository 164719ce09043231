import { joinedLanguages, spacedLanguages } from './target-words';

/**
 * Names of buttons and dialogs by their consequence, here in English and Chinese. English words must stand
 * alone ("Send" but not "Sender"), Chinese ones may be part of the name.
 */
const consequentialWords = [
  'send', 'send all', 'reply all', 'delete', 'delete all', 'remove', 'erase', 'wipe', 'trash', 'move to trash', 'move to bin', 'empty trash', 'empty bin', 'shred', 'discard', "don't save", 'dont save', 'close without saving',
  'pay', 'pay now', 'buy', 'buy now', 'purchase', 'place order', 'order now', 'confirm purchase', 'confirm payment', 'place your order', 'book now', 'reserve now', 'withdraw', 'top up', 'renew', 'cancel order', 'cancel subscription', 'cancel booking', 'cancel reservation', 'cancel membership', 'close account', 'leave group', 'merge pull request', 'checkout', 'check out', 'donate', 'transfer', 'bid', 'subscribe', 'unsubscribe', 'confirm order', 'submit', 'post', 'publish', 'tweet', 'share', 'upload',
  'install', 'uninstall', 'upgrade', 'agree', 'i agree', 'accept', 'sign', 'authorize', 'authorise', 'authenticate', 'allow', 'grant', 'unlock', 'deactivate', 'factory reset', 'reset', 'revoke', 'terminate', 'kill', 'end task', 'force quit', 'shut down', 'shutdown', 'power off', 'restart', 'reboot', 'log out', 'sign out', 'deploy', 'release', 'invite', 'run macro', 'enable macros', 'enable content', 'print',
];

const consequentialChinese = [
  '发送', '发出', '群发', '回复全部', '删除', '移除', '清空', '抹掉', '格式化', '移到废纸篓', '移到回收站', '放弃', '丢弃', '不保存', '支付', '付款', '购买', '下单', '结算', '结账', '捐赠', '转账', '汇款', '提现', '充值', '打赏', '抢购', '预订', '订购', '续费', '订阅', '退订', '取消订单', '取消关注', '退群', '解散', '提交', '确认订单', '确认付款', '发布', '发表', '发帖', '发朋友圈', '投稿', '分享', '上传', '安装', '卸载', '升级', '同意', '接受', '签署', '授权', '允许', '解锁', '恢复出厂', '重置', '撤销授权', '结束任务', '结束进程', '强制退出', '关机', '重启', '注销', '退出登录', '部署', '邀请', '转发', '启用宏', '运行宏', '执行宏', '重新启动', '打印',
];

const saveWords = ['save', 'save as', 'save all', 'save a copy', 'overwrite', 'replace', 'replace all', 'keep current format', 'keep format', 'export', 'export as', 'merge folders'];
const saveChinese = ['保存', '另存为', '存储', '覆盖', '替换', '保持当前格式', '使用 ods 格式', '导出'];

/** "Use Word 2007–365 Format!", 使用 Excel 2007–365 格式, "Excel 2007–365-Format verwenden": the answer that saves. */
const keepsFormat = /^use .{2,40} format\b|^使用 ?.{2,40}格式|.{2,40} format verwenden$/;

/** Whether pressing what has this name can't be taken back. */
export function consequenceOfName(name: string): boolean {
  const label = simplify(name);
  if (harmless.test(label) || harmlessChinese.test(label) || onlyEdits(label)) return false;
  return toTrash.test(label) || matches(label, consequentialWords, consequentialChinese, 'grave');
}

/** "Move 3 items to Trash". */
const toTrash = /^(move|send) .{0,40}\b(trash|bin|recycle bin)\b/;

/** Labels that begin alike and only edit a document, which undo takes back, or lead somewhere. */
const harmless = new RegExp(
  `^(${[
    'send (to )?back(ward|wards)?', 'print (preview|areas?|ranges?|titles?|layout)', 'release notes', 'share price',
    'delete (rows?|columns?|cells?|contents?|page break|manual break|hyperlink|line|word|formatting)', 'delete sheet (rows?|columns?)',
    'remove (formatting|direct formatting|hyperlink|filter|duplicates?|bullets?|outline|page break)', 'reset (zoom|view|filter|slide)',
  ].join('|')})$`,
);
const harmlessChinese = /^(打印(预览|区域|范围|标题)|删除(线|行|列|单元格|内容|超链接|分页符|格式)|(已|最近|未|待)(发送|删除|发布|提交|付款|支付|安装|订阅).*|(撤销|重做)[:：]? ?(?!授权).*)$/;

/** Whether pressing what has this name saves or replaces a file. */
export function isSaveName(name: string): boolean {
  const label = simplify(name);
  return !consequenceOfName(name) && !onlyEdits(label) && (matches(label, saveWords, saveChinese, 'saves') || keepsFormat.test(label));
}

/** Names that say yes to whatever a dialog asks. */
export function isAffirmative(name: string): boolean {
  const label = simplify(name);
  return /^(ok|okay|yes|yes to all|continue|proceed|apply|confirm|done|是|全部是|确定|确认|继续|应用|好)$/.test(label) || languages.some(({ yes }) => yes.includes(label));
}

/** Names that leave a dialog without doing what it asks. */
export function isNegative(name: string): boolean {
  const label = simplify(name);
  return /^(cancel|close|no|back|help|keep editing|取消|关闭|否|返回|帮助)$/.test(label) || languages.some(({ no }) => no.includes(label));
}

/** Longer than this, a name is a sentence in a document, not the label of a button; in words. */
const longestLabel = 6;

const languages = [...spacedLanguages, ...joinedLanguages];
const onlyEdits = (label: string): boolean => languages.some(({ harmless }) => harmless?.test(label));

/** A label acts by its first words: "Delete…", "Send (Ctrl+Enter)", "Replace file?"; a German one by any of its words. */
function matches(label: string, english: readonly string[], chinese: readonly string[], kind: 'grave' | 'saves'): boolean {
  if (label.split(' ').length > longestLabel || label.length > 60) return false;
  if (chinese.some((word) => label.includes(word)) || joinedLanguages.some((language) => language[kind].some((word) => ` ${label}`.includes(word)))) return true;
  return leadsTo(label, english, leads) || spacedLanguages.some((language, index) => leadsTo(label, language[kind], spacedLeads[index] ?? leads, language.anywhere));
}

/** "Yes, delete", "Save & Send", "Confirm and pay": each word that only leads there is left out in turn. */
function leadsTo(label: string, words: readonly string[], leading: RegExp, anywhere = false): boolean {
  for (let rest = label; ; rest = rest.replace(leading, '')) {
    const padded = `${rest} `;
    if (words.some((word) => padded.startsWith(`${word} `) || (anywhere && padded.includes(` ${word} `)))) return true;
    if (!leading.test(rest)) return false;
  }
}

const leads = /^(yes|ok|okay|please|confirm|permanently|immediately|and|to|now|complete|finish|continue|proceed|save|review|close|agree|force) /;
const spacedLeads = spacedLanguages.map((language) => new RegExp(`^(ok|${(language.leads ?? []).join('|')}) `));

/** Lower case, without mnemonics ("_Yes", "是(Y)"), punctuation and doubled blanks; one spelling for what some write in two. */
function simplify(name: string): string {
  const plain = name.normalize('NFKC').replace(/[_&~]/g, '').replace(/\([a-z0-9]\)(?=\P{L}*$)/iu, '').replace(/[’]/g, "'").toLowerCase().replace(/ß/g, 'ss').replace(/ё/g, 'е');
  return plain.replace(/[^\p{L}\p{N}' ]+/gu, ' ').replace(/\s+/g, ' ').trim();
}
