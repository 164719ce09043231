import { readFileSync } from 'node:fs';
import path from 'node:path';
import { contentsOf } from './folder-contents';

export const findingKinds = ['encoded_command', 'remote_code', 'hidden_comment', 'invisible_characters', 'install_hook', 'credential_path', 'network_address', 'allowed_tools', 'program_file', 'given_orders'] as const;

/** Something in a skill's files that a person should know before they trust it. It decides nothing. */
export interface Finding {
  kind: (typeof findingKinds)[number];
  /** Relative to the skill's folder. */
  file: string;
  /** From 1; 0 when it is about the file as a whole. */
  line: number;
  /** What was found, cut, with invisible characters written out. */
  excerpt: string;
}

/** Findings of one kind in one file beyond this say nothing new. */
const mostAlike = 5;
const longestExcerpt = 160;
/** Larger files are told as a whole, bytes. */
const largestText = 1024 * 1024;

/** Characters that show nothing or turn the order of what is shown: what is read is not what stands there. */
const invisible = /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}\u{1d173}-\u{1d17a}]/gu;

const decodes = String.raw`base64\s+(?:-d|-D|--decode)|openssl\s+(?:enc|base64)\b[^\n|]{0,200}-d|xxd\s+-r|b64decode|frombase64string|Buffer\.from\([^)]{0,200}["'](?:base64|hex)["']|\batob\s*\(|unhexlify|fromhex\s*\(|codecs\.decode|zlib\.decompress|marshal\.loads|printf\s+["']?(?:\\+x[0-9a-f]{2}){4}|echo\s+-e\s+["']?(?:\\+x[0-9a-f]{2}){4}|String\.fromCharCode\(|-enc(?:odedcommand)?\s+[A-Za-z0-9+/=]{16}`;

