import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Journal } from '../store/journal/journal';
import { editTool } from './edit';
import { rememberContent } from './file-locks';
import { createRegistry } from './registry';
import { createWorkspace } from './workspace-resolve';
import { writeTool } from './write';
import { defineTool } from './tool';
import { z } from 'zod';

/** As Read does for a change: notes that the file was seen, without loading what reads documents. */
const lookTool = defineTool({
  name: 'Look',
  description: '',
  parameters: z.object({ path: z.string() }),
  access: 'read',
  timeoutMs: 10_000,
  facts: () => Promise.resolve({}),
  run({ path: file }, context) {
    const real = path.join(context.workspace.root, file);
    rememberContent(context, real, readFileSync(real));
    return Promise.resolve({ status: 'success', data: {}, text: '' });
  },
});

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
