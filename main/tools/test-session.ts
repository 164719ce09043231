import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Envelope } from '../../preload/contract/envelope';
import { coreTools } from './core-tools';
import { createRegistry, type Registry } from './registry';
import type { Picture, Tool } from './tool';
import { createWorkspace } from './workspace-resolve';

/** A registry on a folder of its own for tests of tools: every call is approved, so what a tool itself refuses shows. */
export interface TestSession {
  /** Real path of the temporary folder; the workspace is `root` in it, our own data `data`. */
  folder: string;
  root: string;
  dataFolder: string;
  registry: Registry;
  call(tool: string, params: object, signal?: AbortSignal): Promise<Envelope>;
  callWithPictures(tool: string, params: object): Promise<{ envelope: Envelope; images: Picture[] }>;
  end(): void;
}

export function startSession(tools: readonly Tool[] = coreTools): TestSession {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tools-')));
  const root = join(folder, 'work');
  const dataFolder = join(folder, 'data');
  mkdirSync(root);
  mkdirSync(join(dataFolder, 'tool-output'), { recursive: true });
  const registry = createRegistry({
    tools,
    redeem: () => true,
    workspace: createWorkspace(root, { dataFolder, home: join(folder, 'home') }),
    outputFolder: join(dataFolder, 'tool-output'),
    ask: () => Promise.resolve(null),
  });
  const run = async (tool: string, params: object, signal: AbortSignal) => {
    const prepared = registry.prepare({ id: 'call', name: tool, arguments: JSON.stringify(params) });
    if ('envelope' in prepared) return { envelope: prepared.envelope, images: [] };
    await registry.facts(prepared.call, signal);
    return registry.execute(prepared.call, { hash: prepared.call.hash }, signal);
  };
  return {
    folder,
    root,
    dataFolder,
    registry,
    call: async (tool, params, signal = new AbortController().signal) => (await run(tool, params, signal)).envelope,
    callWithPictures: (tool, params) => run(tool, params, new AbortController().signal),
    end() {
      registry.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
