import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { PreparedCall } from '../tools/call';
import { readScript } from '../tools/shell/read-script';
import { programOf } from '../tools/shell/wrappers';
import type { Facts, InputFact, SkillFact } from '../tools/tool';
import { gitVerb } from './command/consequences';
import type { ActedOn } from './standing-places';
import type { Judgement } from './verdict';

export const effects = ['change', 'delete', 'create', 'overwrite', 'read', 'send', 'push', 'commit', 'install', 'command', 'network', 'save', 'close', 'pay', 'print', 'submit'] as const;
export type Effect = (typeof effects)[number];

/** One thing that a call would do. `sure` is false where it only may do it. */
export interface Touch extends ActedOn {
  effect: Effect;
  sure: boolean;
}

const DELETERS = /^(rm|rmdir|unlink|shred|trash|trash-put|rimraf|del|erase|wipe|srm)$/;
const NETWORK = /^(curl|wget|ssh|scp|sftp|rsync|nc|ncat|netcat|telnet|ftp|lftp|ping|dig|nslookup|host|http|https|xh|aria2c|yt-dlp|socat|openssl|whois|traceroute)$/;
const SENDERS = /^(mail|mailx|sendmail|mutt|swaks|msmtp|scp|sftp|ftp|lftp)$/;
const PRINTERS = /^(lp|lpr)$/;
const ENDERS = /^(kill|pkill|killall|xkill|wmctrl|xdotool)$/;
const BROWSERS = /chrom|firefox|edge|safari|opera|brave|vivaldi|epiphany|konqueror|browser/i;

/** What reasons of the judgement say of the effect. */
const BY_REASON: Record<string, Effect[]> = {
  'reason.command.delete': ['delete'],
  'reason.command.mail': ['send', 'network'],
  'reason.command.upload': ['send', 'network'],
  'reason.command.publish': ['send', 'network'],
  'reason.command.install': ['install', 'network'],
  'reason.command.network_code': ['network'],
  'reason.command.network_root': ['network'],
  'reason.command.kill': ['close'],
  'reason.input.enter_sends': ['send'],
  'reason.input.enter_submits': ['submit', 'network'],
  'reason.input.save': ['save'],
  'reason.input.save_keys': ['save'],
  'reason.input.close_keys': ['close'],
};

/** Effects of a button or dialog, by the first word of its name; English and Chinese. */
const BY_NAME: [RegExp, Effect][] = [
  [/^(send|reply|forward|post|publish|tweet|share|upload|invite)|发送|发出|群发|回复|转发|发布|发表|分享|上传|邀请/i, 'send'],
  [/^(delete|remove|erase|wipe|trash|empty|shred|discard|move to (trash|bin))|删除|移除|清空|抹掉|废纸篓|回收站|丢弃/i, 'delete'],
  [/^(pay|buy|purchase|order|place order|check ?out|donate|transfer|confirm (purchase|payment|order)|bid)|支付|付款|购买|下单|结算|结账|转账|汇款|捐赠/i, 'pay'],
  [/^(install|uninstall|upgrade)|安装|卸载|升级/i, 'install'],
  [/^submit|提交/i, 'submit'],
  [/^print|打印/i, 'print'],
  [/^(save|overwrite|replace|keep|export)|保存|另存|覆盖|替换|导出/i, 'save'],
];

/** Actions that only look or move the pointer. */
const HARMLESS = new Set(['move', 'scroll', 'wait', 'focus_window', 'open_app']);

/** All that a call would do, from its facts and its judgement. */
export async function touchesOf(call: Pick<PreparedCall, 'tool'>, facts: Facts, judgement: Judgement): Promise<Touch[]> {
  const touches: Touch[] = [];
  if (facts.command) touches.push(...(await commandTouches(facts.command, facts, judgement)));
  else {
    for (const { access, exists, real, input } of facts.paths ?? []) {
      const at = { place: real, input, sure: true };
      touches.push({ ...at, effect: access === 'read' ? 'read' : exists ? 'change' : 'create' });
      if (access === 'write' && exists && call.tool.name === 'Write') touches.push({ ...at, effect: 'overwrite' });
    }
  }
  if (facts.input) touches.push(...inputTouches(facts.input));
  if (facts.skill) touches.push(...skillTouches(facts.skill));
  if (!facts.command && !facts.input && !facts.paths && judgement.level !== 'observe') touches.push({ effect: 'change', place: null, sure: false });
  const named = judgement.reasons.flatMap(({ code, detail = '' }) => [
    ...(BY_REASON[code] ?? []),
    ...(code === 'reason.input.target' || code === 'reason.input.enter_dialog' || code === 'reason.input.save' ? BY_NAME.flatMap(([name, effect]) => (name.test(detail.trim()) ? effect : [])) : []),
  ]);
  // Where a path says it more exactly, the reason adds nothing.
  const further = [...new Set(named)].filter((effect) => !touches.some((touch) => touch.effect === effect && touch.place !== null));
  return [...touches, ...further.map((effect) => ({ effect, place: null, sure: true, ...(facts.input ? { window: facts.input.window.title } : {}) }))];
}

