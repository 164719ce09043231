import type { Phone } from './adb';
import { Trouble } from './trouble';

/** Packages of common apps by the names that people use, as the makers publish them in the stores. */
const packages: Record<string, string[]> = {
  'com.tencent.mm': ['wechat', 'weixin', '微信'],
  'com.tencent.mobileqq': ['qq'],
  'com.sina.weibo': ['weibo', '微博'],
  'com.xingin.xhs': ['xiaohongshu', 'rednote', '小红书'],
  'com.ss.android.ugc.aweme': ['douyin', '抖音'],
  'com.zhiliaoapp.musically': ['tiktok'],
  'com.smile.gifmaker': ['kuaishou', '快手'],
  'tv.danmaku.bili': ['bilibili', '哔哩哔哩', 'b站'],
  'com.zhihu.android': ['zhihu', '知乎'],
  'com.taobao.taobao': ['taobao', '淘宝'],
  'com.jingdong.app.mall': ['jd', 'jingdong', '京东'],
  'com.xunmeng.pinduoduo': ['pinduoduo', '拼多多'],
  'com.eg.android.AlipayGphone': ['alipay', '支付宝'],
  'com.sankuai.meituan': ['meituan', '美团'],
  'com.dianping.v1': ['dianping', '大众点评'],
  'me.ele': ['eleme', 'ele.me', '饿了么'],
  'ctrip.android.view': ['ctrip', '携程', '携程旅行'],
  'com.MobileTicket': ['12306', '铁路12306'],
  'com.sdu.didi.psnger': ['didi', '滴滴', '滴滴出行'],
  'com.autonavi.minimap': ['amap', 'gaode', '高德', '高德地图'],
  'com.baidu.BaiduMap': ['baidu maps', '百度地图'],
  'com.baidu.searchbox': ['baidu', '百度'],
  'com.netease.cloudmusic': ['netease music', '网易云音乐'],
  'com.tencent.qqmusic': ['qq music', 'qq音乐'],
  'com.tencent.qqlive': ['tencent video', '腾讯视频'],
  'com.qiyi.video': ['iqiyi', '爱奇艺'],
  'com.youku.phone': ['youku', '优酷'],
  'com.tencent.wework': ['wecom', '企业微信'],
  'com.alibaba.android.rimet': ['dingtalk', '钉钉'],
  'com.ss.android.lark': ['feishu', 'lark', '飞书'],
  'com.android.settings': ['settings', '设置'],
  'com.android.chrome': ['chrome', 'google chrome', '谷歌浏览器'],
  'com.android.vending': ['play store', 'google play', '应用商店'],
  'com.google.android.gm': ['gmail'],
  'com.google.android.apps.maps': ['google maps', 'maps', '谷歌地图'],
  'com.google.android.youtube': ['youtube'],
  'com.google.android.calendar': ['calendar', '日历'],
  'com.google.android.deskclock': ['clock', '时钟', '闹钟'],
  'com.google.android.apps.photos': ['photos', 'google photos', '相册'],
  'com.google.android.dialer': ['phone', '电话'],
  'com.google.android.apps.messaging': ['messages', '短信', '信息'],
  'com.google.android.contacts': ['contacts', '通讯录', '联系人'],
  'com.google.android.calculator': ['calculator', '计算器'],
  'com.whatsapp': ['whatsapp'],
  'org.telegram.messenger': ['telegram'],
  'com.facebook.katana': ['facebook'],
  'com.instagram.android': ['instagram'],
  'com.twitter.android': ['twitter', 'x'],
  'com.spotify.music': ['spotify'],
  'com.netflix.mediaclient': ['netflix'],
  'com.amazon.mShop.android.shopping': ['amazon'],
  'com.microsoft.office.outlook': ['outlook'],
  'com.microsoft.teams': ['teams'],
  'com.duolingo': ['duolingo', '多邻国'],
};

/** Other makers' packages for apps that come with a phone, by how they end. */
const makers: Record<string, RegExp> = {
  'com.google.android.deskclock': /(^|\.)(deskclock|clockpackage|clock)$/i,
  'com.google.android.calculator': /calculator$/i,
  'com.google.android.calendar': /(^|\.)calendar$/i,
  'com.google.android.apps.photos': /(gallery|gallery3d|photos|album)$/i,
  'com.google.android.dialer': /(dialer|incallui)$/i,
  'com.google.android.apps.messaging': /(messaging|mms)$/i,
  'com.google.android.contacts': /contacts$/i,
};

/** The package of an app that is on the phone. Throws a Trouble that names what is near. */
export async function packageFor(phone: Phone, app: string): Promise<string> {
  const installed = (await phone.shell('pm', 'list', 'packages')).split(/\s+/).flatMap((line) => (line.startsWith('package:') ? [line.slice(8)] : []));
  const wanted = app.normalize('NFKC').trim();
  if (installed.includes(wanted)) return wanted;
  const name = wanted.toLowerCase().replace(/\s+(app|应用)$|应用$/, '');
  const known = Object.entries(packages).find(([, names]) => names.includes(name))?.[0];
  if (known !== undefined) {
    const found = installed.includes(known) ? known : installed.find((each) => makers[known]?.test(each));
    if (found !== undefined) return found;
    throw new Trouble('NOT_FOUND', `${app} (${known}) is not on the phone.`, 'Use another app, or ask the person to install it.');
  }
  const near = installed.filter((each) => each.toLowerCase().split('.').some((part) => part === name));
  if (near[0] !== undefined && near.length === 1) return near[0];
  const alike = installed.filter((each) => each.toLowerCase().includes(name.replace(/\s+/g, ''))).slice(0, 10);
  throw new Trouble('NOT_FOUND', `No app ${app} is known on the phone.`, alike.length > 0 ? `Give one of these packages as app: ${alike.join(', ')}.` : 'Give its package as app, or look for it on the home screen.');
}
