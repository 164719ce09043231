import { posix } from 'node:path';
import { homedir } from 'node:os';
import type { Script, ShellCommand, Word } from '../../tools/shell/script';
import { programOf } from '../../tools/shell/wrappers';
import type { Reason } from '../verdict';

/** Programs that give input to, or take pictures of, other programs' windows: only the desktop skill may. */
const syntheticInput = new Set(['xdotool', 'ydotool', 'ydotoold', 'xte', 'wmctrl', 'wtype', 'dotool', 'dotoolc', 'xmacroplay', 'xvkbd', 'cliclick', 'xautomation', 'kdotool', 'wlrctl', 'import', 'xwd', 'scrot', 'maim', 'gnome-screenshot', 'spectacle', 'grim', 'xdg-screenshot', 'evemu-event', 'evemu-play', 'uinput', 'autokey-run', 'osascript']);

/** Variables that lead to the desktop or to our own settings. */
const guardedVariables = new Set(['DISPLAY', 'WAYLAND_DISPLAY', 'WAYLAND_SOCKET', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'AT_SPI_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'DESKWRIGHT_HOME']);

const powerPrograms = new Set(['shutdown', 'reboot', 'halt', 'poweroff', 'init', 'telinit', 'kexec']);

/** Folders whose loss breaks the system or costs someone's whole work. */
const vitalFolders = ['/', '/bin', '/boot', '/dev', '/etc', '/home', '/lib', '/lib32', '/lib64', '/opt', '/proc', '/root', '/run', '/sbin', '/srv', '/sys', '/usr', '/usr/bin', '/usr/lib', '/usr/local', '/usr/sbin', '/usr/share', '/var', '/var/lib', '/var/log', '/System', '/Library', '/Applications', '/Users', '/Volumes', '/private', '/mnt', '/media', '/snap'];

/** Devices that are harmless to write to. */
const harmlessDevice = /^\/dev\/(null|zero|full|random|urandom|stdin|stdout|stderr|tty|pts\/\d+|fd\/\d+|shm(\/.*)?|tcp\/.*|udp\/.*)$/;

const line = (code: string, detail: string): Reason => ({ code: `reason.command.${code}`, detail });

/** The red line that one command crosses, null when none: nothing allows these, no mode and no person. */
export function redLineOf(command: ShellCommand, directories: readonly string[] = []): Reason | null {
  const name = programOf(command);
  const words = command.words.slice(1);
  const has = (...texts: string[]) => words.some((word) => word.text !== null && texts.includes(word.text));

  const guarded = [...command.assignments.map((part) => part.name), ...exported(name, words)].find((variable) => guardedVariables.has(variable));
  if (guarded !== undefined) return line('desktop_variable', guarded);
  if (syntheticInput.has(name)) return line('synthetic_input', name);
  const isQuestion = words.length === 1 && has('--help', '--version');
  if (powerPrograms.has(name) && !isQuestion && !(name === 'init' && !has('0', '6'))) return line('power', name);
  if (name === 'systemctl' && has('poweroff', 'reboot', 'halt', 'kexec', 'rescue', 'emergency', 'suspend', 'hibernate')) return line('power', 'systemctl');
  if (name.startsWith('mkfs') || ['wipefs', 'mkswap', 'blkdiscard', 'sgdisk', 'cryptsetup'].includes(name)) return line('disk', name);
  if (['fdisk', 'parted', 'sfdisk', 'gdisk', 'hdparm'].includes(name) && !has('-l', '--list', 'print') && words.some((word) => word.pattern.startsWith('/dev/'))) return line('disk', name);
  const device = [...written(command, name, words)].find((path) => /^\/(dev\/|sys\/|proc\/sysrq)/.test(path) && !harmlessDevice.test(path));
  if (device !== undefined) return line('disk', device);
  if (isSweep(name, words)) {
    const vital = words.flatMap((word) => vitalTarget(word, directories) ?? [])[0];
    if (vital !== undefined) return line('vital_folder', vital);
  }
  if (['kill', 'killall', 'killall5', 'pkill'].includes(name) && killsAll(name, words)) return line('kill_all', name);
  if (has('--approve=all') || words.some((word, index) => word.text === '--approve' && words[index + 1]?.text === 'all')) return line('own_gate', '--approve all');
  return null;
}

/** Red lines that only the whole shows: a fork bomb, text from the network run by root. */
export function redLineOfScript(script: Script, text: string): Reason | null {
  const bombs = script.functions.filter((name) => script.commands.filter((command) => command.words[0]?.text === name).length >= 3);
  if (bombs.length > 0 && script.background) return line('fork_bomb', bombs[0] as string);
  const isScript = script.functions.length > 0 || script.doubts.includes('syntax');
  if (isScript && /:\s*\(\s*\)\s*\{\s*:\s*\|\s*:\s*&\s*\}\s*;\s*:/.test(text)) return line('fork_bomb', ':');
  const downloads = script.commands.filter((command) => ['curl', 'wget', 'fetch', 'aria2c', 'lwp-request'].includes(programOf(command)));
  const asRoot = script.commands.filter((command) => command.via.some((by) => by === 'sudo' || by === 'doas' || by === 'pkexec') || (programOf(command) === 'su' && downloads.length > 0));
  const runs = asRoot.find((command) => isInterpreter(programOf(command)));
  if (downloads.length > 0 && runs) return line('network_root', programOf(runs));
  return null;
}

/** Programs that run a text they are given. */
export function isInterpreter(name: string): boolean {
  return /^(ba|da|z|k|mk|a|fi|c|tc|rba)?sh$|^(python[\d.]*|perl|ruby|node|nodejs|php|lua|deno|bun|eval|source|\.)$/.test(name);
}

function exported(name: string, words: readonly Word[]): string[] {
  if (!['export', 'declare', 'typeset', 'readonly', 'local', 'env', 'setenv', 'launchctl'].includes(name)) return [];
  return words.map((word) => word.pattern.replace(/=.*/s, ''));
}

/** Whether the command deletes or changes everything below what it names. */
function isSweep(name: string, words: readonly Word[]): boolean {
  const flags = words.flatMap((word) => (/^-[a-zA-Z]+$/.test(word.pattern) ? [...word.pattern.slice(1)] : word.pattern.startsWith('--') ? [word.pattern] : []));
  const recursive = flags.includes('r') || flags.includes('R') || flags.some((flag) => flag.startsWith('--r'));
  if (name === 'rm' || name === 'srm') return recursive || flags.some((flag) => flag.startsWith('--no-preserve'));
  if (['chmod', 'chown', 'chgrp', 'setfacl', 'chattr'].includes(name)) return recursive;
  if (name === 'find' || name === 'fd') return words.some((word) => ['-delete', '-exec', '-execdir', '-ok', '-x', '-X'].includes(word.pattern)) && words.some((word) => /^(-delete|rm|shred|unlink|chmod|chown|mv)$/.test(word.pattern));
  if (name === 'rsync') return words.some((word) => word.pattern.startsWith('--delete'));
  return ['mv', 'shred', 'rimraf', 'trash', 'wipe'].includes(name);
}

function vitalTarget(word: Word, directories: readonly string[]): string | null {
  const text = word.pattern.replace(/^file:\/\//, '');
  if (text.startsWith('-')) return null;
  if (['~', '$HOME'].includes(text)) return text;
  if (!text.startsWith('/')) return directories.map((directory) => `${directory}/${text}`).find(isVital) ? text : null;
  const unknownBelowRoot = /^\/\*+/.test(text) && !word.glob && word.text === null;
  return isVital(text) || unknownBelowRoot ? text : null;
}

function isVital(path: string): boolean {
  const home = homedir();
  // `/usr/*` and `/usr/.` sweep the folder as well as `/usr` does.
  const folder = posix.normalize(path).replace(/\/+$/, '').replace(/\/(\*|\.\*|\{,\.\}\*|\.\[.*|\?\*|\*\*)+$/, '').replace(/\/+$/, '') || '/';
  return vitalFolders.includes(folder) || folder === home || folder === posix.dirname(home);
}

function* written(command: ShellCommand, name: string, words: readonly Word[]): Generator<string> {
  for (const redirect of command.redirects) if (redirect.kind === 'write') yield posix.normalize(redirect.target.pattern);
  if (name === 'dd') {
    for (const word of words) if (word.pattern.startsWith('of=')) yield posix.normalize(word.pattern.slice(3));
  }
  if (['tee', 'cp', 'mv', 'shred', 'truncate', 'ddrescue', 'pv', 'install', 'rm'].includes(name)) {
    for (const word of words.slice(name === 'cp' || name === 'mv' ? -1 : 0)) if (word.pattern.startsWith('/')) yield posix.normalize(word.pattern);
  }
}

function killsAll(name: string, words: readonly Word[]): boolean {
  if (name === 'killall5') return true;
  if (name === 'kill' && words[0]?.text === '-0') return false;
  const targets = words.filter((word, index) => !(index === 0 && /^-([A-Z0-9]+|s|n)$/i.test(word.pattern) && words.length > 1)).map((word) => word.pattern);
  if (name === 'kill') return targets.some((target) => target === '-1' || target === '1');
  return targets.some((target) => /deskwright|^electron$|^\.\*?$|^\.$/i.test(target));
}
