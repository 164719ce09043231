/** Options of sed that only change how it reads and prints. */
const sedOptions = /^(-[nErzu]+|--(quiet|silent|regexp-extended|null-data|unbuffered|posix))$/;
/** A backslash and what it quotes are one: `s/a\/b/c/w file` ends where sed ends it. */
const sedAddress = String.raw`(\d+|\$|\/(\\.|[^/\\\n])*\/)`;
const sedScript = new RegExp(String.raw`^(\s*${sedAddress}?(,${sedAddress})?\s*!?(p|d|=|q|s(?<end>[/|#,])((?!\k<end>)(\\.|[^\\\n]))*\k<end>((?!\k<end>)(\\.|[^\\\n]))*\k<end>[gip0-9]*)\s*;?)+$`, 'i');

/** Whether sed would only print, delete and substitute lines: no commands that write or run, no in-place editing, no script file. */
export function isPlainSed(words: readonly string[]): boolean {
  const scripts: string[] = [];
  const others: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word === '--') {
      others.push(...words.slice(index + 1));
      break;
    }
    if (!word.startsWith('-') || word === '-') others.push(word);
    else if (/^-[nErzu]*e$|^--expression$/.test(word)) scripts.push(words[++index] ?? '');
    else if (!sedOptions.test(word)) return false;
  }
  const programs = scripts.length > 0 ? scripts : others.slice(0, 1);
  return programs.length > 0 && programs.every((script) => sedScript.test(script));
}
