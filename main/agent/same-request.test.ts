import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { startModelServer, type ChatRequest } from '../../e2e/fixtures/model-server';
import type { RunEvent } from '../../preload/contract/run-event';
import { fixedAsker } from '../approval/fixed-asker';
import { createClient } from '../model/client';
import type { Model } from '../model/model';
import type { SkillRunner } from '../skills/contract';
import { createSkillRuntime } from '../skills/runtime';
import { believing, testLibrary, writeSkill } from '../skills/test-library';
import { coreTools } from '../tools/core-tools';
import { openSession } from './session';

vi.setConfig({ testTimeout: 120_000 });

const noPrograms: SkillRunner = {
  commandLine: () => '',
  isolation: () => Promise.resolve(null),
  call: () => Promise.reject(new Error('No program is called here.')),
  expect: () => undefined,
  offered: () => undefined,
  dispose: () => undefined,
};

/** Sends every request a second time, by a client that knows nothing and from copies of all that is in it. */
function twice(client: Model, fresh: () => Model): Model {
  return {
    ...client,
    async turn(request, hooks) {
      await fresh().turn(structuredClone(request), { ...hooks, onDelta: () => undefined });
      return client.turn(request, hooks);
    },
  };
}

it('a request is the same as one made from nothing, whatever changed since the request before', async () => {
  const trust = believing();
  const { library, workspace, dataFolder, agents } = testLibrary(trust);
  const put = (name: string, text: string): void => writeFileSync(path.join(workspace, name), text);
  const read = (name: string) => ({ calls: [{ name: 'Read', arguments: { path: name } }] });
  put('first.txt', 'A plain word: heron-lake-42. The other one: zebra-tulip-9.\n');
  put('second.txt', 'DB_PASSWORD=heron-lake-42\n');
  put('long.txt', 'A line of a long file that says nothing new.\n'.repeat(400));
  const secrets: string[] = [];
  const ownSkills = path.join(workspace, '.agents', 'skills');

  const server = await startModelServer((_request, turn) => {
    switch (turn) {
      case 0:
        put('AGENTS.md', 'Rule one of the project.');
        return read('first.txt');
      case 1:
        put('AGENTS.md', 'Rule two of the project, in place of the first.');
        writeSkill(ownSkills, 'greet', 'Greets the world.');
        return read('second.txt');
      case 2:
        writeSkill(ownSkills, 'greet', 'Greets the moon, and nobody else.');
        return { calls: [{ name: 'TodoWrite', arguments: { summary: 'Look and tell', todos: [{ content: 'Look', status: 'in_progress' }, { content: 'Tell', status: 'pending' }] } }] };
      case 3:
        rmSync(ownSkills, { recursive: true });
        return { text: 'Done.' };
      case 4:
      case 5:
      case 6:
        return { calls: [{ name: 'Read', arguments: { path: 'long.txt', start_line: turn * 40, limit: 100 } }] };
      default:
        return { text: 'Done again.' };
    }
  });
  const other = await startModelServer([{ text: 'Heard.' }]);
  const clientOf = (url: string): Model => createClient({ baseUrl: url, apiKey: '', model: 'scripted', language: 'en' });
  const model = twice(clientOf(server.url), () => clientOf(other.url));
  const skills = createSkillRuntime({ library, trust, workspace, unusable: {}, language: () => 'en', startRunner: () => noPrograms });
  const session = await openSession({
    id: 'same', dataFolder, workspace, ownFolders: [agents], tools: [...coreTools, skills.tool], skills, desktop: false,
    mode: () => 'balanced', language: () => 'en', asker: fixedAsker('all'), ask: () => Promise.resolve(null), secrets: () => secrets,
  });
  const events: RunEvent[] = [];
  const run = (task: string, contextWindow?: number) =>
    session.run(task, { model, maxSteps: 20, signal: new AbortController().signal, emit: (event) => events.push(event), ...(contextWindow === undefined ? {} : { contextWindow }) });
  const first = await run('Look at the files.');
  secrets.push('zebra-tulip-9');
  session.saveConstraints(['Never write to second.txt.']);
  const second = await run('Look at the long one.', 7_000);
  session.dispose();
  await Promise.all([server.close(), other.close()]);

  expect([first.status, second.status, server.refusals, other.refusals]).toEqual(['completed', 'completed', [], []]);
  expect(server.requests).toEqual(other.requests);
  const text = (request: ChatRequest | undefined): string => JSON.stringify(request?.messages);
  const [beginning, , , ...rest] = server.requests;
  expect(text(beginning)).not.toContain('of the project');
  expect(text(server.requests[1])).toContain('Rule one of the project.');
  expect(text(server.requests[1])).toContain('heron-lake-42');
  expect(text(server.requests[2])).toContain('Greets the world.');
  expect(text(server.requests[3])).toContain('Greets the moon');
  for (const request of server.requests.slice(2)) {
    expect(text(request)).toContain('Rule two of the project');
    expect(text(request)).not.toMatch(/Rule one of the project|heron-lake-42/);
  }
  expect(text(server.requests[3])).toContain('[0/2]');
  expect(rest.length).toBeGreaterThanOrEqual(5);
  for (const request of server.requests.slice(4)) {
    expect(text(request)).not.toMatch(/zebra-tulip-9|Greets the/);
    expect(text(request)).toContain('Never write to second.txt.');
  }
  expect(events.filter((event) => event.type === 'notice' && event.code === 'CONTEXT_COMPACTED').length).toBeGreaterThan(0);
});
