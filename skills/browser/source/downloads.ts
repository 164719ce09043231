import { chmodSync, constants, copyFileSync, mkdirSync, openSync, readSync, closeSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Download } from 'playwright-core';
import { Trouble } from './trouble';

/** More than this is not taken, bytes. */
const most = 500 * 1024 * 1024;

/** Names of what a system starts; such a file is kept as it is and said to be one. */
const programs = /\.(exe|msi|bat|cmd|com|scr|ps1|vbs|js|jar|sh|run|deb|rpm|appimage|dmg|pkg|app|apk|desktop|lnk)$/i;

export interface Kept {
  path: string;
  bytes: number;
  from: string;
  /** `program` when it is one by its name or first bytes; null otherwise. */
  kind: string | null;
}

/** Saves a download in a folder of the workspace, or under a name when `path` ends in one. Never over another file, and never so that it can be started. */
export async function keepDownload(download: Download, path: string, workspace: string): Promise<Kept> {
  const root = realpathSync(workspace);
  const wanted = resolve(root, path);
  const isName = extname(path) !== '' && !statSync(wanted, { throwIfNoEntry: false })?.isDirectory();
  const folder = isName ? dirname(wanted) : wanted;
  mkdirSync(folder, { recursive: true });
  const real = realpathSync(folder);
  const way = relative(root, real);
  if (way.startsWith('..') || isAbsolute(way)) throw new Trouble('ACCESS_DENIED', `${path} is outside the workspace.`, 'Name a folder of the workspace as save_as.');
  const failure = await download.failure();
  if (failure !== null) throw new Trouble('EXECUTION_ERROR', `The download failed: ${failure}.`, 'Try again, or look whether it asks to sign in.');
  const source = await download.path();
  const bytes = statSync(source).size;
  if (bytes > most) throw new Trouble('TOO_LARGE', `The file has ${bytes} bytes; more than ${most} are not taken.`, 'Ask the person to download it.');
  const target = copyBeside(source, real, safeName(isName ? basename(wanted) : download.suggestedFilename()));
  chmodSync(target, 0o644);
  return { path: target, bytes, from: download.url().slice(0, 300), kind: programs.test(target) || startsAsProgram(target) ? 'program' : null };
}

/** Without what would lead elsewhere, hide it or give it to another program. */
export function safeName(name: string): string {
  const plain = basename(name.replace(/\\/g, '/')).replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069<>:"|?*]/g, '').replace(/^[.\s]+|[.\s]+$/g, '');
  return plain === '' ? 'download' : Buffer.byteLength(plain) > 200 ? `${plain.slice(0, 60)}${extname(plain).slice(0, 20)}` : plain;
}

function copyBeside(source: string, folder: string, name: string): string {
  const end = extname(name);
  const start = name.slice(0, name.length - end.length);
  for (let number = 1; ; number++) {
    const target = join(folder, number === 1 ? name : `${start} (${number})${end}`);
    try {
      copyFileSync(source, target, constants.COPYFILE_EXCL);
      return target;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST') || number > 999) throw error;
    }
  }
}

function startsAsProgram(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(4);
    readSync(file, start, 0, 4, 0);
    return start.toString('latin1') === '\x7fELF' || ['MZ', '#!'].includes(start.toString('latin1', 0, 2)) || [0xfeedface, 0xfeedfacf, 0xcffaedfe, 0xcafebabe].includes(start.readUInt32BE(0));
  } finally {
    closeSync(file);
  }
}
