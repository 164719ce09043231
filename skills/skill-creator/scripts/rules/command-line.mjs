/**
 * Runs a script. False from it, or an error, is exit code 1; an error is told in one line.
 * @param {() => boolean} main
 */
export function run(main) {
  try {
    if (!main()) process.exitCode = 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/**
 * Words of a command line: those that stand alone, and options.
 * @param {string[]} words @param {{ texts: string[], flags: string[] }} known
 * @returns {{ plain: string[], options: Record<string, string | boolean> }}
 * @throws {Error} for an option that is not known or has no value
 */
export function wordsOf(words, { texts, flags }) {
  /** @type {string[]} */
  const plain = [];
  /** @type {Record<string, string | boolean>} */
  const options = {};
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const name = word.slice(2);
    if (!word.startsWith('--')) plain.push(word);
    else if (flags.includes(name)) options[name] = true;
    else if (texts.includes(name)) {
      const value = words[++at];
      if (value === undefined) throw new Error(`${word} needs a value.`);
      options[name] = value;
    } else throw new Error(`There is no option ${word}; there are ${[...texts, ...flags].map((option) => `--${option}`).join(', ')}.`);
  }
  return { plain, options };
}
