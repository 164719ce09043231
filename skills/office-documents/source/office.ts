import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Fault } from './fault';
import { PDF_FILTERS, type Family, type Format } from './formats';
import { profileSettings } from './profile';

/** A conversion may take so long (milliseconds); LibreOffice's first start on a slow machine takes half a minute. */
const LONGEST = 240_000;

/** Where LibreOffice is when it is not on the PATH. */
const PLACES = [
  '/usr/lib/libreoffice/program/soffice',
  '/usr/lib64/libreoffice/program/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
  'C:\\Program Files\\LibreOffice\\program\\soffice.com',
];

/** The LibreOffice of this machine; null when there is none. */
export function findOffice(environment: Readonly<Record<string, string | undefined>>): string | null {
  const folders = (environment['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const names = process.platform === 'win32' ? ['soffice.com'] : ['soffice', 'libreoffice'];
  return [...folders.flatMap((folder) => names.map((name) => path.join(folder, name))), ...PLACES].find((file) => existsSync(file)) ?? null;
}

export interface Office {
  /**
   * The file as `target`'s format, made by LibreOffice without a window. `sheet` (from 1) is the one that a CSV holds.
   * @throws Fault UNSUPPORTED when LibreOffice or a part of it is missing, TIMEOUT, EXECUTION_ERROR when it can't open the file.
   */
  convert(file: { bytes: Uint8Array; format: Format; family?: Family }, target: Format, sheet?: number): Promise<Uint8Array>;
}

/**
 * LibreOffice with settings of its own in `folder`: it never joins a LibreOffice that the person has open, runs no
 * macros, follows no links. One call works in a folder that is gone afterwards.
 */
export function createOffice(folder: string, environment: Readonly<Record<string, string | undefined>>, limit = LONGEST): Office {
  return {
    async convert({ bytes, format, family = format.family }, target, sheet = 1) {
      const program = findOffice(environment);
      if (program === null) throw missing(family);
      const filter = target.family === 'pdf' ? PDF_FILTERS[family === 'pdf' ? 'text' : family] : filterOf(target, sheet);
      if (filter === null) throw new Fault('UNSUPPORTED', `LibreOffice writes no .${target.ending}.`, 'Choose another target.');
      const work = mkdtempSync(path.join(makeFolder(folder), 'work-'));
      const profile = takeProfile(folder, work);
      try {
        const source = path.join(work, `document.${format.ending}`);
        writeFileSync(source, bytes);
        const out = path.join(work, 'out');
        const reading = READING[format.ending];
        const words = ['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nologo', `-env:UserInstallation=${pathToFileURL(profile.folder).href}`, ...(reading ? [`--infilter=${reading}`] : []), '--convert-to', `${target.ending}:${filter}`, '--outdir', out, source];
        const said = await run(program, words, work, environment, limit);
        const made = existsSync(out) ? readdirSync(out).filter((name) => name.endsWith(`.${target.ending}`)) : [];
        const [name] = made;
        if (name === undefined || statSync(path.join(out, name)).size === 0) throw notMade(program, family, target, said);
        return readFileSync(path.join(out, name));
      } finally {
        profile.release();
        rmSync(work, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  };
}

/** Filters that must be named for reading: a page of the web is a text, and a text is UTF-8. */
const READING: Record<string, string> = {
  html: 'HTML (StarWriter)',
  txt: 'Text (encoded):UTF8',
};

function filterOf({ ending, filter }: Format, sheet: number): string | null {
  // Comma, quotes, UTF-8, as shown, and the one sheet.
  return ending === 'csv' ? `${filter}:44,34,76,1,,0,false,true,false,false,false,${sheet}` : filter;
}

function makeFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

interface Profile {
  folder: string;
  release(): void;
}

/** The kept profile saves seconds, but only one LibreOffice may use it at a time: another gets one that is thrown away. */
function takeProfile(folder: string, work: string): Profile {
  const kept = path.join(folder, 'profile');
  const owner = path.join(folder, 'profile.pid');
  const mine = claim(owner);
  const profile = mine ? kept : path.join(work, 'profile');
  mkdirSync(path.join(profile, 'user'), { recursive: true, mode: 0o700 });
  // Written anew each time: whatever LibreOffice keeps, these stay as they are.
  writeFileSync(path.join(profile, 'user', 'registrymodifications.xcu'), profileSettings);
  // Left behind by one that was killed.
  rmSync(path.join(profile, '.lock'), { force: true });
  return { folder: profile, release: () => mine && rmSync(owner, { force: true }) };
}

/** Whether the file is ours now; one of a process that is gone counts for nothing. */
function claim(owner: string): boolean {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(owner, String(process.pid), { flag: 'wx' });
      return true;
    } catch {
      if (isRunning(Number(readText(owner)))) return false;
      rmSync(owner, { force: true });
    }
  }
  return false;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Ends with what it printed. The whole group of processes ends with it: `soffice` is a script that starts others. */
function run(program: string, words: string[], work: string, environment: Readonly<Record<string, string | undefined>>, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    // The mark of our own process, by which whoever stops it finds what it started.
    const own = { PATH: environment['PATH'], SystemRoot: environment['SystemRoot'], DESKWRIGHT_TASK: environment['DESKWRIGHT_TASK'], HOME: work, TMPDIR: work, TEMP: work, TMP: work, LANG: 'C.UTF-8', SAL_USE_VCLPLUGIN: 'svp' };
    const child = spawn(program, words, { cwd: work, env: own, detached: process.platform !== 'win32', stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    let said = '';
    const hear = (chunk: Buffer): void => void (said = `${said}${chunk.toString()}`.slice(-4_000));
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const end = (): void => {
      try {
        if (child.pid !== undefined) process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
      } catch {
        // It ended by itself.
      }
    };
    process.once('exit', end);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      end();
    }, limit);
    const settle = (settled: () => void): void => {
      clearTimeout(timer);
      process.removeListener('exit', end);
      end();
      settled();
    };
    child.once('error', (error) => settle(() => reject(new Fault('EXECUTION_ERROR', `LibreOffice could not be started: ${error.message}`, 'Start LibreOffice once by hand to see what is wrong with it.'))));
    child.once('close', () =>
      settle(() => (late ? reject(new Fault('TIMEOUT', `LibreOffice was not done after ${limit / 1000} s and was ended. Nothing was written.`, 'Try once more; for a very large document try a part of it.')) : resolve(said))),
    );
  });
}

/** Debian's package for each kind of document, and the library that is there with it. */
const PARTS: Record<Family, { package: string; library: string }> = {
  text: { package: 'libreoffice-writer', library: 'libswlo.so' },
  sheet: { package: 'libreoffice-calc', library: 'libsclo.so' },
  slides: { package: 'libreoffice-impress', library: 'libsdlo.so' },
  pdf: { package: 'libreoffice-writer', library: 'libswlo.so' },
};

function missing(family: Family): Fault {
  return new Fault('UNSUPPORTED', 'This needs LibreOffice, which was not found on this machine.', `Ask the person to install it: sudo apt-get install ${PARTS[family].package} (Debian, Ubuntu), or from libreoffice.org. Without it this skill still makes, fills and reads docx and xlsx, and fills and reads the others that are zips of XML.`);
}

function notMade(program: string, family: Family, target: Format, said: string): Fault {
  const part = PARTS[family];
  const place = path.dirname(realpathSync(program));
  if (process.platform === 'linux' && place.endsWith('program') && !existsSync(path.join(place, part.library))) {
    return new Fault('UNSUPPORTED', `The part of LibreOffice for this kind of document is not installed (${part.package}).`, `Ask the person to install it: sudo apt-get install ${part.package}`);
  }
  const reason = said.split('\n').filter((line) => /error|fail/i.test(line)).join(' ').slice(0, 300);
  return new Fault('EXECUTION_ERROR', `LibreOffice made no .${target.ending} of it${reason ? `: ${reason}` : ''}.`, 'The file may be damaged, protected by a password, or something else than its ending says. Try read on it first.');
}
