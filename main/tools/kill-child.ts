import { readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { Journal } from '../store/journal/journal';
import { editTool } from './edit';
import { multiEditTool } from './multi-edit';
import { createRegistry } from './registry';
import { lookTool } from './test-look';
import { createWorkspace } from './workspace-resolve';
import { writeTool } from './write';

/**
 * The process that kill.test.ts kills: without end it changes files with the real tools, through
 * the real registry and journal, and says a dot after each step. Arguments: the workspace and the data folder.
 */
async function main([root = '', dataFolder = '']: string[]): Promise<void> {
  const journal = new Journal({ dataFolder, session: 'killed', root });
  const registry = createRegistry({
    tools: [lookTool, writeTool, editTool, multiEditTool],
    redeem: () => true,
    workspace: createWorkspace(root, { dataFolder }),
    outputFolder: path.join(dataFolder, 'tool-output'),
    ask: () => Promise.resolve(null),
    journal,
  });
  const call = async (name: string, params: object): Promise<void> => {
    const prepared = registry.prepare({ id: name, name, arguments: JSON.stringify(params) });
    if ('envelope' in prepared) throw new Error(prepared.envelope.text);
    const { signal } = new AbortController();
    await registry.facts(prepared.call, signal);
    const { envelope } = await registry.execute(prepared.call, { hash: prepared.call.hash }, signal);
    if (envelope.status === 'error') throw new Error(`${name}: ${envelope.text}`);
    process.stdout.write('.');
  };
  for (const file of ['a.txt', 'b.sh', 'linked.txt']) await call('Look', { path: file });
  process.stdout.write('.');
  for (let version = 1; ; version++) {
    const text = (file: string): string => readFileSync(path.join(root, file), 'utf8');
    const next = (old: string): string => old.replaceAll(/version \d+/g, `version ${version}`);
    await call('Write', { path: 'a.txt', content: next(text('a.txt')) });
    const old = /version \d+/.exec(text('b.sh'))?.[0] ?? '';
    await call('Edit', { path: 'b.sh', old_string: old, new_string: `version ${version}`, replace_all: true });
    const lines = text('linked.txt').split('\n').slice(0, 3);
    await call('MultiEdit', { path: 'linked.txt', edits: [{ old_string: lines.join('\n'), new_string: lines.join('\n') + '\n'.repeat(version % 7) }] }).catch(() => undefined);
    await call('Write', { path: 'linked.txt', content: next(text('linked.txt').trimEnd() + '\n') });
    await call('Write', { path: `new/${version}.txt`, content: `version ${version}\n` });
    const work = async (): Promise<void> => rename(path.join(root, `new/${version}.txt`), path.join(root, `moved-${version}.txt`));
    await journal.around({ call: 'c', tool: 'Bash' }, [], new AbortController().signal, work, () => false);
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
