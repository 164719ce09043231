import { build } from 'esbuild';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Facts, Outcome, Tool, ToolContext } from '../../main/tools/tool';
import { forkNode } from './fork-node';
import { createDesktopSkill, type DesktopSkill } from './skill';
import type { TestBed } from './test-bed';

/** The real skill with a freshly built host on a test bed. */
export interface TestSkill {
  skill: DesktopSkill;
  /** What the person took over with, in order. */
  takenOver: string[];
  observe(parameters: Record<string, unknown>): Promise<Outcome>;
  computer(parameters: Record<string, unknown>, signal?: AbortSignal): Promise<Outcome>;
  facts(parameters: Record<string, unknown>): Promise<Facts>;
  /** As the registry does it: judged first, `meanwhile`, then done with the very same arguments. */
  judged(parameters: Record<string, unknown>, meanwhile: () => Promise<void>): Promise<Outcome>;
}

/** Builds the host as scripts/build.mjs does, next to node_modules so that its native parts are found. */
export async function buildHost(name: string): Promise<string> {
  const outfile = join(__dirname, '../../node_modules/.cache/deskwright-test', `${name}-${process.pid}.js`);
  await build({
    entryPoints: [join(__dirname, 'host/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node18',
    format: 'cjs',
    external: ['@nut-tree-fork/nut-js', '@julusian/jpeg-turbo', '@napi-rs/image', 'screenshot-desktop', 'usocket'],
    logLevel: 'error',
  });
  process.once('exit', () => rmSync(outfile, { force: true }));
  return outfile;
}

export function openTestSkill(bed: Pick<TestBed, 'environment'>, hostScript: string, ownPids: number[] = [process.pid]): TestSkill {
  const takenOver: string[] = [];
  const skill = createDesktopSkill({ fork: forkNode, hostScript, ownPids, environment: bed.environment, onTakeOver: (by) => takenOver.push(by) });
  const [observe, computer] = skill.tools as [Tool, Tool];
  const context = (signal: AbortSignal): ToolContext => ({ signal }) as unknown as ToolContext;
  const parse = (tool: Tool, parameters: Record<string, unknown>): z.infer<Tool['parameters']> => tool.parameters.parse(parameters);
  const idle = new AbortController().signal;
  return {
    skill,
    takenOver,
    observe: (parameters) => observe.run(parse(observe, parameters), context(idle)),
    computer: (parameters, signal = idle) => computer.run(parse(computer, parameters), context(signal)),
    facts: (parameters) => computer.facts(parse(computer, parameters), context(idle)),
    judged: async (parameters, meanwhile) => {
      const parsed = parse(computer, parameters);
      const { fault } = await computer.facts(parsed, context(idle));
      if (fault) throw new Error(fault.message);
      await meanwhile();
      return computer.run(parsed, context(idle));
    },
  };
}
