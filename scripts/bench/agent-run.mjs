import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { inRoot } from '../lib/paths.mjs';

/**
 * @typedef {{ name: string, arguments: object }} Call what the scripted model asks for in one turn
 *
 * @typedef {object} AgentRun
 * @property {number[]} turns      of each call: milliseconds from the last byte of the model's answer to the last byte of
 *   the next request, so the harness' own time with the tool's
 * @property {number[]} starts     of each call: milliseconds from the last byte of the model's answer to the gate's word that it
 *   runs, as the command line prints it
 * @property {number} firstRequest bytes of the first request's body
 * @property {number[]} sizes      bytes of each request's body
 * @property {number} start        milliseconds from the start of the process to its first request
 * @property {number | null} peak  largest resident memory of the process, MiB; null where the system doesn't tell
 * @property {{ status: string, stats: { time_ms: number } }[]} results each call's envelope, as the model got it
 */

/**
 * Runs the built command line in a folder, with a scripted OpenAI-compatible server on the loopback as its model: one call
 * a turn, then a closing word. With `exchange` a client that only sends bodies of these sizes is run in its place.
 * `program` is run in place of the built command line, with the same words.
 * @param {{ workspace: string, dataFolder: string, calls: Call[], timeoutMs?: number, options?: string[], exchange?: number[], program?: string[] }} job
 * @returns {Promise<AgentRun>}
 * @throws {Error} when the run doesn't end well, with what it printed
 */
export async function runAgent({ workspace, dataFolder, calls, timeoutMs = 300_000, options = [], exchange, program = [inRoot('dist/main/cli.js')] }) {
  /** @type {AgentRun} */
  const seen = { turns: [], starts: [], sizes: [], firstRequest: 0, start: 0, peak: null, results: [] };
  let turn = 0;
  let answered = 0;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  const started = performance.now();

  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const now = performance.now();
      const body = Buffer.concat(parts);
      seen.sizes.push(body.length);
      if (turn === 0) {
        seen.firstRequest = body.length;
        seen.start = now - started;
      } else seen.turns.push(now - answered);
      const { messages } = JSON.parse(body.toString());
      if (turn > 0) seen.results.push(JSON.parse(messages.findLast((/** @type {{ role: string }} */ message) => message.role === 'tool').content));
      const call = calls[turn];
      if (!call) seen.peak = peakOf(child?.pid);
      const events = call ? callEvents(call, turn) : textEvents('Done.');
      turn++;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(events, () => {
        answered = performance.now();
      });
    });
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  try {
    const words = [...program, '--workspace', workspace, '--data-dir', dataFolder, '--approve', 'none', '--json'];
    const model = ['--base-url', `http://127.0.0.1:${port}/v1`, '--model', 'scripted', '--max-steps', String(calls.length + 5)];
    const command = exchange ? [inRoot('scripts/bench/exchange-only.mjs'), `http://127.0.0.1:${port}/v1`, exchange.join(',')] : [...words, ...model, ...options, 'Do as the script says.'];
    child = spawn(process.execPath, command, {
      cwd: workspace,
      env: { ...process.env, OPENAI_API_KEY: 'none', OPENAI_BASE_URL: '', MODEL_NAME: '', HTTP_PROXY: '', http_proxy: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let rest = '';
    child.stdout?.on('data', (/** @type {Buffer} */ chunk) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('{"type":"approval"')) seen.starts.push(performance.now() - answered);
    });
    const { code, output } = await endOf(child, timeoutMs);
    if (code !== 0 || seen.turns.length !== calls.length) throw new Error(`The run ended with ${code} after ${seen.turns.length} of ${calls.length} calls: ${output.slice(-2000)}`);
    return seen;
  } finally {
    child?.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
  }
}

/** @param {import('node:child_process').ChildProcess} child @param {number} timeoutMs @returns {Promise<{ code: number | null, output: string }>} */
function endOf(child, timeoutMs) {
  return new Promise((resolve) => {
    let output = '';
    const take = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString()).slice(-20_000);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.on('error', (error) => resolve({ code: null, output: error.message }));
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
}

/** @param {number | undefined} pid @returns {number | null} MiB */
function peakOf(pid) {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(join('/proc', String(pid), 'status'), 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

/** @param {Call} call @param {number} turn */
function callEvents(call, turn) {
  const { name, arguments: values } = call;
  const calls = [{ index: 0, id: `call_${turn}`, type: 'function', function: { name, arguments: JSON.stringify(values) } }];
  return stream([{ delta: { role: 'assistant', content: '', tool_calls: calls } }, { delta: {}, finish_reason: 'tool_calls' }]);
}

/** @param {string} text */
const textEvents = (text) => stream([{ delta: { role: 'assistant', content: text } }, { delta: {}, finish_reason: 'stop' }]);

/** @param {object[]} choices @returns {string} */
function stream(choices) {
  const chunks = choices.map((choice) => ({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, finish_reason: null, ...choice }] }));
  const usage = { id: 'c', object: 'chat.completion.chunk', choices: [], usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } };
  return [...chunks, usage].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('') + 'data: [DONE]\n\n';
}
