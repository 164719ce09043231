import type { InputFact } from '../tools/tool';
import { programName } from './program-name';
import { gravest } from './levels';
import { consequenceOfName, isAffirmative, isNegative, isSaveName } from './target-names';
import type { Judgement } from './verdict';

const forbidden = (code: string): Judgement => ({ level: 'forbidden', reasons: [{ code }], scope: null });
const consequential = (code: string, detail?: string): Judgement => ({ level: 'consequential', reasons: [reason(code, detail)], scope: null });
const risky = (scope: string | null, code: string, detail?: string): Judgement => ({ level: 'risky', reasons: [reason(code, detail)], scope });
const reason = (code: string, detail?: string) => (detail === undefined ? { code } : { code, detail });

/** Actions that look or bring a window to the front but give no input. */
const passive = new Set(['wait', 'screenshot', 'observe']);
/** Actions that move without pressing anything. */
const idle = new Set(['move', 'scroll', 'focus_window']);
/** Actions that put text into a place. */
const textual = new Set(['type', 'set_value']);

const confirms = new Set(['enter', 'return', 'kp_enter', 'numpadenter', 'num_enter']);
const movesFocus = new Set(['tab', 'up', 'down', 'left', 'right', 'f6', 'f10', 'alt']);
/** Programs in which Enter sends what was written to other people. */
const communicators = /thunderbird|evolution|geary|kmail|outlook|slack|discord|telegram|signal|element|teams|wechat|weixin|^qq|dingtalk|feishu|lark|whatsapp|skype|zoom|mattermost|messages|^mail/i;
/** Programs in which Enter may follow an address or submit a form: nobody can tell before. */
const browsers = /firefox|chrom|edge|brave|vivaldi|opera|safari|epiphany|konqueror|falkon|librewolf/i;

/** Programs whose windows show what other people wrote. */
export function showsForeignContent(app: string): boolean {
  return browsers.test(app) || communicators.test(app);
}

/**
 * Judges desktop input by its consequence: whose window, which target, which keys. Whatever acts
 * like Enter is judged as Enter, also a line break inside text.
 */
export function classifyInput(input: InputFact): Judgement {
  if (passive.has(input.action)) return { level: 'observe', reasons: [], scope: null };
  // Starting a program gives no input to the window that happens to be in front, which may be ours.
  if (input.launches !== undefined || input.action === 'open_app') {
    const app = input.launches ?? input.app;
    return risky(`launch:${app}`, 'reason.input.launch', app);
  }
  if (input.window.own || input.target?.own) return forbidden('reason.input.own_window');
  if (idle.has(input.action)) return plain(input);
  const keys = (input.keys ?? []).map((key) => key.toLowerCase());
  const isText = textual.has(input.action) || input.text !== undefined;
  if (input.target?.password && (isText || keys.length > 0)) return consequential('reason.input.password');
  if (input.window.terminal && (isText || keys.length > 0)) return risky(`terminal:${programName(input.app)}`, 'reason.input.terminal');
  if (keys.length > 0) return classifyKeys(keys, input);
  if (isText) return input.enters !== false && /[\r\n]/.test(input.text ?? '') ? classifyTypedEnter(input) : plain(input);
  return classifyTarget(input) ?? plain(input);
}

/** Titles and buttons of the question about a file that another person has open, in languages of LibreOffice. */
const inUse = /in use|locked|正在(被)?使用|已锁定|使用中|已鎖定|in benutzung|gesperrt|cours d.utilisation|verrouillé|используется|заблокирован|en uso|bloquead|in uso|bloccato|em uso|em utilização|사용 중|잠/i;
const leavesTheirs = /read|copy|notify|只读|副本|通知|唯讀|複本|schreibgeschützt|kopie|benachrichtigen|lecture seule|copie|avertir|чтения|копию|уведомить|solo lectura|copia|notificar|sola lettura|notifica|leitura|cópia|読み取り|コピー|읽기 전용|복사본|알림/i;
/** Letters of languages that no list of words knows. */
const unknownScript = /[^\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Common}\p{sc=Inherited}]/u;

/** The target's own name decides for clicks, presses and anything else that sets it off; null when it says nothing. */
function classifyTarget(input: InputFact): Judgement | null {
  const name = input.target?.name ?? '';
  if (isContentRole(input.target?.role ?? '')) return null;
  if (consequenceOfName(name)) return consequential('reason.input.target', name);
  if (isSaveName(name)) return risky(`save:${programName(input.app)}`, 'reason.input.save', name);
  if (isNegative(name)) return plain(input);
  // Opening what another person has open may undo their work.
  if (input.window.dialog && inUse.test(input.window.title) && !leavesTheirs.test(name)) return risky(null, 'reason.input.unknown_dialog', input.window.title);
  if (input.window.dialog && unknownScript.test(name) && /button/.test(input.target?.role ?? '')) return risky(null, 'reason.input.unknown_dialog', input.window.title);
  const decides = input.window.dialog && (input.target === null || isAffirmative(name));
  return decides ? classifyTitle(input) : null;
}

