import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'playwright/test';
import type { RunEvent } from '../../../preload/contract/run-event';
import { startModelServer, type ChatRequest, type Reply } from '../../fixtures/model-server';
import { asCsv } from '../../fixtures/spreadsheet';

const STEPS = 40;

const call = (name: string, args: Record<string, unknown>): Reply => ({ calls: [{ name, arguments: args }] });

/** A table written row by row, looked at after each, and saved: what an office task is like, forty steps long. */
function step(turn: number, file: string): Reply {
  if (turn === 0) return call('Computer', { action: 'open_app', text: 'calc' });
  if (turn <= 35) {
    if (turn % 2 === 1) return call('Observe', { what: turn % 4 === 1 ? 'both' : 'screenshot' });
    return call('Computer', { action: 'type', text: `Row ${turn / 2}\t${turn}\n` });
  }
  if (turn === 36) return call('Computer', { action: 'key', keys: 'ctrl+shift+s' });
  if (turn === 37) return call('Computer', { action: 'type', text: file });
  if (turn === 38) return call('Computer', { action: 'key', keys: 'enter' });
  if (turn === 39) return call('Observe', { what: 'both' });
  return { text: `Saved ${file}.` };
}

interface Part {
  type: string;
  image_url?: { url: string };
}

const partsOf = (request: ChatRequest): Part[] => request.messages.flatMap(({ content }) => (Array.isArray(content) ? (content as Part[]) : []));
const picturesOf = (request: ChatRequest): Part[] => partsOf(request).filter(({ type }) => type === 'image_url');
const bytesOf = (request: ChatRequest): number => Buffer.byteLength(JSON.stringify(request));

test('an office run of forty steps: at most three pictures in a request, and requests do not grow', async () => {
  test.setTimeout(600_000);
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'office-run-')));
  const workspace = path.join(root, 'work');
  mkdirSync(workspace);
  const file = path.join(workspace, 'rows.ods');
  const server = await startModelServer((_request, turn) => step(turn, file));
  const { OPENAI_API_KEY: _key, OPENAI_BASE_URL: _url, MODEL_NAME: _name, ...environment } = process.env;
  const flags = ['--json', '--desktop', '--approve', 'all', '--workspace', workspace, '--data-dir', path.join(root, 'data'), '--base-url', server.url, '--model', 'scripted', '--max-steps', '60'];
  const child = spawn(process.execPath, [path.resolve('dist/main/cli.js'), ...flags, 'Write the rows and save them.'], {
    env: { ...environment, HOME: root, DESKWRIGHT_OFFICE_PROFILE: path.join(root, 'office') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.resume();
  await new Promise((resolve) => {
    child.on('close', resolve);
  });
  await server.close();
  const events = output.split('\n').filter(Boolean).map((line) => JSON.parse(line) as RunEvent);
  expect(events.at(-1)).toMatchObject({ type: 'run_end', status: 'completed' });
  expect(server.refusals).toEqual([]);
  expect(server.requests).toHaveLength(STEPS + 1);
  expect(asCsv(file)).toEqual(Array.from({ length: 17 }, (_, row) => [`Row ${row + 1}`, String(row * 2 + 2)]));
  expect(Math.max(...server.requests.map((request) => picturesOf(request).length))).toBe(3);
  // From the sixth on three pictures are in each; what else is kept is short beside them.
  const settled = server.requests.slice(6).map(bytesOf);
  expect(Math.max(...settled) / (settled[0] ?? 1)).toBeLessThan(1.25);
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});
