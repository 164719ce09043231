import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Trouble } from './trouble';

type Environment = Readonly<Record<string, string | undefined>>;

/** A phone that adb can reach. */
export interface Phone {
  serial: string;
  /** Runs a command in the phone's shell, of words that arrive there as they are; gives what it printed. */
  shell(...words: string[]): Promise<string>;
  /** The same for bytes. */
  bytes(...words: string[]): Promise<Buffer>;
}

export interface Device {
  serial: string;
  state: string;
  model: string;
}

/** Longest that one command may take, milliseconds; a phone's tree of elements takes seconds. */
const longest = 40_000;

/** The adb program: on PATH, in ANDROID_HOME, or where Android Studio puts it. Throws a Trouble that says what to install. */
export function findAdb(environment: Environment): string {
  const name = process.platform === 'win32' ? 'adb.exe' : 'adb';
  const kits = [environment['ANDROID_HOME'], environment['ANDROID_SDK_ROOT'], environment['HOME'] && join(environment['HOME'], 'Android', 'Sdk'), environment['HOME'] && join(environment['HOME'], 'Library', 'Android', 'sdk'), environment['LOCALAPPDATA'] && join(environment['LOCALAPPDATA'], 'Android', 'Sdk')];
  const folders = [...(environment['PATH'] ?? '').split(delimiter), ...kits.flatMap((kit) => (kit ? [join(kit, 'platform-tools')] : []))];
  const found = folders.filter((folder) => folder !== '').map((folder) => join(folder, name)).find(isExecutable);
  if (found !== undefined) return found;
  throw new Trouble('UNSUPPORTED', 'adb is not installed, so no phone can be reached.', `Ask the person to install it (${process.platform === 'linux' ? 'sudo apt-get install adb' : 'Android’s platform-tools'}), to turn on USB debugging on the phone and to connect it.`);
}

/** All devices that adb knows, also those that can't be used. */
export async function listDevices(adb: string, environment: Environment): Promise<Device[]> {
  const text = (await run(adb, ['devices', '-l'], environment)).toString('utf8');
  return text.split(/\r?\n/).flatMap((line) => {
    const [, serial, state, rest] = /^(\S+)\s+(device|offline|unauthorized|authorizing|recovery|sideload|bootloader|no permissions)\b(.*)$/.exec(line) ?? [];
    return serial === undefined || state === undefined ? [] : [{ serial, state, model: /\bmodel:(\S+)/.exec(rest ?? '')?.[1]?.replace(/_/g, ' ') ?? '' }];
  });
}

/** The phone to use. Throws a Trouble when there is none, several, or it can't be used. */
export async function choosePhone(wanted: string | undefined, environment: Environment): Promise<Phone> {
  const adb = findAdb(environment);
  const devices = await listDevices(adb, environment);
  const named = wanted ?? environment['ANDROID_SERIAL'];
  const listed = devices.map(({ serial, model, state }) => `${serial}${model === '' ? '' : ` (${model})`}${state === 'device' ? '' : `: ${state}`}`).join(', ');
  if (devices.length === 0) throw new Trouble('NOT_FOUND', 'No phone is connected.', 'Ask the person to connect it by USB with USB debugging on (or adb connect), then call devices.');
  const usable = devices.filter(({ state }) => state === 'device');
  const device = named === undefined ? (usable[0] ?? devices[0]) : devices.find(({ serial }) => serial === named);
  if (!device) throw new Trouble('NOT_FOUND', `There is no phone ${named}.`, `Connected: ${listed}.`);
  if (named === undefined && usable.length > 1) throw new Trouble('NOT_UNIQUE', `Several phones are connected: ${listed}.`, 'Say which with device.');
  if (device.state === 'unauthorized' || device.state === 'authorizing') throw new Trouble('ACCESS_DENIED', `The phone ${device.serial} has not allowed this computer.`, 'Ask the person to unlock it and to allow USB debugging in the question on its screen.');
  if (device.state !== 'device') throw new Trouble('UNSUPPORTED', `The phone ${device.serial} can’t be used: it is ${device.state}.`, device.state === 'no permissions' ? 'Ask the person to add themselves to the group plugdev (or to add a udev rule) and to connect it anew.' : 'Ask the person to connect it anew.');
  const { serial } = device;
  const bytes = (mode: string, words: string[]): Promise<Buffer> => run(adb, ['-s', serial, mode, words.map(quoteForShell).join(' ')], environment);
  return { serial, shell: async (...words) => (await bytes('shell', words)).toString('utf8'), bytes: (...words) => bytes('exec-out', words) };
}

/** A word as the phone's shell must be given it: adb joins what it gets and leaves it to that shell to read. */
export function quoteForShell(word: string): string {
  return /^[A-Za-z0-9_./:=,+-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
}

function run(adb: string, words: string[], environment: Environment): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    execFile(adb, words, { encoding: 'buffer', timeout: longest, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024, windowsHide: true, env: { ...environment } }, (error, output, errors) => {
      if (!error) return resolve(output);
      const said = `${errors.toString('utf8')} ${output.toString('utf8')}`.replace(/\s+/g, ' ').trim().slice(0, 300);
      if (error.killed) return reject(new Trouble('TIMEOUT', `The phone did not answer within ${longest / 1000} s.`, 'Look whether it is awake and connected; then try again.'));
      if (/device (?:'[^']*' )?(?:not found|offline)|no devices|closed$/.test(said)) return reject(new Trouble('NOT_FOUND', `The phone is no longer connected: ${said}`, 'Ask the person to connect it anew.'));
      reject(new Trouble('EXECUTION_ERROR', `The phone refused: ${said || error.message}`, 'Take a screenshot to see what is there.'));
    });
  });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
