import type { Answer } from '../../serve';
import { explainLimit, limits, type Limit } from './limits';
import type { CagedRun } from './cage';
import type { MadeFile } from './made-files';
import type { CagedEnd } from './run-caged';

/** What launch.py ends with when a limit does not hold. */
const notInForce = 97;
/** 128 and the number of the signal that ends a process whose processor time is used up. */
const cpuUsedUp = 128 + 24;

/** A good end in the person's language. */
const said = {
  en: (seconds: string, files: number, folder: string, printed: string) => `Python ended well after ${seconds} s.${files === 0 ? '' : ` ${files === 1 ? '1 file' : `${files} files`} in ${folder}.`}${printed === '' ? ' It printed nothing.' : `\n${printed}`}`,
  zh: (seconds: string, files: number, folder: string, printed: string) => `Python 运行完成，用时 ${seconds} 秒。${files === 0 ? '' : `在 ${folder} 中生成了 ${files} 个文件。`}${printed === '' ? '没有输出。' : `\n${printed}`}`,
} as const;

/** What the model and the person are told of a program's end. */
export function answerOf(end: CagedEnd, run: CagedRun, kind: string, made: MadeFile[], language: 'en' | 'zh'): Answer {
  const refused = end.code === notInForce ? /^limit not in force: (.+)$/m.exec(end.errors)?.[1] : undefined;
  if (refused !== undefined) {
    return { status: 'error', code: 'UNSUPPORTED', message: `Nothing was run: this system does not enforce the limit of ${refused}.`, hint: 'Run it on a system where bubblewrap has user namespaces, as an ordinary user.' };
  }
  const unmade = end.stopped === null && end.code !== 0 ? /^bwrap: .+/m.exec(end.errors)?.[0] : undefined;
  if (unmade !== undefined && !end.errors.includes('Traceback')) {
    return { status: 'error', code: 'EXECUTION_ERROR', message: `Nothing was run, because its isolation could not be made: ${unmade.slice(7, 300)}.`, hint: 'Call again; if it stays so, name another output folder.' };
  }
  const printed = [cut(end.output, 4000), cut(end.errors, 3000)].filter((text) => text !== '').join('\n');
  const files = made.map(({ path }) => path);
  if (end.code === 0 && end.stopped === null) {
    return {
      status: 'ok',
      result: { output: end.output, ...(end.errors === '' ? {} : { errors: end.errors }), exit_code: 0, files: made.slice(0, 200), seconds: end.seconds, isolation: kind, ...more(end, run) },
      text: said[language](end.seconds.toFixed(1), made.length, run.request.output, printed),
      ...(files.length === 0 ? {} : { files: files.slice(0, 200) }),
    };
  }
  const limit = end.stopped ?? limitIn(end);
  const { message, hint } = limit === null ? failure(end) : explainLimit(limit, run.request.seconds, run.request.output);
  const left = made.length === 0 ? '' : `\nIt left: ${files.slice(0, 20).join(', ')}`;
  return { status: 'error', code: limit === 'time' || limit === 'start' ? 'TIMEOUT' : 'EXECUTION_ERROR', message: `${message}${printed !== '' ? `\n${printed}` : limit === 'start' ? '' : ' It had printed nothing.'}${left}`, hint };
}

/** The limit that a program's own failure shows; null when it failed for another reason. */
export function limitIn({ code, errors }: Pick<CagedEnd, 'code' | 'errors'>): Limit | null {
  if (code === cpuUsedUp) return 'cpu';
  const last = errors.trimEnd().split('\n').at(-1) ?? '';
  if (/^[\w.]*MemoryError\b|Cannot allocate memory/.test(last)) return 'memory';
  if (/^BlockingIOError: \[Errno 11\]|can't start new thread/.test(last)) return 'processes';
  if (/^OSError: \[Errno 27\]/.test(last)) return 'file';
  if (/\[Errno 101\]|Network is unreachable|Temporary failure in name resolution|Name or service not known|\[Errno -[235]\]/.test(last)) return 'network';
  if (/\[Errno 30\]|Read-only file system/.test(last)) return 'place';
  return null;
}

function failure({ code, errors }: CagedEnd): { message: string; hint: string } {
  const last = errors.trimEnd().split('\n').at(-1) ?? '';
  const missing = /^ModuleNotFoundError: No module named '([^']+)'/.exec(last)?.[1];
  if (missing !== undefined) {
    return { message: `Python has no module ${missing} here.`, hint: 'Use the standard library, or ask the person to install it for the system’s Python (packages can’t be installed in isolation).' };
  }
  const lost = /^FileNotFoundError/.test(last);
  return {
    message: code > 128 ? `Python was ended by signal ${code - 128}${code === 137 ? ' (killed by the system or another program)' : ''}.` : `Python ended with exit code ${code}${last === '' ? '' : `: ${cut(last, 300)}`}.`,
    hint: lost ? 'Only the workspace is there, and secrets in it are not; paths are relative to it. Look with Glob for the file’s name.' : 'Correct the program by the lines above and call again.',
  };
}

function more(end: CagedEnd, run: CagedRun): Record<string, unknown> {
  return {
    ...(end.dropped === 0 ? {} : { dropped: `${end.dropped} characters beyond ${limits.printed} were not kept; write them to a file` }),
    ...(run.hidden.unsearched.length === 0 ? {} : { not_visible: run.hidden.unsearched.slice(0, 20), why: 'too many files to look through for secrets' }),
  };
}

function cut(text: string, most: number): string {
  const whole = text.trimEnd();
  return whole.length <= most ? whole : `${whole.slice(0, most / 2)}\n… ${whole.length - most} characters left out …\n${whole.slice(-most / 2)}`;
}
