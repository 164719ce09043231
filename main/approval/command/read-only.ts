import type { Script, ShellCommand, Word } from '../../tools/shell/script';
import { programOf } from '../../tools/shell/wrappers';
import { gitVerb } from './consequences';
import { isPlainAwk } from './plain-awk';
import { isPlainSed } from './plain-sed';

type Proof = (words: readonly string[], command: ShellCommand) => boolean;

const always: Proof = () => true;
/** Only these options may occur; other words are input. */
const without =
  (...forbidden: RegExp[]): Proof =>
  (words) =>
    !words.some((word) => forbidden.some((pattern) => pattern.test(word)));
/** Programs that read long options by any beginning of them: `--out` is `--output` to sort. */
const withoutLong =
  (names: readonly string[], ...short: RegExp[]): Proof =>
  (words) =>
    !words.some((word) => isBeginningOf(word, names) || short.some((pattern) => pattern.test(word)));
const isBeginningOf = (word: string, names: readonly string[]): boolean => {
  const name = /^--([a-z][a-z-]*)/.exec(word)?.[1];
  return name !== undefined && names.some((forbidden) => forbidden.startsWith(name));
};
const atMost =
  (most: number, proof: Proof): Proof =>
  (words, command) =>
    words.filter((word) => !word.startsWith('-')).length <= most && proof(words, command);
/** Asked for its version or its help and for nothing else: `version` to make is a target, to python a file, and -v makes python run what it is given as input. */
const question =
  (...short: string[]): Proof =>
  (words) =>
    words.length === 1 && ['--version', '--help', ...short].includes(words[0] ?? '');

/** How many names of files stand there; `-` is one, and the word behind an option with a value is none. */
const namesIn = (words: readonly string[], valued: RegExp): number => words.filter((word, index) => (!word.startsWith('-') || word === '-') && !valued.test(words[index - 1] ?? '')).length;

/** Tools of the linker load a plug-in when asked to, also by a file of options. */
const withoutPlugins: Proof = withoutLong(['plugin'], /^@/);
const isPlainPip: Proof = (words, command) => question('-V', '-h')(words, command) || (/^(list|show|freeze|check)$/.test(words[0] ?? '') && words.every((word) => !word.startsWith('-') || /^(-f|-l|-v|--(files|local|user|verbose|all|not-required|format=\w+))$/.test(word)));

/** A packer that writes to its output, or only lists and tests; the last of its options would count. */
const toOutput: Proof = (words) => {
  const options = words.filter((word) => word.startsWith('-') && word !== '-');
  return (options.some((word) => word.includes('c')) && options.every((word) => /^-[cdfkqvn1-9]+$/.test(word))) || (options.some((word) => /[lt]/.test(word)) && options.every((word) => /^-[ltqv]+$/.test(word)));
};

/**
 * Programs proven to read only, with the proof their words must pass. Whatever isn't here asks.
 * Sources: the manuals of coreutils, findutils, diffutils, procps, util-linux, ripgrep, git.
 */
