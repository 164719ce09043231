import { afterEach, describe, expect, it } from 'vitest';
import { startResponsesServer, type ResponsesScript, type ResponsesServer } from '../../../../e2e/fixtures/responses-server';
import { fixedAsker } from '../../../approval/fixed-asker';
import { perform, rememberingDesktop } from '../run-test-bed';
import { responsesDialect } from './dialect';

let server: ResponsesServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function run(turns: Record<string, unknown>[][], options: { approve?: 'all' | 'none'; failing?: (action: string) => boolean; model?: string } = {}) {
  const script: ResponsesScript = (_request, turn) => turns[Math.min(turn, turns.length - 1)] ?? [];
  server = await startResponsesServer(script);
  const desktop = rememberingDesktop(options.failing);
  const performed = await perform({ url: server.url, model: options.model ?? 'computer-use-preview', dialect: responsesDialect, asker: fixedAsker(options.approve ?? 'none'), desktop });
  return { ...performed, desktop, server };
}

const say = (text: string) => [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }];
const computer = (rest: Record<string, unknown>, id = 'k1') => ({ type: 'computer_call', call_id: id, pending_safety_checks: [], ...rest });
const reasoning = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'I see a sheet.' }], encrypted_content: 'xyz' };
const outputs = (request: { input: Record<string, unknown>[] } | undefined) => request?.input.filter((item) => String(item['type']).endsWith('_output')) ?? [];

