import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPlanner } from './planner';

const TOOLS = ['LS', 'Read', 'Write', 'Bash', 'AskUser', 'TodoWrite', 'Glob', 'Grep', 'Observe', 'Computer'];

/** The rows of the first table of TASKS.md: each phrasing it names, with the plan it promises. */
const rows = readFileSync(path.join(__dirname, 'TASKS.md'), 'utf8')
  .split('\n## ')[0]!
  .split('\n')
  .filter((line) => line.startsWith('| "'))
  .flatMap((line) => {
    const [asked = '', plan = ''] = line.split('|').slice(1, -1);
    return [...asked.matchAll(/"([^"]+)"/g)].map((found) => [found[1]!, plan.trim()] as const);
  });

/** What the planner does first when it is asked so: its call, or its answer. */
async function firstStep(text: string) {
  const { calls, text: said, unmet } = await createPlanner().turn(
    { messages: [{ role: 'user', text }], tools: TOOLS.map((name) => ({ name, description: '', parameters: {} })) },
    { signal: new AbortController().signal, onDelta: () => undefined, onNotice: () => undefined },
  );
  return { tool: calls.find(({ name }) => name !== 'TodoWrite')?.name ?? null, said, unmet };
}

describe('the table of tasks', () => {
  it('has phrasings in both languages', () => {
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(([asked]) => /\p{Script=Han}/u.test(asked)).length).toBeGreaterThan(8);
  });

  it.each(rows)('%s → %s', async (asked, plan) => {
    const first = await firstStep(asked);
    expect(first.unmet ?? false).toBe(false);
    // The first tool the plan names; one without any is answered at once.
    const promised = TOOLS.filter((name) => new RegExp(`\\b${name}\\b`).test(plan));
    if (/no tool|^an answer$/.test(plan)) expect(first).toMatchObject({ tool: null, said: expect.stringMatching(/\S/) as string });
    else if (plan.startsWith('as above')) expect(first.tool).toBe('LS');
    else expect(promised).toContain(first.tool);
  });

  it('ends with what it does not understand: it does nothing and says so', async () => {
    for (const asked of ['Book a flight to Rome', '帮我订一张去北京的机票']) {
      const first = await firstStep(asked);
      expect(first).toMatchObject({ tool: null, unmet: true });
    }
  });
});
