import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { profileSwitch } from './office-profile';

export interface Program {
  name: string;
  command: string[];
}

/** Names people use, in both languages, for what desktop entries call otherwise. */
const nicknames: Record<string, string[]> = {
  'libreoffice-calc': ['calc', 'libreoffice calc', 'localc', 'spreadsheet', 'excel', '电子表格', '表格', 'libreoffice 电子表格', 'libreoffice表格'],
  'libreoffice-writer': ['writer', 'libreoffice writer', 'lowriter', 'word', 'word processor', '文字处理', '文档', 'libreoffice 文档', 'libreoffice 文字处理'],
  'libreoffice-impress': ['impress', 'libreoffice impress', 'loimpress', 'presentation', 'powerpoint', '演示文稿', '幻灯片'],
  'libreoffice-startcenter': ['libreoffice', 'office', '办公软件'],
  'org.xfce.mousepad': ['mousepad', 'text editor', 'notepad', 'editor', '文本编辑器', '记事本'],
  'debian-xterm': ['xterm', 'terminal', 'console', '终端'],
  'org.gnome.Calculator': ['calculator', 'gnome-calculator', '计算器'],
  firefox: ['browser', 'web browser', '浏览器'],
};

const officeSwitches: Record<string, string> = { localc: '--calc', lowriter: '--writer', loimpress: '--impress', lodraw: '--draw', soffice: '', libreoffice: '' };

function folders(): string[] {
  const roots = [process.env['XDG_DATA_HOME'] || join(homedir(), '.local/share'), ...(process.env['XDG_DATA_DIRS'] || '/usr/local/share:/usr/share').split(delimiter)];
  return roots.map((root) => join(root, 'applications'));
}

interface Entry extends Program {
  id: string;
  names: string[];
}

function entries(): Entry[] {
  const found = new Map<string, Entry>();
  for (const folder of folders()) {
    if (!existsSync(folder)) continue;
    for (const file of readdirSync(folder)) {
      const id = file.replace(/\.desktop$/, '');
      if (!file.endsWith('.desktop') || found.has(id)) continue;
      const entry = parseEntry(id, readFileSync(join(folder, file), 'utf8'));
      if (entry) found.set(id, entry);
    }
  }
  return [...found.values()];
}

/** A desktop entry (freedesktop.org specification); null when it is hidden or starts nothing. */
export function parseEntry(id: string, content: string): Entry | null {
  const main = content.split(/^\[/m).find((group) => group.startsWith('Desktop Entry]')) ?? '';
  const value = (key: string): string => new RegExp(`^${key}\\s*=\\s*(.*)$`, 'm').exec(main)?.[1]?.trim() ?? '';
  if (value('Type') !== 'Application' || value('Hidden') === 'true' || value('Exec') === '') return null;
  const command = words(value('Exec')).filter((word) => !/^%[a-zA-Z]$/.test(word)).map((word) => word.replace(/%%/g, '%'));
  const names = [...main.matchAll(/^(?:Name|GenericName)(?:\[[^\]]*\])?\s*=\s*(.*)$/gm)].map((match) => (match[1] ?? '').trim().toLowerCase());
  const launched = value('Terminal') === 'true' ? ['xterm', '-e', ...command] : command;
  return command.length === 0 ? null : { id, name: value('Name') || id, command: launched, names };
}

function words(line: string): string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map((match) => (match[1] !== undefined ? match[1].replace(/\\(.)/g, '$1') : (match[2] ?? '')));
}

function onPath(name: string): string | null {
  if (!/^[\w.+-]+$/.test(name)) return null;
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      continue;
    }
  }
  return null;
}

/** What a name stands for: a desktop entry by id, name or nickname, else a program on the PATH. */
export function findProgram(asked: string): Program | null {
  const wanted = asked.trim().toLowerCase().replace(/\.desktop$/, '');
  if (wanted === '') return null;
  const all = entries();
  const nicknamed = Object.entries(nicknames).find(([, names]) => names.includes(wanted))?.[0]?.toLowerCase();
  const entry =
    all.find((candidate) => candidate.id.toLowerCase() === wanted) ??
    all.find((candidate) => candidate.id.toLowerCase() === nicknamed) ??
    all.find((candidate) => candidate.names.includes(wanted)) ??
    all.find((candidate) => basename(candidate.command[0] ?? '').toLowerCase() === wanted);
  if (entry) return { name: entry.name, command: withProfile(entry.command) };
  const file = onPath(wanted) ?? onPath(asked.trim());
  if (file) return { name: basename(file), command: withProfile([file]) };
  const partly = wanted.length >= 3 ? all.find((candidate) => candidate.names.some((name) => name.includes(wanted))) : undefined;
  return partly ? { name: partly.name, command: withProfile(partly.command) } : null;
}

/** DESKWRIGHT_OFFICE_PROFILE gives LibreOffice a profile of its own (tests, demonstration). */
function withProfile(command: string[]): string[] {
  const profile = process.env['DESKWRIGHT_OFFICE_PROFILE'];
  const program = basename(command[0] ?? '');
  if (officeSwitches[program] === undefined) return command;
  // Without recovery nothing is saved in a crash either, so a person's own LibreOffice is never started that way.
  const switches = ['--nologo', ...(profile ? ['--norestore'] : []), ...(officeSwitches[program] ? [officeSwitches[program]] : [])];
  const base = officeSwitches[program] ? [onPath('soffice') ?? command[0] ?? ''] : [command[0] ?? ''];
  const own = profile ? [profileSwitch(profile)] : [];
  return [...base, ...own, ...switches, ...command.slice(1)];
}

const secret = /key|token|secret|password|credential|^DESKWRIGHT_(?!OFFICE)|^ELECTRON_|^NODE_OPTIONS$|^OPENAI_|^TAVILY_|^MODEL_NAME$/i;

/**
 * The environment of a program we start: without our secrets, and without NO_AT_BRIDGE, with which Electron switches GTK's accessibility off for itself; what inherits it can't be seen into.
 */
export function programEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(Object.entries(own).filter(([name]) => !secret.test(name) && name !== 'NO_AT_BRIDGE'));
  // Chromium, Electron and Qt programs tell of their elements only when one of these asks for it.
  return { ...kept, ACCESSIBILITY_ENABLED: '1', QT_ACCESSIBILITY: '1', QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1' };
}

/** Starts it in a session of its own, so that it outlives the host. */
export function start(program: Program): number {
  const [file, ...args] = program.command;
  if (!file) throw new Error('nothing to start');
  const child = spawn(file, args, { detached: true, stdio: 'ignore', env: programEnvironment(process.env), cwd: homedir() });
  child.on('error', () => undefined);
  child.unref();
  return child.pid ?? 0;
}
