import { readFileSync } from 'node:fs';
import type { Skill } from '../skill';
import { createSkillTrust } from '../trust/skill-trust';
import { createSkillRunner } from './runner';
import { forkSkillByNode } from './skill-child';

/**
 * The process that bundled.test.ts kills: it calls a kept bundled skill and one from outside that
 * never ends, and says "ready" when both run. Argument: a file that names them and their places.
 */
interface Given {
  workspace: string;
  data: string;
  bootstrap: string;
  kept: Skill;
  outside: Skill;
}

async function main(file: string): Promise<void> {
  const { workspace, data, bootstrap, kept, outside } = JSON.parse(readFileSync(file, 'utf8')) as Given;
  const runner = createSkillRunner({ trust: createSkillTrust(data), workspace, dataFolder: data, language: () => 'en', environment: process.env, notice: () => undefined, fork: forkSkillByNode, bootstrap });
  const { signal } = new AbortController();
  const first = await runner.call({ skill: kept, args: {}, signal, progress: () => undefined });
  if (first.status === 'error') throw new Error(first.message);
  const second = await runner.call({ skill: outside, args: {}, signal, progress: () => void process.stdout.write('ready\n') });
  throw new Error(JSON.stringify(second));
}

main(process.argv[2] ?? '').catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