describe('the Responses dialect', () => {
  it('performs an action, answers it with the new picture, and gives the model its own items back', async () => {
    const { result, desktop, server } = await run([[reasoning, computer({ action: { type: 'click', x: 960, y: 540, button: 'left' } })], say('Done.')]);
    expect(server.refusals).toEqual([]);
    expect(result).toEqual({ status: 'completed', text: 'Done.' });
    expect(desktop.done).toEqual([{ action: 'click', x: 960, y: 540, capture: 'c1' }]);
    const [first, second] = server.requests;
    expect(first?.tools[0]).toEqual({ type: 'computer_use_preview', display_width: 1920, display_height: 1080, environment: expect.any(String) as string });
    expect(first?.tools.map((tool) => tool['name'])).not.toContain('Computer');
    expect(second?.input.filter((item) => item['type'] === 'reasoning')).toEqual([expect.objectContaining({ encrypted_content: 'xyz' })]);
    expect(outputs(second)).toEqual([{ type: 'computer_call_output', call_id: 'k1', output: { type: 'computer_screenshot', image_url: expect.stringMatching(/^data:image/) as string } }]);
    expect(first?.['store']).toBe(false);
  });

  it('names the tool {type: "computer"} to newer models', async () => {
    const { server } = await run([say('Done.')], { model: 'gpt-5.4' });
    expect(server.requests[0]?.tools[0]).toEqual({ type: 'computer' });
  });

  it.each([
    [{ type: 'click', x: 1, y: 2, button: 'right' }, [{ action: 'right_click', x: 1, y: 2 }]],
    [{ type: 'click', x: 1, y: 2, button: 'wheel' }, [{ action: 'middle_click', x: 1, y: 2 }]],
    [{ type: 'click', x: 1, y: 2, button: 'back' }, [{ action: 'key', keys: 'alt+left' }]],
    [{ type: 'double_click', x: 1, y: 2, keys: null }, [{ action: 'double_click', x: 1, y: 2 }]],
    [{ type: 'drag', path: [{ x: 1, y: 2 }, { x: 3, y: 4 }] }, [{ action: 'drag', x: 1, y: 2, to: { x: 3, y: 4 } }]],
    [{ type: 'keypress', keys: ['CTRL', 'C'] }, [{ action: 'key', keys: 'CTRL+C' }]],
    [{ type: 'move', x: 1, y: 2 }, [{ action: 'move', x: 1, y: 2 }]],
    [{ type: 'screenshot' }, []],
    [{ type: 'scroll', x: 1, y: 2, scroll_x: 0, scroll_y: 300 }, [{ action: 'scroll', x: 1, y: 2, to: 'down 3' }]],
    [{ type: 'scroll', x: 1, y: 2, scroll_x: -100, scroll_y: 0 }, [{ action: 'scroll', x: 1, y: 2, to: 'left 1' }]],
    [{ type: 'type', text: 'Action: x\n' }, [{ action: 'type', text: 'Action: x' }, { action: 'key', keys: 'enter' }]],
    [{ type: 'wait' }, [{ action: 'wait', text: '2' }]],
  ])('%j', async (action, expected) => {
    const { desktop, server } = await run([[computer({ action })], say('Done.')]);
    expect(server.refusals).toEqual([]);
    expect(desktop.done.map(({ capture: _capture, ...rest }) => rest)).toEqual(expected);
  });

  it('performs a batch in order and stops at its first failure', async () => {
    const actions = [{ type: 'click', x: 1, y: 2, button: 'left' }, { type: 'type', text: 'a' }, { type: 'keypress', keys: ['ENTER'] }];
    const whole = await run([[computer({ actions })], say('Done.')]);
    expect(whole.desktop.done.map((given) => given['action'])).toEqual(['click', 'type', 'key']);
    await server?.close();
    const broken = await run([[computer({ actions })], say('Done.')], { failing: (action) => action === 'type' });
    expect(broken.desktop.done.map((given) => given['action'])).toEqual(['click']);
    expect(broken.server.refusals).toEqual([]);
    expect(JSON.stringify(broken.server.requests[1]?.input)).toContain('FOCUS_LOST');
  });

  const checked = computer({ action: { type: 'click', x: 1, y: 2, button: 'left' }, pending_safety_checks: [{ id: 's1', code: 'malicious', message: 'This looks like a trap.' }] });
  it('acknowledges safety checks only after a yes', async () => {
    const yes = await run([[reasoning, checked], say('Done.')], { approve: 'all' });
    expect(yes.server.refusals).toEqual([]);
    expect(yes.events.find((event) => event.type === 'approval' && event.decision === 'asked')).toMatchObject({ level: 'consequential' });
    expect(outputs(yes.server.requests[1])[0]?.['acknowledged_safety_checks']).toEqual([{ id: 's1', code: 'malicious', message: 'This looks like a trap.' }]);
    await server?.close();
    const no = await run([[reasoning, checked], say('Not done.')]);
    expect(no.desktop.done).toEqual([]);
    expect(no.server.refusals).toEqual([]);
    expect(JSON.stringify(no.server.requests[1]?.input)).not.toContain('acknowledged');
    expect(JSON.stringify(no.server.requests[1]?.input)).toContain('DENIED');
    expect(no.result.status).toBe('stopped');
  });

  it('calls other tools as functions and answers each', async () => {
    const { server, result } = await run([[{ type: 'function_call', call_id: 'f1', name: 'Read', arguments: '{"path":"notes.txt"}' }], say('Read.')]);
    expect(server.refusals).toEqual([]);
    expect(outputs(server.requests[1])).toEqual([{ type: 'function_call_output', call_id: 'f1', output: expect.stringContaining('pwned') as string }]);
    expect(result.status).toBe('completed');
  });

  it('runs nothing that it can’t read whole: unknown actions, points outside, held keys', async () => {
    for (const action of [{ type: 'teleport' }, { type: 'click', x: 1920, y: 2, button: 'left' }, { type: 'click', x: 1, y: 2, button: 'left', keys: ['CTRL'] }, { type: 'scroll', x: 1, y: 2, scroll_x: 0, scroll_y: 0 }, undefined]) {
      const { desktop, result } = await run([[computer(action ? { action } : {})], say('Then not.')]);
      expect(desktop.done).toEqual([]);
      expect(result).toEqual({ status: 'completed', text: 'Then not.' });
      await server?.close();
    }
  });

  it('tells an old round in words when its picture is no longer shown', async () => {
    const click = (index: number) => [computer({ action: { type: 'click', x: index, y: 2, button: 'left' } }, `k${index}`)];
    const { server, result } = await run([click(1), click(2), click(3), click(4), click(5), say('Done.')]);
    expect(server.refusals).toEqual([]);
    expect(result.status).toBe('completed');
    expect(outputs(server.requests[5])).toHaveLength(3);
  });
});