const patterns: readonly [Finding['kind'], RegExp][] = [
  ['encoded_command', new RegExp(decodes, 'gi')],
  // A long run of base64 or of escapes in what people would read as text.
  ['encoded_command', /(?<![A-Za-z0-9+/=])(?=[A-Za-z0-9+/]{0,200}[0-9])(?=[A-Za-z0-9+/]{0,200}[A-Z])(?=[A-Za-z0-9+/]{0,200}[a-z])[A-Za-z0-9+/]{80,}={0,2}|(?:\\x[0-9a-f]{2}){12,}/gi],
  ['remote_code', /(?:curl|wget|fetch|iwr|invoke-webrequest)\b[^\n]{0,300}?(?:\|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh\b|\|\s*(?:sudo\s+)?(?:python|node|perl|ruby)|\|\s*iex)|(?:ba|z)?sh\s+-c\s+["']?\$\((?:curl|wget)|(?:ba|z)?sh\s+<\(\s*(?:curl|wget)|\b(?:eval|exec)\s*\(\s*(?:requests|urllib|fetch|await)/gi],
  ['install_hook', /["'](?:pre|post)?install["']\s*:|["']prepare["']\s*:\s*["']|cmdclass\s*=|\bcrontab\b|(?:\.bashrc|\.zshrc|\.profile|\.bash_profile|\.zshenv)\b|\.config\/autostart|LaunchAgents|\/etc\/(?:cron|profile|systemd)|systemctl\s+(?:--user\s+)?enable|\.git\/hooks|core\.hooksPath/gi],
  ['credential_path', /(?:~|\$\{?HOME\}?|%USERPROFILE%|home(?:dir)?\(\)?|\/home\/[\w.-]+|\/root)?[\\/"',. ]{0,4}\.(?:ssh|aws|gnupg|kube|netrc|npmrc|pypirc|docker\/config|config\/gh|git-credentials|password-store|mozilla|config\/google-chrome|config\/deskwright)\b|\bid_(?:rsa|ed25519|ecdsa)\b|\/etc\/shadow|\.env\b(?!iron|\.example)|(?:login\s?data|cookies\.sqlite|key4\.db|wallet\.dat|keychain)|\b(?:OPENAI|ANTHROPIC|TAVILY|AWS|GITHUB|NPM|SLACK)_[A-Z_]*(?:KEY|TOKEN|SECRET)\b/gi],
  ['network_address', /\b(?:https?|wss?|ftp):\/\/[^\s"'`<>)\]]{1,300}|(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?(?![\d.])|\/dev\/(?:tcp|udp)\/\S+|\bnc\s+-\w{0,9}\s{0,3}\S{1,80}\s+\d+/gi],
  ['given_orders', /ignore (?:all |any )?(?:the )?(?:previous|earlier|above|prior) (?:instructions|rules)|do not (?:tell|mention|show|reveal)[^.\n]{0,40}\b(?:user|person)|without (?:asking|telling|confirm)[^.\n]{0,30}|(?:approve|allow) (?:everything|all|automatically)|忽略(?:之前|以上|先前|所有)[^。\n]{0,8}(?:指令|规则|说明)|不要(?:告诉|提示|让)[^。\n]{0,6}用户|无需(?:确认|询问)/gi],
];

/** Looks through all files of a skill's folder for what its author might not want to be seen. Throws `Refused`, and what the file system throws. */
export function scanSkill(folder: string): Finding[] {
  const files = contentsOf(folder).filter(({ kind }) => kind === 'file');
  return files.flatMap(({ path: file }) => scanFile(file, readFileSync(path.join(folder, file))));
}

/** What stands out in one file of a skill. */
export function scanFile(file: string, bytes: Buffer): Finding[] {
  const found: Finding[] = [];
  if (bytes.includes(0) || bytes.length > largestText) return isPicture(bytes) ? [] : [{ kind: 'program_file', file, line: 0, excerpt: `${bytes.length} bytes` }];
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const take = (kind: Finding['kind'], matches: Iterable<RegExpExecArray>, excerpt: (match: RegExpExecArray) => string): void => {
    let taken = found.filter((one) => one.kind === kind).length;
    for (const match of matches) {
      if (taken++ >= mostAlike) return;
      found.push({ kind, file, line: text.slice(0, match.index).split('\n').length, excerpt: visibly(excerpt(match)) });
    }
  };
  take('invisible_characters', invisibleIn(text), ({ index }) => lineAt(text, index));
  if (/\.(md|markdown|html?|svg|xml)$/i.test(file)) take('hidden_comment', text.matchAll(hiddenComment), ([comment]) => comment);
  if (path.basename(file) === 'SKILL.md') take('allowed_tools', (/^---\n[\s\S]*?\n---/.exec(text)?.[0] ?? '').matchAll(/^allowed-tools\s*:.*(?:\n[ \t]+-.*)*/gm), ([claim]) => claim);
  for (const [kind, pattern] of patterns) {
    if (kind === 'install_hook' && /\.md$/i.test(file) && !/SKILL\.md$/.test(file)) continue;
    take(kind, kind === 'network_address' ? addressesIn(text, pattern) : text.matchAll(pattern), (match) => lineWith(text, match.index, match[0]));
  }
  return found;
}

/** Comments that a rendered page doesn't show, in texts that models read. */
const hiddenComment = /<!--[\s\S]{0,300}?(?:-->|$)|^\[(?:\/\/|comment)\]:\s*#.*$/gim;

function* invisibleIn(text: string): Generator<RegExpExecArray> {
  for (const match of text.matchAll(invisible)) if (!joinsEmoji(text, match.index, match[0])) yield match;
}

function* addressesIn(text: string, pattern: RegExp): Generator<RegExpExecArray> {
  for (const match of text.matchAll(pattern)) if (!isHarmlessAddress(match[0])) yield match;
}

/** The joiner between the parts of one emoji hides nothing, nor does the mark that chooses its picture. */
function joinsEmoji(text: string, index: number, what: string): boolean {
  return what === '\u200d' && /\p{Extended_Pictographic}\ufe0f?$/u.test(text.slice(Math.max(0, index - 3), index)) && /^\p{Extended_Pictographic}/u.test(text.slice(index + 1, index + 3));
}

function isHarmlessAddress(what: string): boolean {
  return /^(?:https?:\/\/)?(?:127\.\d+\.\d+\.\d+|0\.0\.0\.0|localhost)\b/.test(what) || /^https?:\/\/(?:www\.)?(?:w3\.org|json-schema\.org|schemas?\.[\w.]+)\b/.test(what);
}

function isPicture(bytes: Buffer): boolean {
  return /^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF....WEBP)/s.test(bytes.subarray(0, 12).toString('latin1'));
}

function lineAt(text: string, index: number): string {
  const start = text.lastIndexOf('\n', index - 1) + 1;
  const end = text.indexOf('\n', index);
  return text.slice(Math.max(start, index - longestExcerpt / 2), end === -1 ? text.length : end);
}

/** The line around a match, or the match where the line is long. */
function lineWith(text: string, index: number, what: string): string {
  const line = lineAt(text, index);
  return line.includes(what) && line.length <= longestExcerpt ? line.trim() : what;
}

/** What can't be seen is written as its number. */
function visibly(text: string): string {
  const seen = text.slice(0, longestExcerpt * 2).replace(invisible, (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`).replace(/\s+/g, ' ').trim();
  return seen.length > longestExcerpt ? `${seen.slice(0, longestExcerpt)}…` : seen;
}
