/** Words on what can’t be taken back, reaches others or costs money; matched on whole words in English. */
const words =
  /\b(sends?|submit|pay(?:ment)?|buy|purchase|orders?|check ?out|delete|remove|erase|clear data|uninstall|install|publish|post|confirm|transfer|withdraw|top ?up|subscribe|unsubscribe|book|donate|agree|accept|approve|allow|grant|authori[sz]e|sign ?in|log ?in|sign ?up|register|log ?out|reset|format|call|dial|reply|share|forward|invite|apply|refund)\b|发送|发布|发表|提交|支付|付款|购买|买单|下单|结算|删除|移除|清空|清除|卸载|安装|确认|确定|转账|提现|充值|订阅|退订|预订|预约|捐赠|同意|接受|允许|授权|登录|登陆|注册|退出登录|注销|重置|格式化|拨打|呼叫|回复|分享|转发|邀请|申请|退款/i;

/** The word that makes a control consequential; null when it says nothing of the kind. Long texts are messages, not controls. */
export function consequenceOf(saying: string): string | null {
  return saying.length > 40 ? null : (words.exec(saying.normalize('NFKC'))?.[0] ?? null);
}
