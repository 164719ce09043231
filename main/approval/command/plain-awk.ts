/** Words of awk that run, write, or read what the command doesn't name. */
const powerful = /\b(system|getline|close|fflush|ENVIRON|ARGV|ARGC|PROCINFO)\b/;

/** Whether awk would only print: no system, pipes, redirections, includes or reading of further files, and no option but -F and -v. */
export function isPlainAwk(words: readonly string[]): boolean {
  let index = 0;
  for (; index < words.length; index++) {
    const word = words[index] ?? '';
    if (!word.startsWith('-')) break;
    if (word === '--') {
      index++;
      break;
    }
    if (word === '-F' || word === '-v') index++;
    else if (!/^-[Fv]./.test(word)) return false;
  }
  // gawk takes options behind its program too, and opens a connection for a file of this name.
  if (words.slice(index + 1).some((word) => (word.startsWith('-') && word !== '-') || word.startsWith('/inet'))) return false;
  const program = words[index] ?? '';
  return program !== '' && !powerful.test(program) && !redirects(program);
}

const token = /^(?:\\\r?\n|#[^\n]*|[ \t\r]+|[A-Za-z_]\w*|[\d.]+|"(?:[^"\\\n]|\\[^\n])*"|\|\||&&|\+\+|--|[^])/;
/** A regular expression behind its first slash. What programs read differently in it, a slash or a backslash in brackets, is none; a `]` at their beginning does not end them. */
const pattern = /^(?:[^\\/[\n]|\\[^\n]|\[(?:\^?\]|\^?(?![\^\]]))(?:\[:\w+:\]|[^\]/\\[\n])*\])*\//;
/** Behind these a slash divides. */
const operand = /^(?:[\w\]"].*|\))$/s;
/** Behind these it could be either; which, only the whole grammar tells. `)if` ends a condition. */
const unclear = /^(\+\+|--|\$|print|printf|return|case|in|do|else|delete|exit|\)if)$/;

/**
 * Whether a program may print into a file or a pipe, or name another one. A `>` is that behind `print` and outside of
 * parentheses, elsewhere it compares. What isn't clear counts as yes. Source: the grammar of POSIX awk, and gawk(1).
 */
function redirects(program: string): boolean {
  /** The word before each open parenthesis. */
  const open: string[] = [];
  let printsAt: number | null = null;
  let last = '';
  for (let at = 0; at < program.length; ) {
    const [text = ''] = token.exec(program.slice(at)) ?? [];
    at += text.length;
    if (/^(\\\r?\n|[# \t\r])/.test(text)) continue;
    let next = text;
    if (text === '/' && !(operand.test(last) && !unclear.test(last))) {
      const [found] = pattern.exec(program.slice(at)) ?? [];
      if (found === undefined || unclear.test(last)) return true;
      at += found.length;
      next = '"';
    } else if (/^["|@\\]$/.test(text)) return true;
    else if (text === '(') open.push(last);
    else if (text === ')') {
      const before = open.pop();
      if (before === undefined) return true;
      if (/^(if|while|for|switch)$/.test(before)) next = ')if';
    } else if (text === 'print' || text === 'printf') printsAt = open.length;
    // Behind some signs the line goes on, and within parentheses.
    else if (/^[;{}]$/.test(text) || (text === '\n' && open.length === printsAt && !/^(,|&&|\|\||\?|:)$/.test(last))) printsAt = null;
    else if (text === '>' && printsAt === open.length) return true;
    if (text !== '\n' || printsAt === null) last = next;
  }
  return open.length > 0;
}