/** What a skill names, it does; what else it may do beside that can't be known. */
function skillTouches({ effect, network, source }: SkillFact): Touch[] {
  const acts = effect === 'risky' || effect === 'consequential';
  return [
    ...(network.length > 0 ? [{ effect: 'network' as const, place: null, sure: true }] : []),
    ...(network.length > 0 && acts ? [{ effect: 'send' as const, place: null, sure: false }] : []),
    ...(acts ? [{ effect: 'change' as const, place: null, sure: false }] : []),
    ...(source === 'bundled' ? [] : [{ effect: 'command' as const, place: null, sure: true }]),
  ];
}

function inputTouches(input: InputFact): Touch[] {
  const { title } = input.window;
  const acts = !HARMLESS.has(input.action);
  const browser = BROWSERS.test(input.launches ?? input.app);
  return [
    ...(acts ? [{ effect: 'change' as const, place: null, window: title, sure: true }] : []),
    ...(browser ? [{ effect: 'network' as const, place: null, sure: false }] : []),
    ...(input.window.terminal && acts ? [{ effect: 'command' as const, place: null, sure: true }] : []),
  ];
}

async function commandTouches(command: NonNullable<Facts['command']>, facts: Facts, judgement: Judgement): Promise<Touch[]> {
  const { commands } = await readScript(command.text, { HOME: homedir(), PWD: command.directory });
  const touches: Touch[] = [{ effect: 'command', place: null, sure: true }];
  const add = (...found: Effect[]): void => void touches.push(...found.map((effect) => ({ effect, place: null, sure: true })));
  let deletes = false;
  for (const part of commands) {
    const name = programOf(part);
    const texts = part.words.slice(1).flatMap(({ text }) => text ?? []);
    if (DELETERS.test(name) || (name === 'find' && texts.includes('-delete')) || (name === 'gio' && /^(trash|remove)$/.test(texts[0] ?? ''))) deletes = true;
    if (name === 'git') {
      const { verb } = gitVerb(texts);
      if (verb === 'rm' || verb === 'clean') deletes = true;
      if (verb === 'push') add('push', 'network');
      if (verb === 'commit') add('commit');
      if (/^(pull|fetch|clone|ls-remote|submodule|remote)$/.test(verb)) add('network');
    }
    if (NETWORK.test(name) || part.redirects.some(({ target }) => /^\/dev\/(tcp|udp)\//.test(target.pattern))) add('network');
    if (SENDERS.test(name)) add('send');
    if (PRINTERS.test(name)) add('print');
    if (ENDERS.test(name)) add('close');
  }
  const harmless = judgement.level === 'observe';
  const paths = facts.paths ?? [];
  if (deletes && !paths.some(({ access }) => access === 'write')) add('delete');
  for (const { access, real, input, exists } of paths) {
    if (access === 'read' || harmless) touches.push({ effect: 'read', place: real, input, sure: true });
    else {
      const whole = exists && isFolder(real);
      // A plain word of a program that isn't known, such as `npm test`, need not be a path.
      const sure = exists || /[./\\]/.test(path.relative(command.directory, real));
      touches.push({ effect: exists ? 'change' : 'create', place: real, input, whole, sure });
      if (deletes) touches.push({ effect: 'delete', place: real, input, whole, sure: true });
    }
  }
  // A program that names no path may still write anywhere.
  if (!harmless && !paths.some(({ access }) => access === 'write')) touches.push({ effect: 'change', place: null, sure: false });
  return touches;
}

function isFolder(real: string): boolean {
  try {
    return statSync(real).isDirectory();
  } catch {
    return false;
  }
}
