import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startModelServer } from '../../e2e/fixtures/model-server';
import { outsideSessions } from '../../preload/contract/outside-sessions';
import { traceFolder } from '../store/sessions/manage';
import { recordOutside } from '../store/trace/outside-sessions';
import { readRequests } from '../store/trace/requests';
import { createClient } from './client';
import { askOnce } from './one-question';

it('is listed as it left this machine, whether or not an answer came', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'one-question-'));
  const server = await startModelServer([{ text: 'Better words.' }, { status: 401, body: { error: { message: 'no' } } }]);
  try {
    const client = createClient({ baseUrl: server.url, apiKey: '', model: 'scripted', language: 'en' });
    const keep = { secrets: ['s3cr3t-value-of-mine'], patterns: [], sent: (request: Parameters<typeof recordOutside>[1]) => recordOutside(folder, request) };
    expect(await askOnce(client, 'Rules.', 'How to say s3cr3t-value-of-mine?', keep)).toBe('Better words.');
    await expect(askOnce(client, 'Rules.', 'Once more?', keep)).rejects.toThrow();
    const file = path.join(traceFolder(folder, outsideSessions), 'requests.jsonl');
    expect(readFileSync(file, 'utf8')).not.toContain('s3cr3t');
    const said = readRequests(file).map(({ number, model, messages }) => [number, model, messages.map((message) => (message as { text: string }).text)]);
    expect(said).toEqual([
      [1, 'scripted', ['Rules.', 'How to say [[SECRET_1]]?']],
      [2, 'scripted', ['Rules.', 'Once more?']],
    ]);
    expect(server.requests.map(({ messages }) => messages.map(({ content }) => content))).toEqual([['Rules.', 'How to say [[SECRET_1]]?'], ['Rules.', 'Once more?']]);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
