import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { startModelServer, type ModelServer, type Script } from '../../../e2e/fixtures/model-server';
import type { RunEvent } from '../../../preload/contract/run-event';
import { fixedAsker } from '../../approval/fixed-asker';
import type { Asker } from '../../approval/gate';
import { createClient } from '../../model/client';
import { coreTools } from '../../tools/core-tools';
import { openSession, type Session } from '../session';

let server: ModelServer | undefined;
let session: Session | undefined;
afterEach(async () => {
  session?.dispose();
  await server?.close();
});

const folder = (): string => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'bounds-')));
  mkdirSync(path.join(root, 'work'));
  writeFileSync(path.join(root, 'work', 'ledger.txt'), 'one\n');
  return root;
};

async function open(root: string, asker: Asker): Promise<Session> {
  session?.dispose();
  session = await openSession({
    id: 's', dataFolder: path.join(root, 'data'), workspace: path.join(root, 'work'), ownFolders: [], tools: coreTools, desktop: false,
    mode: () => 'hands_off', language: () => 'en', asker, ask: () => Promise.resolve(null), secrets: () => [],
  });
  return session;
}

async function run(script: Script, task: string): Promise<RunEvent[]> {
  await server?.close();
  server = await startModelServer(script);
  const events: RunEvent[] = [];
  const model = createClient({ baseUrl: server.url, apiKey: '', model: 'scripted', language: 'en' });
  await session?.run(task, { model, maxSteps: 20, signal: new AbortController().signal, emit: (event) => events.push(event) });
  expect(server.refusals).toEqual([]);
  return events;
}

const overwrite: Script = [{ calls: [{ id: 'r', name: 'Read', arguments: { path: 'ledger.txt' } }] }, { calls: [{ id: 'w', name: 'Write', arguments: { path: 'ledger.txt', content: 'gone' } }] }, { text: 'ok' }];

it('refuses a call against the person’s words, quotes them, and lets it through once they allow it', async () => {
  const root = folder();
  await open(root, fixedAsker('all'));
  const events = await run(overwrite, 'Tidy up. Don’t touch ledger.txt!');
  expect(readFileSync(path.join(root, 'work', 'ledger.txt'), 'utf8')).toBe('one\n');
  expect(server?.answerTo('w')).toContain('Don’t touch ledger.txt!');
  expect(events.find((event) => event.type === 'approval' && event.tool === 'Write')).toMatchObject({ level: 'forbidden', decision: 'forbidden', by: 'policy' });
  expect(events.filter((event) => event.type === 'constraints').at(-1)).toMatchObject({ constraints: [{ text: 'Don’t touch ledger.txt!', enforced: true }] });

  await open(root, fixedAsker('all'));
  await run(overwrite, 'Try again.');
  expect(readFileSync(path.join(root, 'work', 'ledger.txt'), 'utf8')).toBe('one\n');
  for (const request of server?.requests ?? []) expect(JSON.stringify(request.messages[1])).toContain('Don’t touch ledger.txt!');

  await run(overwrite, 'You may now overwrite ledger.txt.');
  expect(readFileSync(path.join(root, 'work', 'ledger.txt'), 'utf8')).toBe('gone');
});

it('asks every time where the person wants to be asked, in every mode', async () => {
  const root = folder();
  const asked: string[][] = [];
  await open(root, { by: 'person', ask: (request) => Promise.resolve(asked.push(request.why) > 1 ? { id: request.id, decision: 'deny' } : { id: request.id, decision: 'allow_session' }) });
  await run([{ calls: [{ name: 'Bash', arguments: { command: 'touch a' } }] }, { calls: [{ name: 'Bash', arguments: { command: 'touch b' } }] }, { text: 'ok' }], 'Make a and b. Never act without my approval.');
  expect(asked).toHaveLength(2);
  expect(asked[0]?.[0]).toContain('Never act without my approval.');
  expect([existsSync(path.join(root, 'work', 'a')), existsSync(path.join(root, 'work', 'b'))]).toEqual([true, false]);
});

it('takes the list as the person edits it, and a bound said with a denial', async () => {
  const root = folder();
  await open(root, { by: 'person', ask: (request) => Promise.resolve({ id: request.id, decision: 'deny', message: 'Never run npm without asking me.' }) });
  await run([{ calls: [{ name: 'Bash', arguments: { command: 'sudo true' } }] }, { text: 'ok' }], 'Don’t touch ledger.txt.');
  expect(session?.constraints().map(({ text }) => text)).toEqual(['Don’t touch ledger.txt.', 'Never run npm without asking me.']);
  session?.saveConstraints([]);
  await run(overwrite, 'Write it.');
  expect(readFileSync(path.join(root, 'work', 'ledger.txt'), 'utf8')).toBe('gone');
  expect(JSON.stringify(server?.requests[0]?.messages.slice(0, 2))).not.toContain('Standing constraints');
});
