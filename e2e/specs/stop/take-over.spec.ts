import { openKeyLog } from '../../fixtures/key-log';
import type { ChatRequest } from '../../fixtures/model-server';
import { ask, runEnd } from '../../fixtures/person';
import { expect, test } from '../../fixtures/test';
import { x } from '../../fixtures/x11';

const TEXT = 'The Quick BROWN Fox Jumps Over The LAZY Dog. '.repeat(60);

interface Result {
  status: string;
  text: string;
  error?: { code: string };
}

const results = (request: ChatRequest | undefined): Result[] => (request?.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => JSON.parse(String(content)) as Result);

test('the person’s own mouse pauses the run, with all keys up; resumed, the model is told what changed', async ({ start, model }) => {
  const log = await openKeyLog();
  try {
    const server = await model([
      { calls: [{ name: 'Computer', arguments: { action: 'focus_window', text: log.title } }] },
      { calls: [{ name: 'Computer', arguments: { action: 'type', text: TEXT } }] },
      { calls: [{ name: 'Observe', arguments: { what: 'elements' } }] },
      { text: 'I saw it.' },
    ]);
    const app = await start({ environment: server.environment });
    await ask(app, 'type it');
    await expect.poll(() => log.events.length, { timeout: 120_000, intervals: [20] }).toBeGreaterThan(40);
    // Two places: the pointer may lie at one of them.
    await x('xdotool', 'mousemove', '880', '480', 'mousemove', '900', '500');
    await expect.poll(() => app.page.evaluate(() => window.deskwright.getState().then(({ run }) => run.paused)), { timeout: 120_000 }).toBe(true);
    await expect(app.page.getByText(/You used the mouse/)).toBeVisible({ timeout: 120_000 });
    await log.settle();
    const typed = log.events.length;
    expect(log.stillDown()).toEqual([]);
    expect(log.events.filter(({ down }) => down).length).toBeLessThan(TEXT.length / 2);
    expect(server.requests).toHaveLength(2);

    const meanwhile = await openKeyLog('Opened by the person');
    try {
      await app.page.getByTestId('pause').click();
      await expect(runEnd(app)).toHaveAttribute('data-status', 'completed', { timeout: 120_000 });
    } finally {
      await meanwhile.close();
    }
    const told = results(server.requests.at(-1));
    expect(told[1]).toMatchObject({ status: 'error', error: { code: 'CANCELLED' } });
    expect(told[1]?.text).toContain('took over with the mouse');
    expect(told[2]?.text).toMatch(/The person used the mouse in between; since then: .*Opened by the person/);
    await log.settle();
    expect(log.events.length).toBe(typed);
  } finally {
    await log.close();
  }
});
