import type { Script, ShellCommand } from './script';
import { programOf } from './wrappers';

/** Why a command is refused before it is judged, and what to do instead. */
export interface Misuse {
  message: string;
  hint: string;
}

/** Programs that talk to a person at a terminal; the test says when they do, by their words. */
const interactive: Record<string, (words: readonly string[]) => boolean> = {
  vi: always, vim: always, nvim: always, nano: always, pico: always, joe: always, mc: always, htop: always, btop: always, tmux: always, screen: always, nmtui: always, ncdu: always, visudo: always, vipw: always, info: always, irssi: always, mutt: always, links: always, lynx: always, w3m: always,
  less: isBare, more: isBare,
  emacs: (words) => !words.some((word) => /^--?batch$/.test(word)),
  top: (words) => !words.some((word) => /^-[a-zA-Z]*b/.test(word)),
  crontab: (words) => words.includes('-e'),
  python: isBare, python3: isBare, node: isBare, irb: isBare, lua: isBare, ghci: isBare, sqlite3: (words) => words.filter((word) => !word.startsWith('-')).length < 2,
  psql: (words) => !words.some((word) => /^(-c|-f|--command|--file|-l)/.test(word)), mysql: (words) => !words.some((word) => /^(-e|--execute)/.test(word)),
  ssh: (words) => remoteCommand(words) === 0, ed: always, ex: (words) => !words.some((word) => /^-[a-zA-Z]*s/.test(word)), watch: always, dialog: always, whiptail: always, ipython: isBare, bc: isBare, 'redis-cli': (words) => words.every((word) => word.startsWith('-')), mongosh: (words) => !words.some((word) => /^--(eval|file)/.test(word)),
  gdb: (words) => !words.some((word) => /^--?batch/.test(word)), php: (words) => words.includes('-a'), bash: isLogin, sh: isLogin, zsh: isLogin, dash: isLogin, fish: isLogin, su: (words) => !words.some((word) => /^(-c|--command)/.test(word)), sudo: (words) => words.every((word) => /^-[sibknEH]+$/.test(word)) && words.some((word) => /[si]/.test(word)),
  git: (words) => isPicking(words), gh: (words) => words.join(' ') === 'auth login', npm: (words) => words.length === 1 && /^(login|adduser|init)$/.test(words[0] ?? ''),
  ftp: always, sftp: (words) => !words.includes('-b'), telnet: always, passwd: always,
};

function always(): boolean {
  return true;
}

function isBare(words: readonly string[]): boolean {
  return words.every((word) => /^-[iq]+$/.test(word));
}

/** A shell with nothing to run. */
function isLogin(words: readonly string[]): boolean {
  return words.every((word) => /^(-[il]+|--login|--norc|--noprofile|--posix)$/.test(word));
}

/** How many words of an ssh command stand behind the host. */
function remoteCommand(words: readonly string[]): number {
  if (words.some((word) => /^-[a-zA-Z]*[VNWTfGQO]/.test(word))) return 1;
  const plain = words.filter((word, index) => !word.startsWith('-') && !/^-[BbcDEeFIiJLlmOopQRSWw]$/.test(words[index - 1] ?? ''));
  return plain.length - 1;
}

/** git's dialogs in which pieces are chosen one by one. */
function isPicking(words: readonly string[]): boolean {
  const verb = words.find((word) => !word.startsWith('-')) ?? '';
  return /^(add|checkout|commit|reset|restore|stash)$/.test(verb) && words.some((word) => /^(-p|-i|--patch|--interactive)$/.test(word));
}

/**
 * A command that waits for a person, or that is nothing but reading, listing or searching: for
 * those there are tools that page, skip secrets and say what they left out. Null when neither.
 */
export function misuseOf(script: Script): Misuse | null {
  for (const command of script.commands) {
    const program = programOf(command);
    const waits = Object.hasOwn(interactive, program) ? interactive[program] : undefined;
    if (waits && command.input === 'inherited' && !command.redirects.some((redirect) => redirect.kind === 'read') && waits(textsOf(command))) {
      return { message: `${program} waits for a person at a terminal, and there is none.`, hint: 'Use options that run without questions, or another program.' };
    }
  }
  const [only] = script.commands;
  if (only === undefined || script.commands.length > 1 || script.doubts.length > 0 || script.background || only.redirects.length > 0) return null;
  const tool = betterTool(only);
  return tool === null ? null : { message: `${programOf(only)} alone is what the tool ${tool} is for.`, hint: `Use ${tool}.` };
}

function betterTool(command: ShellCommand): string | null {
  const words = textsOf(command);
  const files = words.filter((word) => !word.startsWith('-'));
  switch (programOf(command)) {
    case 'cat':
    case 'tac':
    case 'nl':
    case 'less':
    case 'more':
    case 'bat':
      return files.length > 0 ? 'Read' : null;
    case 'head':
    case 'tail':
      return files.length > 0 && !words.some((word) => /^-[a-zA-Z]*[cfF]/.test(word)) ? 'Read' : null;
    case 'ls':
    case 'dir':
      return words.every((word) => !word.startsWith('-') || /^-[alhAF1]+$/.test(word)) ? 'LS' : null;
    case 'grep':
    case 'egrep':
    case 'fgrep':
    case 'rg':
    case 'ag':
    case 'ack':
      return words.some((word) => /^--?(version|help|V|type-list)$/.test(word)) ? null : 'Grep';
    case 'find':
      return words.every((word) => !word.startsWith('-') || /^-(name|iname|path|ipath|type|print|maxdepth|mindepth)$/.test(word)) ? 'Glob' : null;
    case 'fd':
    case 'fdfind':
    case 'locate':
      return words.some((word) => /^(-x|-X|--exec)/.test(word)) ? null : 'Glob';
    case 'sed':
      return files.length > 1 && words.includes('-n') && /^[\d,$]+p$/.test(files[0] ?? '') ? 'Read' : null;
    default:
      return null;
  }
}

function textsOf(command: ShellCommand): string[] {
  return command.words.slice(1).map((word) => word.pattern);
}
