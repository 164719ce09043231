import type { ElementFact, FormFact } from './page/look';

/** Words for what can’t be taken back or reaches others, on a control of any kind. */
const words =
  /\b(sends?|submit|pay(?:ments?)?|buy|purchase|orders?|check ?-?out|delete|remove|erase|destroy|discard|empty trash|publish|post|tweet|confirm|transfer|withdraw|deposit|subscribe|unsubscribe|sign ?-?up|register|create account|enrol+|book|reserve|donate|bid|agree|accept|approve|consent|install|authori[sz]e|allow|grant|deactivate|close account|reply|share|invite|forward|apply|vote|refund|cancel (?:order|booking|subscription|membership|account)|log ?-?in|sign ?-?in|reset)\b/i;
/** Of these the ones that are an act even as a link to another page: the rest only lead to where it can be done. */
const strong = /^(sends?|submit|pay|buy|purchase|delete|remove|erase|destroy|discard|empty trash|publish|confirm|transfer|withdraw|unsubscribe|agree|accept|approve|consent|authori[sz]e|allow|grant|deactivate|close account|vote|refund|cancel .*|发送|发出|提交|支付|付款|购买|下单|删除|移除|清空|销毁|发布|确认|确定|转账|提现|退订|注销|同意|接受|授权|允许|批准|签署|取消订单)$/i;
const chinese = /发送|发出|提交|支付|付款|购买|买单|下单|结算|结账|订购|删除|移除|清空|销毁|发布|发表|发帖|确认|确定|转账|提现|充值|订阅|退订|注册|预订|预约|捐赠|捐款|同意|接受|授权|允许|批准|安装|注销|回复|分享|邀请|转发|申请|投票|退款|签署|登录|登陆|重置|取消订单/;
/** Marks that designers give to icons for the same. */
const marks = /(?:^|[\s_-])(delete|trash|bin|remove|send|paper-plane|pay|checkout|submit|publish)(?:$|[\s_-])/i;

/**
 * Why pressing an element is consequential; null when it isn't. Links and buttons are judged by their
 * words, icons by their marks, and whatever sends a form by what the form holds.
 */
export function consequenceOf(fact: ElementFact, form: FormFact | null): string | null {
  if (['textbox', 'searchbox', 'password', 'combobox', 'listbox', 'spinbutton', 'slider', 'option', 'checkbox', 'radio', 'tab'].includes(fact.role)) return null;
  const name = fact.name.normalize('NFKC');
  const said = words.exec(name)?.[0] ?? chinese.exec(name)?.[0];
  const leads = fact.role === 'link' && /^https?:/.test(fact.href) && !fact.href.endsWith('#');
  // A long text that mentions one is an article, not a control.
  if (said !== undefined && (!leads || (name.length <= 60 && strong.test(said)))) return `its name says “${said}”`;
  const drawn = name.trim().length <= 1 ? marks.exec(fact.marks)?.[1] : undefined;
  if (drawn !== undefined) return `its mark says “${drawn}”`;
  return fact.submits ? sendingOf(form) : null;
}

/** Why sending a form is consequential; null for a search. */
export function sendingOf(form: FormFact | null): string | null {
  if (form === null) return null;
  if (form.hasPassword) return 'it sends a form with a password';
  if (form.isSearch || (form.method === 'get' && form.fields <= 1)) return null;
  const said = words.exec(form.submitName)?.[0] ?? chinese.exec(form.submitName)?.[0];
  return said === undefined ? 'it sends a form' : `it sends a form (“${form.submitName}”)`;
}
