import { createServer, request } from 'node:http';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { runAgent } from '../agent-run.mjs';
import { loadBuilt } from '../built.mjs';
import { median } from '../samples.mjs';

const WARM_UPS = 5;
const TURNS = 60;
const CALLS = 30;
/** Messages of the conversation that each turn sends, and pieces of the answer that comes. */
const MESSAGES = 80;
const PIECES = 200;

/** @type {import('../report.mjs').Row[]} */
export const rows = [
  {
    name: `client, a turn of ${MESSAGES} messages answered in ${PIECES} pieces / the same bytes by node:http`,
    unit: 'ms',
    goal: { most: 8, of: 'ratio' },
    async measure() {
      const { createClient } = await loadBuilt('main/model/client.ts');
      const server = await answering();
      try {
        const client = createClient({ baseUrl: server.url, apiKey: '', model: 'bench', language: 'en' });
        const hooks = { signal: new AbortController().signal, onDelta: () => undefined, onNotice: () => undefined };
        const value = await timed(() => client.turn(conversation(), hooks));
        const reference = await timed(() => bare(server.url, JSON.stringify(server.last())));
        return { value, reference };
      } finally {
        server.close();
      }
    },
  },
  {
    name: 'last byte of the answer to the start of its tool',
    unit: 'ms',
    goal: { most: 10 },
    async measure(bench) {
      const workspace = mkdtempSync(join(bench.folder, 'workspace-'));
      const dataFolder = mkdtempSync(join(bench.folder, 'data-'));
      const names = Array.from({ length: CALLS }, (_, index) => `notes-${index}.txt`);
      for (const name of names) writeFileSync(join(workspace, name), `${name}\n`);
      const calls = names.map((path) => ({ name: 'Read', arguments: { path } }));
      const { starts } = await runAgent({ workspace, dataFolder, calls });
      if (starts.length === 0) throw new Error('the run printed no decision of the gate');
      // The first pays for what is loaded when first needed.
      return { value: median(starts.slice(1)), note: `the first: ${starts[0]?.toFixed(1)} ms` };
    },
  },
];

/** @param {() => Promise<unknown>} work @returns {Promise<number>} the median, milliseconds */
async function timed(work) {
  const times = [];
  for (let turn = 0; turn < WARM_UPS + TURNS; turn++) {
    const started = performance.now();
    await work();
    if (turn >= WARM_UPS) times.push(performance.now() - started);
  }
  return median(times);
}

function conversation() {
  const messages = Array.from({ length: MESSAGES }, (_, index) =>
    index % 2 ? { role: 'assistant', text: `Step ${index} is done. `.repeat(20), calls: [] } : { role: 'user', text: `Do step ${index}. `.repeat(20) },
  );
  return { messages, tools: [{ name: 'LS', description: 'Lists a folder.', parameters: { type: 'object', properties: {} } }] };
}

/** A server that answers each request at once with the same stream. */
async function answering() {
  /** @type {unknown} */
  let last = null;
  const piece = (/** @type {object} */ choice) => `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`;
  const answer = `${Array.from({ length: PIECES }, () => piece({ delta: { content: 'some words ' } })).join('')}${piece({ delta: {}, finish_reason: 'stop' })}data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 9000, completion_tokens: 400 } })}\n\ndata: [DONE]\n\n`;
  const server = createServer(async (incoming, response) => {
    const parts = [];
    for await (const part of incoming) parts.push(part);
    last = JSON.parse(Buffer.concat(parts).toString());
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(answer);
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/v1`,
    last: () => last,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @param {string} url @param {string} body @returns {Promise<void>} when the last byte is read */
function bare(url, body) {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/chat/completions`, { method: 'POST', agent: false, headers: { 'content-type': 'application/json' } }, (response) => {
      response.on('data', () => undefined);
      response.on('end', () => resolve());
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
