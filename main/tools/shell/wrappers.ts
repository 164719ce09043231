import { basename } from 'node:path';
import type { ShellCommand, Word } from './script';

/** What a command hands on to be run: the rest of its words, or a text that is a script. */
export interface HandedOn {
  by: string;
  words?: Word[];
  assignments?: ShellCommand['assignments'];
  text?: string;
  /** Something is run that isn't known before. */
  doubt?: boolean;
}

/**
 * Options that take the next word as their value, by wrapper. A letter list is for short options,
 * names are for long ones. Sources: the manuals of sudo, coreutils, util-linux, findutils, strace.
 */
const wrappers: Record<string, { short?: string; long?: string[]; skip?: number; optionalSkip?: RegExp }> = {
  sudo: { short: 'ugpCDhRrtTU', long: ['user', 'group', 'prompt', 'chdir', 'host', 'chroot', 'role', 'type', 'close-from', 'command-timeout', 'other-user'] },
  doas: { short: 'uC' },
  pkexec: { long: ['user'] },
  env: { short: 'uCS', long: ['unset', 'chdir', 'split-string'] },
  nice: { short: 'n', long: ['adjustment'] },
  ionice: { short: 'cnpPu', long: ['class', 'classdata'] },
  chrt: { skip: 1 },
  taskset: { skip: 1 },
  nohup: {},
  setsid: {},
  time: { short: 'fo', long: ['format', 'output'] },
  timeout: { short: 'ks', long: ['kill-after', 'signal'], skip: 1 },
  stdbuf: { short: 'ioe', long: ['input', 'output', 'error'] },
  unbuffer: {},
  xargs: { short: 'IiLlnPsEadR', long: ['replace', 'max-lines', 'max-args', 'max-procs', 'max-chars', 'arg-file', 'delimiter', 'eof', 'process-slot-var'] },
  parallel: { short: 'jIa', long: ['jobs', 'arg-file'] },
  command: {},
  builtin: {},
  exec: { short: 'a' },
  chroot: { skip: 1, long: ['userspec', 'groups'] },
  watch: { short: 'n', long: ['interval'] },
  strace: { short: 'eopsuEaOSPIbX' },
  ltrace: { short: 'eopsu' },
  gdb: { long: ['ex'] },
  catchsegv: {},
  busybox: {},
  toybox: {},
  unshare: { short: 'SG' },
  nsenter: { short: 't', long: ['target'] },
  firejail: {},
  bwrap: {},
  fakeroot: {},
  proxychains: {},
  torsocks: {},
  flock: { short: 'wE', long: ['timeout', 'conflict-exit-code'], skip: 1 },
  setarch: { skip: 1 },
  runuser: { short: 'ugGs' },
  'dbus-run-session': {},
  'dbus-launch': {},
  'xvfb-run': { short: 'nefps', long: ['server-num', 'server-args', 'auth-file', 'error-file'] },
  'systemd-run': { short: 'uptEHMG', long: ['unit', 'property', 'setenv', 'uid', 'gid', 'on-active', 'on-calendar'] },
  '!': {},
  then: {},
  coproc: {},
};

const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'fish', 'rbash', 'csh', 'tcsh']);

/** A program's name without its folder; "" for an unknown name. */
export function programOf(command: ShellCommand): string {
  const name = command.words[0]?.text ?? '';
  return basename(name.replace(/\\/g, '/')).replace(/\.exe$/i, '');
}

/** Everything that a command would run beside itself. */
export function handedOn(command: ShellCommand): HandedOn[] {
  const by = programOf(command);
  const words = command.words.slice(1);
  if (shells.has(by)) return fromShell(by, words, command);
  if (by === 'source' || by === '.') return [{ by, doubt: true }];
  if (by === 'eval') return [fromText(by, words)];
  if (by === 'trap' && words.length > 1) return [fromText(by, words.slice(0, 1))];
  if (by === 'su' || by === 'runuser') {
    const at = words.findIndex((word) => word.text === '-c' || word.text === '--command');
    if (at !== -1) return [fromText(by, words.slice(at + 1, at + 2))];
    if (by === 'su') return [];
  }
  if (by === 'script' || by === 'ssh' || by === 'flock') {
    const at = words.findIndex((word) => word.text === '-c' || word.text === '--command');
    if (at !== -1 && by !== 'ssh') return [fromText(by, words.slice(at + 1, at + 2))];
    if (by !== 'flock') return [];
  }
  // `command -v NAME` only says where NAME is.
  if (by === 'command' && words.some((word) => word.text === '-v' || word.text === '-V')) return [];
  if (by === 'find' || by === 'fd' || by === 'fdfind') return fromFind(by, words);
  const options = Object.hasOwn(wrappers, by) ? wrappers[by] : undefined;
  return options ? fromWrapper(by, words, options) : [];
}

