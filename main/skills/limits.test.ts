import { setImmediate as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ProgramAnswer } from './contract';
import { readDeclaration } from './declaration';
import { SkillLimits } from './limits';
import type { Skill } from './skill';

const ok: ProgramAnswer = { status: 'ok', result: 1 };
const never = new AbortController().signal;

function skill(said: Record<string, unknown>, name = 'one'): Skill {
  const { schema, declaration } = readDeclaration(JSON.stringify({ type: 'object', 'x-deskwright': said }));
  const card = { displayName: '', shortDescription: '', defaultPrompt: null, icon: null, brandColor: null, implicit: true };
  return { name, description: '', folder: '/x', source: 'bundled', hash: '', state: 'ready', program: { schema, declaration, file: '', kind: 'bundled' }, card, license: null, compatibility: null, allowedTools: null, warnings: [] };
}

/** Work that ends when it is told to, and how much of it is under way. */
function gated() {
  const waiting: (() => void)[] = [];
  const work = (): Promise<ProgramAnswer> =>
    new Promise((resolve) => {
      waiting.push(() => resolve(ok));
    });
  return { begun: () => waiting.length, end: (index: number) => waiting[index]?.(), work };
}
const settle = (): Promise<void> => delay();

describe('calls of one skill', () => {
  it('wait in a queue: two at once, one after the other where a process is kept; other skills don’t wait', async () => {
    const limits = new SkillLimits();
    const two = gated();
    const kept = gated();
    const calls = [1, 2, 3].map(() => limits.run(skill({}), never, two.work));
    const keptCalls = [1, 2].map(() => limits.run(skill({ keep: true }, 'kept'), never, kept.work));
    await settle();
    expect([two.begun(), kept.begun()]).toEqual([2, 1]);
    two.end(0);
    kept.end(0);
    await settle();
    expect([two.begun(), kept.begun()]).toEqual([3, 2]);
    [1, 2].forEach(two.end);
    kept.end(1);
    expect(await Promise.all([...calls, ...keptCalls])).toEqual([ok, ok, ok, ok, ok]);
  });

  it('are refused above their rate with the time to wait, and taken again after it', async () => {
    let now = 1_000;
    const limits = new SkillLimits(() => now);
    const limited = skill({ per_minute: 2 });
    const call = () => limits.run(limited, never, () => Promise.resolve(ok));
    await call();
    now += 20_000;
    await call();
    await expect(call()).rejects.toMatchObject({ code: 'CIRCUIT_OPEN', message: 'one takes 2 calls a minute; the next is possible in 40 s.' });
    now += 40_001;
    expect(await call()).toEqual(ok);
  });

  it('rest after three faults of the skill itself, not after a model’s mistakes or a timeout', async () => {
    let now = 0;
    const limits = new SkillLimits(() => now);
    const call = (code: 'INTERNAL_ERROR' | 'INVALID_PARAM' | 'TIMEOUT', name: string) => limits.run(skill({}, name), never, () => Promise.resolve({ status: 'error', code, message: '', hint: '' }));
    for (let index = 0; index < 5; index++) await call('TIMEOUT', 'slow');
    for (let index = 0; index < 5; index++) await call('INVALID_PARAM', 'asked');
    for (let index = 0; index < 3; index++) await call('INTERNAL_ERROR', 'broken');
    await expect(call('INTERNAL_ERROR', 'broken')).rejects.toMatchObject({ code: 'CIRCUIT_OPEN' });
    now += 300_001;
    expect(await call('INTERNAL_ERROR', 'broken')).toMatchObject({ code: 'INTERNAL_ERROR' });
  });
});
