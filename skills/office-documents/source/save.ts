import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { Fault } from './fault';

const LARGEST = 100 * 1024 * 1024;

/**
 * The bytes of a file.
 * @throws Fault NOT_FOUND, IS_DIRECTORY, UNSUPPORTED (a device), TOO_LARGE, ACCESS_DENIED
 */
export function loadFile(file: string): Uint8Array {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new Fault('NOT_FOUND', `There is no file ${file}.`, 'Look for it with Glob; give the path from the workspace.');
  if (stats.isDirectory()) throw new Fault('IS_DIRECTORY', `${file} is a folder.`, 'Name a file in it.');
  if (!stats.isFile()) throw new Fault('UNSUPPORTED', `${file} is no ordinary file.`, 'Name a document.');
  if (stats.size > LARGEST) throw new Fault('TOO_LARGE', `${file} is larger than ${LARGEST / 1024 / 1024} MB.`, 'Work on a part of it.');
  try {
    return readFileSync(file);
  } catch (error) {
    throw denied(error, file, 'read');
  }
}

/**
 * Says at once what would keep the file from being written, before work is put into it.
 * @throws Fault CONFLICT when a file is there and may not be replaced, or a program has it open; IS_DIRECTORY; NOT_FOUND for its folder.
 */
export function checkTarget(file: string, overwrite: boolean): void {
  const folder = path.dirname(file);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) mkdirFor(folder);
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new Fault('IS_DIRECTORY', `${file} is a folder.`, 'Give a file’s name.');
  if (there && !overwrite) throw taken(file);
  const lock = path.join(folder, `.~lock.${path.basename(file)}#`);
  if (there && existsSync(lock)) throw new Fault('CONFLICT', `${path.basename(file)} is open in LibreOffice.`, 'Ask the person to close it there, or choose another target.');
}

/**
 * Writes the whole file or none of it; a file that is there is replaced only when `overwrite` says so, also when it
 * came into being a moment ago.
 */
export function saveFile(file: string, bytes: Uint8Array, overwrite: boolean): void {
  checkTarget(file, overwrite);
  // A link stays one; what it leads to is replaced.
  const real = existsSync(file) ? realpathSync(file) : file;
  const mode = statSync(real, { throwIfNoEntry: false })?.mode;
  const half = path.join(path.dirname(real), `.${path.basename(real)}.${randomBytes(4).toString('hex')}.tmp`);
  try {
    const handle = openSync(half, 'wx', mode === undefined ? 0o666 : mode & 0o777);
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    if (overwrite) renameSync(half, real);
    else linkNew(half, real);
  } catch (error) {
    throw error instanceof Fault ? error : denied(error, file, 'written');
  } finally {
    rmSync(half, { force: true });
  }
}

/** A link never takes the place of another file; where the disk knows none, the look just before has to do. */
function linkNew(half: string, file: string): void {
  try {
    linkSync(half, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || existsSync(file)) throw taken(file);
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code ?? '')) throw error;
    renameSync(half, file);
  }
}

function mkdirFor(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw denied(error, folder, 'made');
  }
}

function taken(file: string): Fault {
  return new Fault('CONFLICT', `${file} is there already. It was not touched.`, 'Choose another target, or, if the person wants it replaced, call again with "overwrite": true.');
}

function denied(error: unknown, file: string, what: string): Fault {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new Fault('EXECUTION_ERROR', `The disk is full: ${file} could not be ${what}. Nothing was changed.`, 'Tell the person that space is needed.');
  return new Fault('ACCESS_DENIED', `${file} could not be ${what}: ${code || message}.`, 'Check the folder’s permissions, or choose a place inside the workspace.');
}
