import { eachMatch } from './each-match';
import type { SecretKind } from './secret-shapes';

/** Ends of names whose value is a secret: `DB_PASSWORD`, `clientSecret`, `access-token`. */
const PASSWORD_NAME = 'passw(?:or)?d|passwd|pwd|passphrase|passcode|userpass|口令|密码';
const KEY_NAME =
  '(?:api|access|secret|private|account|auth|encryption|signing|master|service|subscription|license|app)[_-]?key|client[_-]?secret|app[_-]?secret|secret|token|credentials?|session[_-]?id|jsessionid|phpsessid|密钥|令牌|私钥';

/** `name = value`, `"name": "value"`, `name：value`, `--name value`, from the end of the name on. Quotes may be escaped. */
const ASSIGNED = new RegExp(
  `(?:(${PASSWORD_NAME})|(?:${KEY_NAME}))\\\\*["'\`]?(?:\\s{0,20}(?::=|=>|[:=：＝])\\s{0,20}|(?<=--[\\w-]{1,80})[ =])(?:(\\\\*["'\`])([^"'\`\\\\\\n]{3,400}?)\\2|((?:[^\\s"'\`,;(){}<>\\[\\]\\\\|&]|&(?!\\w+=)){3,400})(?=[\\s"',;})\\]\\\\]|$))`,
  'gi',
);
/** What stands before the end of a name. */
const NAME_BEFORE = /[\w.-]*$/;

/** A password told in a sentence. */
const SPOKEN = /(?:\bpass(?:word|phrase|code)?\s+(?:is|was|will be)\s*:?|密码(?:是|为|改成|改为)\s*[:：]?|口令(?:是|为)\s*[:：]?)\s*["'“「`]?((?=[^\s"'”」`]*[\d!@#$%^&*_+=~-])[^\s"'”」`，。；、]{4,100}?)(?=["'”」`，。；、]|[.,;!?]?(?:\s|$))/giu;

/** What stands where a value would, in code, templates and documentation. */
const NOT_A_VALUE =
  /^(?:[xX*•.#_-]+|<.*>|\$\{?.*\}?|%\w+%|\{+.*\}+|\[.*\]|your[_-].*|my[_-].*|.*example.*|changeme|change[_-]me|placeholder|redacted|hidden|masked|secret|password|passwd|token|string|number|boolean|object|null|undefined|none|nil|true|false|yes|no|required|optional|text|str|int|bytes|bool|any|unknown|void|never|self|this)$/i;

/** NAME=value of an environment file, where an escaped line end may stand before it, or an option of a command. */
const SHOUTED = /^(?:[nrt]?[A-Z][A-Z0-9_]*=|--)/;

export interface NamedSecret {
  start: number;
  end: number;
  kind: SecretKind;
}

/** Secrets that are known by the name they are given, in code, settings, commands and sentences. */
export function findNamed(text: string): NamedSecret[] {
  const found: NamedSecret[] = [];
  eachMatch(ASSIGNED, text, (match) => {
    const [whole, password, quote, quoted, bare] = match;
    const value = quoted ?? bare ?? '';
    const own = password !== undefined;
    const assigned = (): boolean => SHOUTED.test((NAME_BEFORE.exec(text.slice(Math.max(0, match.index - 80), match.index))?.[0] ?? '') + whole);
    if (quoted === undefined ? !isBareSecret(value, own, assigned()) : !isQuotedSecret(value, own)) return;
    const end = match.index + whole.length - (quote?.length ?? 0);
    found.push({ start: end - value.length, end, kind: own ? 'password' : 'key' });
  });
  eachMatch(SPOKEN, text, ({ 0: whole, 1: value = '', index }) => {
    const end = index + whole.length;
    found.push({ start: end - value.length, end, kind: 'password' });
  });
  return found;
}

/** Whether a field of this name holds a secret, and whether this text can be one. */
export function isSecretField(name: string, value: string): boolean {
  const match = FIELD.exec(name);
  if (!match) return false;
  const password = match[1] !== undefined;
  return isQuotedSecret(value, password) || (password && /^\S{4,100}$/.test(value) && !NOT_A_VALUE.test(value));
}
const FIELD = new RegExp(`(?:(${PASSWORD_NAME})|${KEY_NAME})$`, 'i');

/** In quotes: a word of letters alone is more often a label than a password. */
function isQuotedSecret(value: string, password: boolean): boolean {
  if (NOT_A_VALUE.test(value) || /^\s|\s$/.test(value)) return false;
  if (password) return value.length >= 4 && /[^A-Za-z .:?]/.test(value) && !/\p{Script=Han}|…/u.test(value) && !isPath(value);
  return isRandom(value);
}

/** Without quotes: in code that is an expression, in settings and commands a value. */
function isBareSecret(value: string, password: boolean, assigned: boolean): boolean {
  if (NOT_A_VALUE.test(value) || isExpression(value)) return false;
  if (!password) return isRandom(value);
  if (assigned) return value.length >= 4;
  return value.length >= 4 && /\d|[!@#$%^&*~]/.test(value) && /[A-Za-z\d]/.test(value);
}

function isExpression(value: string): boolean {
  return /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*)+[!?]?$/.test(value) || /^[!?]?[A-Za-z_$][a-z]*(?:[A-Z][a-z]+)+[!?]?$/.test(value) || /^[a-z]+(?:_[a-z]+)+$/.test(value) || /[=*]{2}|^[-+/*=&|]/.test(value);
}

/** Letters and digits mixed, long enough, no words: what a generator makes. */
function isRandom(value: string): boolean {
  if (value.length < 8 || /\s/.test(value) || isPath(value) || isExpression(value)) return false;
  return /\d/.test(value) && /[A-Za-z]/.test(value) && !/^v?\d+(?:\.\d+)+/.test(value);
}

function isPath(value: string): boolean {
  return /^(?:\.{0,2}\/|[A-Za-z]:\\|https?:\/\/[^@]*$)/.test(value);
}
