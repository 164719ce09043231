import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Journal } from '../store/journal/journal';
import { editTool } from './edit';
import { createRegistry } from './registry';
import { lookTool } from './test-look';
import { createWorkspace } from './workspace-resolve';
import { writeTool } from './write';

/** For trouble.test.ts: makes the calls listed in a file, through the real registry and journal, and prints their envelopes. */
async function main([root = '', dataFolder = '', list = '']: string[]): Promise<void> {
  const registry = createRegistry({
    tools: [lookTool, writeTool, editTool],
    redeem: () => true,
    workspace: createWorkspace(root, { dataFolder }),
    outputFolder: path.join(dataFolder, 'tool-output'),
    ask: () => Promise.resolve(null),
    journal: new Journal({ dataFolder, session: 'trouble', root }),
  });
  const { signal } = new AbortController();
  for (const [name, params] of JSON.parse(readFileSync(list, 'utf8')) as [string, object][]) {
    const prepared = registry.prepare({ id: name, name, arguments: JSON.stringify(params) });
    if ('envelope' in prepared) throw new Error(prepared.envelope.text);
    await registry.facts(prepared.call, signal);
    const { envelope } = await registry.execute(prepared.call, { hash: prepared.call.hash }, signal);
    process.stdout.write(`${JSON.stringify({ name, status: envelope.status, error: envelope.error })}\n`);
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
