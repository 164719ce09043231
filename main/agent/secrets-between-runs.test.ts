import { mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startModelServer } from '../../e2e/fixtures/model-server';
import { fixedAsker } from '../approval/fixed-asker';
import { createClient } from '../model/client';
import { coreTools } from '../tools/core-tools';
import { openSession } from './session';

it('a key or pattern that was saved between two runs of a session is concealed from the next run’s first word on', async () => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'secrets-')));
  const server = await startModelServer([{ text: 'Yes.' }, { text: 'Yes again.' }]);
  const secrets: string[] = [];
  const patterns: string[] = [];
  const session = await openSession({
    id: 'test', dataFolder: path.join(root, 'data'), workspace: root, ownFolders: [], tools: coreTools, desktop: false,
    mode: () => 'balanced', language: () => 'en', asker: fixedAsker('none'), ask: () => Promise.resolve(null),
    secrets: () => secrets, privatePatterns: () => patterns,
  });
  const model = createClient({ baseUrl: server.url, apiKey: '', model: 'scripted', language: 'en' });
  const run = (task: string) => session.run(task, { model, maxSteps: 3, signal: new AbortController().signal, emit: () => undefined });
  await run('Is anything here?');
  secrets.push('zebra-tulip-9');
  patterns.push('Project Heron');
  await run('Does zebra-tulip-9 belong to Project Heron?');
  session.dispose();
  await server.close();
  expect(server.requests[1]?.messages.at(-1)?.content).toContain('Does [[SECRET_1]] belong to [[PRIVATE_2]]?');
  for (const place of ['sessions/test.jsonl', 'traces/test/trace.jsonl', 'traces/test/trace.html']) {
    expect(readFileSync(path.join(root, 'data', place), 'utf8')).not.toMatch(/zebra-tulip-9|Project Heron/);
  }
});