function fromText(by: string, words: readonly Word[]): HandedOn {
  const texts = words.map((word) => word.text);
  return texts.includes(null) ? { by, doubt: true } : { by, text: texts.join(' ') };
}

/** `sh -c TEXT`, `sh <<TEXT`, `… | sh`, `sh FILE`. */
function fromShell(by: string, words: readonly Word[], command: ShellCommand): HandedOn[] {
  const at = words.findIndex((word) => word.text !== null && /^-[a-zA-Z]*c[a-zA-Z]*$/.test(word.text));
  if (at !== -1) {
    // Options may stand between -c and its text: bash -c -e 'text'.
    const text = words.slice(at + 1).find((word) => word.text === null || !/^[-+]/.test(word.text));
    return [fromText(by, text ? [text] : [])];
  }
  if (words.some((word) => word.text === '--version' || word.text === '--help')) return [];
  if (command.input === 'here') return [command.hereText === null ? { by, doubt: true } : { by, text: command.hereText }];
  return [{ by, doubt: true }];
}

function fromFind(by: string, words: readonly Word[]): HandedOn[] {
  const handed: HandedOn[] = [];
  const starts = by === 'find' ? /^-(exec|execdir|ok|okdir)$/ : /^(-x|-X|--exec|--exec-batch)$/;
  words.forEach((word, index) => {
    if (word.text === null || !starts.test(word.text)) return;
    const rest = words.slice(index + 1);
    const end = rest.findIndex((part) => part.text === ';' || part.text === '+');
    // What find puts for {} is a file below its starting points, not known by name.
    handed.push({ by, words: rest.slice(0, end === -1 ? undefined : end).map((part) => (part.pattern.includes('{}') ? unknown(part.pattern.replaceAll('{}', '*')) : part)) });
  });
  return handed;
}

function fromWrapper(by: string, words: readonly Word[], options: (typeof wrappers)[string]): HandedOn[] {
  const assignments: ShellCommand['assignments'] = [];
  let skip = options.skip ?? 0;
  let index = 0;
  for (; index < words.length; index++) {
    const word = words[index] as Word;
    const text = word.text;
    if (text === null) break;
    if (text === '--') {
      index++;
      if (skip === 0) break;
      continue;
    }
    const assignment = /^([A-Za-z_]\w*)=(.*)$/s.exec(text);
    if (assignment && (by === 'env' || by === 'sudo' || by === 'doas')) {
      assignments.push({ name: assignment[1] as string, value: { text: assignment[2] as string, pattern: assignment[2] as string, glob: false } });
      continue;
    }
    if (by === 'env' && (text === '-S' || text.startsWith('-S') || text.startsWith('--split-string'))) return splitString(by, text, words.slice(index + 1));
    if (text.startsWith('--')) {
      const [name = ''] = text.slice(2).split('=');
      if (!text.includes('=') && options.long?.includes(name)) index++;
    } else if (/^-[^\d]/.test(text) || (by === 'nice' && /^-\d/.test(text))) {
      const last = text.at(-1) ?? '';
      if (text.length === 2 && options.short?.includes(last)) index++;
    } else if (skip > 0) skip--;
    else break;
  }
  const rest = words.slice(index);
  if (rest.length === 0) return [];
  if (by === 'watch' || by === 'parallel') return [fromText(by, rest)];
  const first = rest[0] as Word;
  const inner = by === 'xargs' ? [...rest, unknown('*')] : rest;
  return [{ by, words: inner, assignments, ...(first.text === null || first.glob ? { doubt: true } : {}) }];
}

function splitString(by: string, text: string, rest: readonly Word[]): HandedOn[] {
  const joined = text.replace(/^(-S|--split-string=?)/, '');
  return [fromText(by, [...(joined ? [{ text: joined, pattern: joined, glob: false }] : []), ...rest])];
}

function unknown(pattern: string): Word {
  return { text: null, pattern, glob: false };
}