const table: Record<string, Proof> = {
  ls: always, dir: always, cat: always, head: always, tail: always, wc: always, echo: always, pwd: always, whoami: always, id: always, groups: always, uname: always, uptime: always, arch: always, nproc: always, tty: always, true: always, false: always, ':': always, sleep: always, seq: always, factor: always, basename: always, dirname: always, realpath: always, readlink: always, cut: always, tr: always, tac: always, rev: always, nl: always, fold: always, fmt: always, expand: always, unexpand: always, paste: always, join: always, comm: always, column: always, cksum: always, sum: always, od: always, hexdump: always, strings: withoutPlugins, stat: always, df: always, du: always, free: always, vmstat: always, pgrep: always, pstree: always, lscpu: always, lsblk: always, lspci: without(/^-[a-zA-Z]*[qQMHO]/), lsusb: always, which: always, whereis: always, locale: always, cal: always, expr: always, getconf: always, numfmt: always, test: always, '[': always, cmp: always, md5sum: always, sha1sum: always, sha224sum: always, sha256sum: always, sha384sum: always, sha512sum: always, b2sum: always, base64: always, base32: always, zcat: always, bzcat: always, xzcat: always, egrep: always, fgrep: always, grep: always, look: always, tsort: always, pathchk: always, lsb_release: always, users: always, w: always, who: always, last: always, cd: always, pushd: always, popd: always, dirs: always, return: always, break: always, continue: always, exit: always, wait: without(/^-[a-z]*p/), jobs: without(/^-[a-z]*x/), shift: always, type: always, times: always, umask: atMost(0, always), nm: withoutPlugins, objdump: withoutPlugins, readelf: withoutPlugins, size: withoutPlugins, ldd: () => false,
  // `ps e` prints other programs' environments, where keys stand.
  ps: (words) => words.every((word) => (word.startsWith('-') ? !/env/.test(word) : !/e/.test(word) || /^\d+$/.test(word))),
  getent: without(/shadow/),
  printf: without(/^-v/),
  // Only names that programs don't look for: see `isHarmlessVariable`.
  read: (words) => words.every((word) => word === '-r' || (/^[a-z][a-z0-9_]*$/.test(word) && !/_proxy$/.test(word))),
  command: (words) => words[0] === '-v' || words[0] === '-V',
  date: (words) => isReadDate(words),
  hostname: atMost(0, withoutLong(['boot', 'file'], /^-[bF]/)),
  file: withoutLong(['compile', 'uncompress', 'uncompress-noreport'], /^-[a-zA-Z]*[CzZ]/),
  sort: withoutLong(['output', 'compress-program', 'temporary-directory', 'files0-from'], /^-[a-zA-Z]*[oT]/),
  shuf: withoutLong(['output'], /^-[a-zA-Z]*o/),
  iconv: withoutLong(['output'], /^-[a-zA-Z]*o/),
  bc: (words) => words.every((word) => !word.startsWith('-') || /^(-[lqsw]+|--mathlib|--quiet|--standard)$/.test(word)),
  gzip: toOutput, bzip2: toOutput, xz: toOutput,
  pdfinfo: always, zipinfo: always,
  pdftotext: (words) => words.at(-1) === '-' && !words.at(-2)?.startsWith('-') && namesIn(words, /^-(f|l|r|x|y|W|H|fixed|enc|eol|opw|upw)$/) === 2,
  // A second name would be written.
  uniq: (words) => namesIn(words, /^-[fsw]$/) <= 1,
  xxd: (words) => !words.some((word) => /^-[a-z]*r/.test(word)) && namesIn(words, /^-[cglons]$/) <= 1,
  diff: always,
  // A number may stand in the middle of its letters.
  tree: without(/^-[a-zA-Z0-9]*[oR]/),
  // What -exec runs is judged as a command of its own; with -execdir in folders that aren't known.
  find: without(/^-(ok|okdir|execdir|delete|fls|fprint|fprint0|fprintf|files0-from)$/),
  kill: (words) => words.length === 1 && /^-[lL]$/.test(words[0] ?? ''),
  fd: without(/^-[a-zA-Z]*[xX]/, /^--exec/),
  rg: without(/^--(pre|pre-glob|hostname-bin)/, /^-[a-zA-Z]*z/, /^--search-zip/),
  // A program of its may name further files to read.
  jq: without(/^-[a-zA-Z]*[fL]/, /^--(from-file|args-file)/, /(?<![.\w$"])(import|include)\s*(#.*\n\s*)*"/),
  sed: isPlainSed,
  awk: isPlainAwk,
  env: atMost(0, (words) => words.length === 0),
  printenv: always,
  ss: withoutLong(['kill', 'diag'], /^-[a-zA-Z]*[KD]/),
  // A verb may be cut as short as it likes (`ip link s` sets), so only the whole ones are known.
  ip: (words) => {
    const [object = '', verb = 'show'] = words.filter((word) => !word.startsWith('-'));
    const isPlain = words.every((word) => !word.startsWith('-') || /^-(br|brief|4|6|c|color|s|d|j|p|o|stats|details|json|pretty|oneline)$/.test(word));
    return isPlain && /^(a|addr|address|r|route|l|link|n|neigh|rule)$/.test(object) && /^(show|list|ls|get)$/.test(verb);
  },
  lsof: without(/^[-+]D/),
  dmesg: (words) => words.length === 0,
  // Another host is reached through ssh.
  systemctl: (words) => !words.some((word) => /^-[a-zA-Z]*[HM]/.test(word) || isBeginningOf(word, ['host', 'machine', 'root', 'image'])) && /^(status|show|cat|list-[a-z-]+|is-[a-z-]+|get-default)$/.test(words.find((word) => !word.startsWith('-')) ?? ''),
  sensors: (words) => words.length === 0,
  netstat: without(/^-[a-zA-Z]*c/),
  ifconfig: atMost(1, (words) => words.every((word) => word === '-a' || !word.startsWith('-'))),
  findmnt: always,
  mount: (words) => words.length === 0,
  crontab: (words) => words.length === 1 && words[0] === '-l',
  journalctl: withoutLong(['rotate', 'flush', 'sync', 'setup-keys', 'update-catalog', 'relinquish-var', 'smart-relinquish-var', 'vacuum-size', 'vacuum-time', 'vacuum-files', 'cursor-file', 'image'], /^-f|^--follow/),
  top: (words) => words.some((word) => /^-[a-zA-Z]*b/.test(word)) && words.some((word) => /^-n?\d*$|^-[a-zA-Z]*n\d*$/.test(word)),
  'apt-cache': (words) => /^(policy|show|showpkg|search|depends|rdepends|madison|pkgnames)$/.test(words[0] ?? '') && words.every((word) => !word.startsWith('-') || /^(-[aqnif]+|--(installed|recurse|names-only|full|all-versions|no-all-versions|important|no-(recommends|suggests|pre-depends|depends|conflicts|breaks|replaces|enhances)))$/.test(word)),
  'dpkg-query': without(/^--(admindir|root|force)/),
  dpkg: (words) => /^(-l|-L|-s|-S|-p|--list|--listfiles|--status|--search|--print-architecture)$/.test(words[0] ?? '') && words.slice(1).every((word) => !word.startsWith('-')),
  rpm: (words) => /^-q[a-z]*$|^--query$/.test(words[0] ?? '') && words.slice(1).every((word) => !word.startsWith('-') && !word.includes('://')),
  // An archive named host:file is fetched through ssh.
  tar: (words) => /^-?t[vzjJa]*f?$|^--list$/.test(words[0] ?? '') && words.slice(1).every((word) => (!word.startsWith('-') || word === '-f') && !word.includes(':')),
  unzip: (words) => /^-(l|v|Z|Z1)$/.test(words[0] ?? '') && words.slice(1).every((word) => !word.startsWith('-')),
  // A page named by its path is a program for the typesetter.
  man: (words) => words.length > 0 && words.every((word) => !word.startsWith('-') && !word.includes('/')),
  whatis: (words) => words.every((word) => !word.startsWith('-')),
  apropos: (words) => words.every((word) => !word.startsWith('-')),
  git: (words) => isReadOnlyGit(words),
  npm: (words, command) => question('-v', '-h', 'version', 'run')(words, command) || (/^(ls|list|root|prefix)$/.test(words[0] ?? '') && words.every((word) => !word.startsWith('-') || /^(-a|-g|-l|-p|--(all|global|long|parseable|json|link|depth=\w+|omit=\w+|include=\w+|production|prod|dev))$/.test(word))),
  node: question('-v', '-h'), python: question('-V', '-h'), python3: question('-V', '-h'), pip: isPlainPip, pip3: isPlainPip, ruby: question('-v', '-h'), perl: question('-v', '-h'), php: question('-v', '-h'), bash: question(), java: question('-version'), gcc: question('-v'), 'g++': question('-v'), clang: question('-v'), make: question('-v', '-h'), cmake: question('-version', '-h'), cargo: question('-V', '-h'), rustc: question('-V', '-h'), docker: question('-v', 'version'), tsc: question('-v', '-h'), soffice: question('-h'), libreoffice: question('-h'), yarn: question('-v', '-h'), pnpm: question('-v', '-h'), curl: question('-V', '-h'), wget: question('-V', '-h'),
  go: (words) => (words[0] === 'version' && words.every((word) => !word.startsWith('-') || word === '-m')) || (words[0] === 'env' && words.every((word) => !word.startsWith('-') || /^--?(json|changed)$/.test(word))),
};

/** Wrappers that add nothing of their own; what they hand on is judged as a command of its own. */
const transparent = new Set(['time', 'nice', 'nohup', 'timeout', 'stdbuf', 'xargs', 'command', 'builtin', 'env', 'bash', 'sh', 'dash', 'find', '!']);

/** Folders of the system's programs; a program named by another path is unknown. */
const programFolders = /^(\/usr)?(\/local)?\/s?bin\/[^/]+$/;

/** Whether a command is proven to change nothing: its program, each of its words, its redirects and variables. */
export function isReadOnly(command: ShellCommand, script: Script): boolean {
  if (command.redirects.some((redirect) => (redirect.kind === 'write' && redirect.target.text !== '/dev/null') || isUnknownInput(redirect, command))) return false;
  if (!command.assignments.every(({ name, value }) => isHarmlessVariable(name, value, command))) return false;
  if (command.words.length === 0) return true;
  const name = command.words[0]?.text ?? null;
  if (name === null || script.functions.includes(name)) return false;
  if (name.includes('/') && !programFolders.test(name)) return false;
  const program = programOf(command);
  const words = command.words.slice(1);
  // A word only known at run time could be an option; behind a file's name it could not… but who knows the order.
  const options = words.map((word) => word.pattern);
  if (handsOn(program, words.length, options)) return true;
  const unknown = words.some((word) => word.text === null && !word.pattern.startsWith('/dev/fd/'));
  // Whose name isn't known could be a place for keys; a program that prints it must not run unasked.
  if (unknown && (shows(program, options) || program === 'cd' || program === 'pushd')) return false;
  if (words.some((word) => word.text === null && !/^[\w./~]/.test(word.pattern)) && !freeOfOptions.has(program)) return false;
  if (words.some((word) => word.glob && !/^[\w./~]/.test(word.pattern)) && !freeOfOptions.has(program)) return false;
  if (words.length === 1 && /^--(help|version)$/.test(options[0] ?? '') && knowsQuestions.has(program)) return true;
  const proof = Object.hasOwn(table, program) ? table[program] : undefined;
  return proof !== undefined && proof(options, command);
}

function isUnknownInput({ kind, target }: ShellCommand['redirects'][number], command: ShellCommand): boolean {
  return !countsOnly.has(programOf(command)) && kind === 'read' && target.text === null && !target.pattern.startsWith('/dev/fd/');
}

/** Programs that print no more of their input than a number. */
const countsOnly = new Set(['wc', 'md5sum', 'sha1sum', 'sha224sum', 'sha256sum', 'sha384sum', 'sha512sum', 'b2sum', 'cksum', 'sum']);

/** Programs that print what is in the files they name. */
const showsContent = new Set(['cat', 'head', 'tail', 'tac', 'rev', 'nl', 'fold', 'fmt', 'expand', 'unexpand', 'cut', 'paste', 'join', 'comm', 'column', 'sort', 'uniq', 'grep', 'egrep', 'fgrep', 'rg', 'sed', 'awk', 'jq', 'od', 'xxd', 'hexdump', 'strings', 'base64', 'base32', 'zcat', 'bzcat', 'xzcat', 'diff', 'cmp', 'look', 'objdump', 'git', 'numfmt', 'tsort', 'shuf', 'iconv', 'gzip', 'xz', 'bzip2', 'pdftotext', 'bc']);

/** grep that prints names or numbers only, by its first word. */
const namesOnly = /^-[rRinwEFGPxsvaIhHz]*[lLcq][rRinwEFGPxsvaIhHzlLcq]*$/;
const shows = (program: string, options: readonly string[]): boolean => showsContent.has(program) && !(/^[ef]?grep$/.test(program) && namesOnly.test(options[0] ?? ''));

/** Programs that answer `--help` and `--version` and do nothing else then, by their manuals. */
const knowsQuestions = new Set(['rm', 'cp', 'mv', 'dd', 'ln', 'mkdir', 'rmdir', 'touch', 'chmod', 'chown', 'kill', 'shred', 'truncate', 'tee', 'install', 'sudo', 'apt', 'apt-get', 'dpkg', 'npm', 'npx', 'yarn', 'pnpm', 'pip', 'pip3', 'uv', 'cargo', 'go', 'gem', 'docker', 'podman', 'kubectl', 'helm', 'terraform', 'gh', 'git', 'curl', 'wget', 'rsync', 'tar', 'zip', 'unzip', 'gzip', 'xz', 'make', 'cmake', 'gcc', 'clang', 'rustc', 'java', 'ruby', 'perl', 'php', 'psql', 'mysql', 'sqlite3', 'ffmpeg', 'pandoc', 'convert', 'systemctl', 'shutdown', 'reboot', 'mkfs', 'crontab', 'xargs', 'timeout', 'nohup']);

/** Programs that no option makes write anything. */
const freeOfOptions = new Set(['md5sum', 'sha1sum', 'sha224sum', 'sha256sum', 'sha384sum', 'sha512sum', 'b2sum', 'cksum', 'sum', 'tac', 'rev', 'nl', 'fold', 'paste', 'column', 'cmp', 'od', 'hexdump', 'pdfinfo', 'zipinfo', 'echo', 'cat', 'ls', 'wc', 'head', 'tail', 'pwd', 'test', '[', 'seq', 'sleep', 'basename', 'dirname', 'grep', 'egrep', 'fgrep', 'stat', 'du', 'df', 'cut', 'tr', 'expr', 'true', 'false', ':', 'exit', 'return']);

function handsOn(program: string, count: number, options: readonly string[]): boolean {
  if (!transparent.has(program) || count === 0) return false;
  if (program === 'find' || program === 'command') return false;
  if (program === 'bash' || program === 'sh' || program === 'dash') return options.length === 2 && options[0] === '-c';
  if (program === 'time') return !options.some((option) => /^(-[a-zA-Z]*o|--output)/.test(option));
  // A number in PATH is a folder's name.
  if (program === 'xargs') return !options.some((option) => isBeginningOf(option, ['process-slot-var']));
  if (program === 'env') return !options.some((option) => /^(-S|--split-string|-C|--chdir)/.test(option));
  return true;
}

function isHarmlessVariable(name: string, value: Word, command: ShellCommand): boolean {
  // By a path of its own each of them names a file that programs then load.
  if (/^(LC_[A-Z]+|LANG|LANGUAGE|TZ|NO_COLOR|COLUMNS|LINES)$/.test(name)) return value.text !== null && /^(?![/:])(?!.*\.\.)[\w@.:+,/<>-]*$/.test(value.text);
  if (name === 'IFS') return programOf(command) === 'read';
  // A variable of the script's own reaches no program, unless it is one that programs look for.
  return command.words.length === 0 && (/^[a-z][a-z0-9_]*$/.test(name) ? !/_proxy$/.test(name) : /^[A-Z][A-Z0-9]{0,2}$/.test(name) && name !== 'ENV' && name !== 'IFS' && name !== 'PS4');
}

/** A word that is neither a format nor an option's value would set the clock. */
function isReadDate(words: readonly string[]): boolean {
  return words.every((word, index) => {
    const isValue = /^(-d|-r|-f|--date|--reference|--file)$/.test(words[index - 1] ?? '');
    return isValue || (word.startsWith('-') ? !/^-[a-zA-Z]*s/.test(word) && !isBeginningOf(word, ['set']) || /^-I/.test(word) : word.startsWith('+'));
  });
}

const gitReaders = /^(status|log|show|diff|blame|annotate|shortlog|describe|rev-parse|rev-list|ls-files|ls-tree|cat-file|name-rev|merge-base|cherry|count-objects|for-each-ref|show-ref|show-branch|whatchanged|range-diff|grep|help|version|var|check-ignore|check-attr|diff-tree|diff-files|diff-index|symbolic-ref)$/;

function isReadOnlyGit(words: readonly string[]): boolean {
  const { verb, rest, options } = gitVerb(words);
  if (verb === '') return words.length === 1 && /^--(version|help)$/.test(words[0] ?? '');
  // -c and --config-env can name programs that git then runs; --exec-path, --git-dir and --bare bring others' ones.
  if (!options.every((option, index) => /^(-C|-P|--no-pager|--no-optional-locks|--no-replace-objects|--(literal|glob|noglob|icase)-pathspecs)$/.test(option) || options[index - 1] === '-C')) return false;
  if (rest.some((word) => /^-O/.test(word) || isBeginningOf(word, ['output', 'open-files-in-pager', 'ext-diff', 'textconv', 'upload-pack', 'exec']))) return false;
  // A signature is checked by another program; in a submodule, also one of long ago, or from there in the repository around it git is run once more.
  if (rest.some((word) => isBeginningOf(word, ['show-signature', 'show-superproject-working-tree']) || /%G|%\(signature/.test(word) || (/^--subm/.test(word) && !/^--submodule(=(short|log))?$/.test(word)))) return false;
  const plain = rest.filter((word) => !word.startsWith('-'));
  if (verb === 'branch') return (plain.length === 0 || rest.includes('-l') || rest.includes('--list')) && !rest.some((word) => /^-[a-zA-Z]*[dDmMcCfut]/.test(word) || isBeginningOf(word, ['delete', 'move', 'copy', 'force', 'edit-description', 'set-upstream-to', 'unset-upstream', 'track', 'create-reflog', 'no-list']));
  if (verb === 'tag') return (plain.length === 0 || rest.includes('-l') || rest.includes('--list')) && !rest.some((word) => /^-[a-zA-Z]*[adfsumvF]/.test(word) || isBeginningOf(word, ['delete', 'force', 'annotate', 'sign', 'local-user', 'message', 'file', 'verify', 'no-list', 'edit', 'create-reflog']));
  // Without -n it asks the other side; a pager of grep's is run with the files found.
  if (verb === 'remote') return plain.length === 0 || plain[0] === 'get-url' || (plain[0] === 'show' && (plain.length === 1 || rest.includes('-n')));
  if (verb === 'grep') return !rest.some((word) => /^-[^-efABCm]*O/.test(word) || isBeginningOf(word, ['recurse-submodules']));
  if (verb === 'help') return rest.every((word) => !word.startsWith('-') || /^(-a|-g|--all|--guides)$/.test(word));
  if (verb === 'cat-file') return !rest.some((word) => isBeginningOf(word, ['filters']));
  if (verb === 'stash') return /^(list|show)$/.test(plain[0] ?? '');
  if (verb === 'config') return rest[0] === '--get' && /^((user|core|init|branch|color|pull|merge|rerere|diff)\.|remote\.[^.]+\.url$)/.test(plain[0] ?? '');
  if (verb === 'worktree') return plain[0] === 'list';
  if (verb === 'reflog') return plain.length === 0 || plain[0] === 'show';
  // The whole list holds settings with keys in them.
  if (verb === 'var') return rest.length === 1 && plain.length === 1;
  if (verb === 'symbolic-ref') return plain.length <= 1 && !rest.some((word) => /^(-d|--delete)/.test(word));
  return gitReaders.test(verb);
}
