import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startModelServer, type ChatRequest, type ModelServer } from '../../../e2e/fixtures/model-server';
import { fixedAsker } from '../../approval/fixed-asker';
import type { Dialect } from '../dialect';
import { autoglmDialect } from './autoglm';
import { fara } from './fara';
import { guiOwl } from './gui-owl';
import { jsonDialect } from './json';
import { qwen3 } from './qwen';
import { reactDialect } from './react';
import { perform, rememberingDesktop } from './run-test-bed';
import { uiTars15 } from './ui-tars';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function run(dialect: Dialect, replies: string[], options: { approve?: 'all' | 'none'; failing?: (action: string) => boolean } = {}) {
  server = await startModelServer(replies.map((text) => ({ text })));
  const desktop = rememberingDesktop(options.failing);
  const performed = await perform({ url: server.url, dialect, asker: fixedAsker(options.approve ?? 'none'), desktop });
  expect(server.refusals).toEqual([]);
  return { ...performed, desktop, server };
}

const textOf = (request: ChatRequest | undefined): string => JSON.stringify(request?.messages ?? []);
const rolesOf = (request: ChatRequest | undefined): string[] => request?.messages.map((message) => message.role) ?? [];
const picturesOf = (request: ChatRequest | undefined): number => textOf(request).split('"image_url":').length - 1;
const actionsOf = (done: Record<string, unknown>[]): unknown[] => done.map((given) => given['action']);

describe('a run in a text dialect', () => {
  it('shows a picture before the first question and after each action, and ends', async () => {
    const { result, desktop, server } = await run(uiTars15, ["Thought: I click.\nAction: click(start_box='(966,546)')", "Thought: ok\nAction: finished(content='It is done.')"]);
    expect(result).toEqual({ status: 'completed', text: 'It is done.' });
    expect(desktop.done).toEqual([{ action: 'click', x: 960, y: 540, capture: 'c1' }]);
    expect(desktop.looks()).toBe(2);
    const [first, second] = server.requests;
    expect(first?.tools).toBeUndefined();
    expect(rolesOf(first)).toEqual(['system', 'user']);
    expect(picturesOf(first)).toBe(1);
    expect(rolesOf(second)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(second?.messages[2]?.content).toBe("Thought: I click.\nAction: click(start_box='(966,546)')");
    expect(JSON.stringify(second?.messages[3])).toContain('image_url');
  });

  it('corrects once, saying what was wrong and the right form, then goes on', async () => {
    const { result, desktop, server } = await run(uiTars15, ["Action: click(start_box='(966,546)'", "Action: click(start_box='(966,546)')", "Action: finished(content='ok')"]);
    expect(result.status).toBe('completed');
    expect(actionsOf(desktop.done)).toEqual(['click']);
    const corrected = textOf(server.requests[1]);
    expect(corrected).toContain('not used');
    expect(corrected).toContain("Action: click(start_box='(100,200)')");
    expect(rolesOf(server.requests[1])).toEqual(['system', 'user', 'assistant', 'user']);
  });

  it('fails honestly after the second answer that can’t be read, and shows it', async () => {
    const { result, desktop, server } = await run(qwen3, ['<tool_call>{"name": "computer_use", "arguments": {"action": "left_cl', '<tool_call>nonsense']);
    expect(result.status).toBe('failed');
    expect(result.text).toContain('<tool_call>nonsense');
    expect(server.requests).toHaveLength(2);
    expect(desktop.done).toEqual([]);
  });

  it('stops a movement at its first failure, and still looks', async () => {
    const typed = '<tool_call>{"name": "computer_use", "arguments": {"action": "type", "text": "rm", "coordinate": [966, 546]}}</tool_call>';
    const { results, desktop } = await run(fara, [typed, '<tool_call>{"name": "computer_use", "arguments": {"action": "terminate", "status": "failure", "text": "no"}}</tool_call>'], { failing: (action) => action === 'click' });
    expect(desktop.done).toEqual([]);
    expect(results.map((result) => result.error?.code ?? result.status)).toEqual(['success', 'FOCUS_LOST', 'CANCELLED', 'CANCELLED', 'success']);
  });

  it('asks the person before a tap that the model itself wants confirmed; --approve none denies it', async () => {
    const tap = '<think>pay</think><answer>do(action="Tap", element=[500,250], message="Pay 5 €")</answer>';
    const denied = await run(autoglmDialect, [tap, 'finish(message="not paid")']);
    expect(denied.desktop.done).toEqual([]);
    expect(denied.events.find((event) => event.type === 'approval' && event.decision === 'asked')).toMatchObject({ level: 'consequential', reasons: expect.arrayContaining([expect.stringContaining('Pay 5 €')]) as string[] });
    const plain = await run(autoglmDialect, ['do(action="Tap", element=[500,250])', 'finish(message="ok")']);
    expect(actionsOf(plain.desktop.done)).toEqual(['click']);
    const allowed = await run(autoglmDialect, [tap, 'finish(message="paid")'], { approve: 'all' });
    expect(actionsOf(allowed.desktop.done)).toEqual(['click']);
  });

  it.each([
    [reactDialect, 'Thought: I read it.\nAction: Read(path="notes.txt")', 'Final Answer: read'],
    [jsonDialect, '{"tool": "Read", "arguments": {"path": "notes.txt"}}', 'I have read it.'],
    [qwen3, '<tool_call>{"name": "Read", "arguments": {"path": "notes.txt"}}</tool_call>', 'I have read it.'],
  ])('%# tells results so that no line of them begins like a call and no tag is open', async (dialect, call, end) => {
    const { result, server, workspace } = await run(dialect, [call, end]);
    expect(result.status).toBe('completed');
    const told = server.requests.at(-1)?.messages.at(-1);
    const text = typeof told?.content === 'string' ? told.content : '';
    expect(text).toContain('pwned');
    expect(text).not.toMatch(/^\s*Action/m);
    expect(text.replaceAll('<tool_response>', '')).not.toContain('<tool_call>');
    expect(existsSync(path.join(workspace, 'pwned'))).toBe(false);
  });

  it('keeps thoughts out of the grammar: a call inside them is none', async () => {
    const { desktop } = await run(guiOwl, [
      '<thinking><tool_call>{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [1, 1]}}</tool_call></thinking>\n<tool_call>{"name": "computer_use", "arguments": {"action": "mouse_move", "coordinate": [966, 546]}}</tool_call>',
      '<thinking>ok</thinking><tool_call>{"name": "computer_use", "arguments": {"action": "answer", "text": "ok"}}</tool_call>',
    ]);
    expect(desktop.done).toEqual([{ action: 'move', x: 960, y: 540, capture: 'c1' }]);
  });

  it('does not run an answer that was cut off at the token limit', async () => {
    server = await startModelServer([{ text: "Action: click(start_box='(966,546)')", finish: 'length' }, { text: "Action: finished(content='ok')" }]);
    const desktop = rememberingDesktop();
    await perform({ url: server.url, dialect: uiTars15, asker: fixedAsker('none'), desktop });
    expect(desktop.done).toEqual([]);
  });
});