/** What a dialog asks, by its title; null when the title says nothing. */
function classifyTitle(input: InputFact): Judgement | null {
  const { title } = input.window;
  if (consequenceOfName(title)) return consequential('reason.input.enter_dialog', title);
  return isSaveName(title) ? risky(`save:${programName(input.app)}`, 'reason.input.enter_dialog', title) : null;
}

function classifyKeys(keys: readonly string[], input: InputFact): Judgement {
  const chord = keys.join('+');
  const has = (name: string) => keys.includes(name);
  const control = has('ctrl') || has('control') || has('cmd') || has('meta') || has('super');
  if (has('alt') && has('ctrl') && (has('delete') || has('backspace') || keys.some((key) => /^f\d+$/.test(key)))) {
    return consequential('reason.input.system_keys', chord);
  }
  if (control && has('s')) return risky(`save:${programName(input.app)}`, 'reason.input.save_keys', chord);
  if (has('shift') && has('f12')) return risky(`save:${programName(input.app)}`, 'reason.input.save_keys', chord);
  if ((has('alt') && has('f4')) || (control && (has('w') || has('q') || has('f4')))) return risky(null, 'reason.input.close_keys', chord);
  if (has('super') || has('meta') || (has('alt') && has('f2'))) return risky(null, 'reason.input.system_keys', chord);
  // Several keys in a row may move the focus before they confirm: then the target is not the one seen now.
  const seen = keys.some((key) => movesFocus.has(key)) ? { ...input, target: null } : input;
  if (keys.some((key) => confirms.has(key))) return control ? classifySubmit(seen, chord) : classifyEnter(seen);
  if (has('space') && !control) return classifyTarget(seen) ?? plain(seen);
  // Alt and a letter presses the button with that mnemonic, whichever it is.
  if (has('alt') && input.window.dialog && keys.some((key) => key.length === 1)) {
    return risky(null, 'reason.input.unknown_dialog', input.window.title);
  }
  if ((has('delete') || has('backspace')) && isItemRole(input.target?.role ?? '')) {
    return consequential('reason.input.target', input.target?.name || chord);
  }
  return plain(input);
}

/** Enter in a dialog presses its default button; elsewhere it only breaks a line, or sets off the focused button. */
function classifyEnter(input: InputFact): Judgement {
  const byTarget = classifyTarget(input);
  if (byTarget) return byTarget;
  if (!input.window.dialog) return classifyEnterByProgram(input);
  const { title } = input.window;
  return classifyTitle(input) ?? risky(`dialog:${title}`, 'reason.input.unknown_dialog', title);
}

function classifyEnterByProgram(input: InputFact): Judgement {
  if (communicators.test(input.app)) return consequential('reason.input.enter_sends', input.app);
  return browsers.test(input.app) ? risky(`enter:${programName(input.app)}`, 'reason.input.enter_submits', input.app) : plain(input);
}

/** After a tab a typed line break meets another element than the one with the focus now: also that is counted. */
function classifyTypedEnter(input: InputFact): Judgement {
  const here = classifyEnter(input);
  return /\t/.test(input.text ?? '') ? gravest([here, classifyEnter({ ...input, target: null })]) : here;
}

/** Ctrl+Enter sends in mail and chat programs and posts in browsers; in an office document it breaks the page. */
function classifySubmit(input: InputFact, chord: string): Judgement {
  const office = /soffice|libreoffice|writer|calc|impress|excel|word|wps/i.test(input.app);
  return office && !input.window.dialog ? plain(input) : consequential('reason.input.target', chord);
}

function plain(input: InputFact): Judgement {
  return { level: 'reversible', reasons: [{ code: 'reason.input.plain' }], scope: `input:${programName(input.app)}` };
}

/** Content of a document merely mentions words; a click on it sets nothing off. */
function isContentRole(role: string): boolean {
  return /^(paragraph|heading|document|table cell|cell|entry|title bar|status bar)/i.test(role);
}

/** Things that the Delete key removes as a whole. */
function isItemRole(role: string): boolean {
  return /^(icon|list item|tree item|table row|row|thumbnail)/i.test(role);
}
