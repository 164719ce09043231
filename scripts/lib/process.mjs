import { spawn } from 'node:child_process';

/** How long after a program's end the rest of its output is waited for (milliseconds). */
const LINGER = 2_000;

/**
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null, output: string }} Outcome `output` holds both
 *   streams, in the order they came
 */

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {string[]} words
 * @param {import('node:child_process').SpawnOptions & { timeout?: number, show?: boolean }} [options] timeout in
 *   milliseconds; `show` passes what it prints on to standard output while it runs
 * @returns {Promise<Outcome>} never rejects: a program that can't be started has code 127 and says why in `output`
 */
export function run(command, words, { show = false, ...options } = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'], killSignal: 'SIGKILL', ...options });
    const take = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
      if (show) process.stdout.write(chunk);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.on('error', (error) => resolve({ code: 127, signal: null, output: `${output}${error.message}` }));
    const end = (/** @type {number | null} */ code, /** @type {NodeJS.Signals | null} */ signal) => resolve({ code, signal, output });
    child.on('close', end);
    // What the program started and left behind may hold its output open for ever.
    child.on('exit', (code, signal) => setTimeout(end, LINGER, code, signal).unref());
  });
}

/**
 * Runs a program that has to succeed.
 * @param {string} what said in the error, like "Unpacking Electron"
 * @param {string} command @param {string[]} words @param {Parameters<typeof run>[2]} [options]
 * @returns {Promise<string>} what it printed
 */
export async function must(what, command, words, options) {
  const { code, signal, output } = await run(command, words, options);
  if (code === 0) return output;
  const ending = output.trim().split('\n').slice(-15).join('\n');
  throw new Error(`${what} failed: ${command} ended with ${signal ?? code}.\n${ending}`);
}

/** npm's own script, when npm started us: no shell, no .cmd, and the same npm. @returns {[string, string[]]} */
export function npmCommand() {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return [process.execPath, [script]];
  return process.platform === 'win32' ? ['cmd.exe', ['/c', 'npm']] : ['npm', []];
}
