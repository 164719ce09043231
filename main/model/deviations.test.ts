import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DEVIATIONS, type Deviation } from '../../e2e/fixtures/deviations';
import { startModelServer, type ChatRequest, type ModelServer, type Reply, type Script } from '../../e2e/fixtures/model-server';
import type { RunEvent } from '../../preload/contract/run-event';
import { openSession } from '../agent/session';
import { fixedAsker } from '../approval/fixed-asker';
import { createModelNotes } from '../store/model-notes';
import { coreTools } from '../tools/core-tools';
import { createClient } from './client';
import { dialectNamed } from './dialects/choose';
import { nativeDialect } from './native-dialect';

let server: ModelServer | undefined;
let root = '';
afterEach(async () => {
  await server?.close();
  rmSync(root, { recursive: true, force: true });
});

const ANSWER = 'Done: 中文 and “quotes” are in copy.txt. 🎉';
const CONTENT = 'one\n二 “two”\n';

interface Way {
  streamed: boolean;
  /** How the model calls tools: natively, or as text of a dialect. */
  speech: 'tools' | 'text';
}

/** One task with the real loop, tools and gate against a server with these deviations, until it ends. */
async function perform(deviations: readonly Deviation[], { streamed, speech }: Way, script: Script = scripted()) {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'deviations-')));
  const workspace = path.join(root, 'work');
  mkdirSync(workspace);
  writeFileSync(path.join(workspace, 'notes.txt'), CONTENT);
  server = await startModelServer(script, { deviations });
  const notes = createModelNotes(path.join(root, 'data'));
  // As if it had been learned before: the way without a stream.
  if (!streamed) notes.learn(server.url, 'scripted', [{ feature: 'stream', on: false, reason: 'test', at: '' }]);
  const events: RunEvent[] = [];
  const session = await openSession({
    id: 'test',
    dataFolder: path.join(root, 'data'),
    workspace,
    ownFolders: [],
    tools: coreTools,
    desktop: false,
    mode: () => 'balanced',
    language: () => 'en',
    asker: fixedAsker('all'),
    ask: () => Promise.resolve(null),
    secrets: () => [],
  });
  const json = dialectNamed('json')!;
  const result = await session.run('Copy notes.txt.', {
    model: createClient({
      baseUrl: server.url,
      apiKey: '',
      model: 'scripted',
      language: 'en',
      notes,
      dialect: speech === 'text' ? json : nativeDialect,
      withoutTools: json,
      retryWaits: [1, 1, 1],
      patience: { firstByteMs: 60_000, pieceMs: 60_000 },
    }),
    maxSteps: 10,
    signal: new AbortController().signal,
    emit: (event) => events.push(event),
  });
  session.dispose();
  const copy = () => readFileSync(path.join(workspace, 'copy.txt'), 'utf8');
  const notices = events.flatMap((event) => (event.type === 'notice' ? [event.code] : []));
  return { result, notices, copy, server, notes };
}

/** Reads two things at once, writes a copy, answers; decided by what the conversation holds, so that a retry gets the same reply. */
function scripted(): (request: ChatRequest) => Reply {
  return (request) => {
    const said = JSON.stringify(request.messages);
    const native = request.tools !== undefined;
    if (said.includes('wrote_it') || said.includes('copy.txt')) return { text: ANSWER };
    const calls = said.includes('one\\\\n') || said.includes('1\\\\tone')
      ? [{ id: 'wrote_it', name: 'Write', arguments: { path: 'copy.txt', content: CONTENT } }]
      : [{ id: 'r', name: 'Read', arguments: { path: 'notes.txt' } }, { id: 'l', name: 'LS', arguments: {} }];
    return native ? { calls } : { text: calls.map((call) => JSON.stringify({ tool: call.name, arguments: call.arguments })).join('\n') };
  };
}

/** Runs that can't complete, and the plain words they end with. */
const HOPELESS: Partial<Record<Deviation, RegExp>> = {
  '18 Retry-After of an hour': /asks to wait about 60 min/,
};

const WAYS: Way[] = [true, false].flatMap((streamed) => (['tools', 'text'] as const).map((speech) => ({ streamed, speech })));

describe.each(WAYS)('streamed: $streamed, calls: $speech', (way) => {
  it.each(Object.keys(DEVIATIONS) as Deviation[])('survives %s', async (deviation) => {
    const run = await perform([deviation], way);
    expect(run.server.refusals).toEqual([]);
    const hopeless = HOPELESS[deviation];
    if (hopeless) {
      expect(run.result).toMatchObject({ status: 'failed', text: expect.stringMatching(hopeless) as string });
      return;
    }
    expect(run.result).toEqual({ status: 'completed', text: ANSWER });
    expect(run.copy()).toBe(CONTENT);
  });
});
