import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startModelServer, type Reply } from '../../../e2e/fixtures/model-server';
import { startResponsesServer } from '../../../e2e/fixtures/responses-server';
import type { RunEvent } from '../../../preload/contract/run-event';
import type { SeenElement } from '../../../skills/desktop-control/protocol';
import { startTestBed, until, type TestBed } from '../../../skills/desktop-control/test-bed';
import { buildHost, openTestSkill, type TestSkill } from '../../../skills/desktop-control/test-skill';
import { openSession } from '../../agent/session';
import { fixedAsker } from '../../approval/fixed-asker';
import { coreTools } from '../../tools/core-tools';
import { createClient } from '../client';
import { dialectNamed, dialectNames } from './choose';

/**
 * The same task in every dialect, each in its own grammar and numbers, in one LibreOffice: click a
 * cell, type a row, click Save. What the saved file holds is the proof, and it is the same for all.
 */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const header = ['Item', 'Cost'];
const row = ['Tea "green" it\'s 茶', '3.5'];
const typed = row.join('\t');

interface Place {
  x: number;
  y: number;
}

let bed: TestBed;
let desk: TestSkill;
let file = '';
let cell: Place;
let save: Place;
let picture = { width: 0, height: 0 };

beforeAll(async () => {
  const [made, host] = await Promise.all([startTestBed(), buildHost('dialects')]);
  bed = made;
  file = join(bed.folder, 'dialects.ods');
  desk = openTestSkill({ environment: { ...bed.environment, DESKWRIGHT_OFFICE_PROFILE: join(bed.folder, 'office') } }, host);
  await act({ action: 'open_app', text: 'calc' });
  await act({ action: 'type', text: `${header.join('\t')}\n` });
  await act({ action: 'key', keys: 'ctrl+shift+s' });
  await act({ action: 'type', text: file });
  await act({ action: 'key', keys: 'enter' });
  await until(() => existsSync(file), 60_000, 'the file');
  await act({ action: 'wait', text: 'dialects.ods' });
  const seen = await desk.observe({ what: 'elements' });
  picture = seen.data['capture'] as typeof picture;
  const elements = seen.data['elements'] as SeenElement[];
  const [x, y, width, height] = elements.find((element) => element.role === 'table cell' && element.name === 'A1')?.box ?? [0, 0, 0, 0];
  cell = { x: x + Math.floor(width / 2), y: y + Math.floor(height * 1.5) };
  const button = elements.find((element) => /button/.test(element.role) && element.name === 'Save')?.box ?? [0, 0, 0, 0];
  save = { x: button[0] + 8, y: button[1] + Math.floor(button[3] / 2) };
});

afterAll(async () => {
  desk?.skill.dispose();
  await bed?.stop();
});

/** Every dialect starts with the header alone, whatever the one before it did. */
beforeEach(async () => {
  await act({ action: 'click', x: cell.x, y: cell.y + 200 });
  await act({ action: 'key', keys: 'escape ctrl+a delete ctrl+home' });
  await act({ action: 'type', text: `${header.join('\t')}\n` });
  await act({ action: 'key', keys: 'ctrl+s' });
  await until(() => holds([header]), 90_000, 'the header alone in the file');
});

async function act(given: Record<string, unknown>): Promise<void> {
  expect((await desk.computer(given)).error).toBeUndefined();
}

/** Texts of the saved file's filled cells, row by row. */
function saved(): string[][] {
  const content = Buffer.from(unzipSync(readFileSync(file))['content.xml'] ?? []).toString('utf8');
  const rows = [...content.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)].map((found) =>
    [...(found[1] ?? '').matchAll(/<text:p[^>]*>(.*?)<\/text:p>/gs)].map((text) => (text[1] ?? '').replace(/<[^>]+>/g, '').replace(/&quot;/g, '"').replace(/&apos;/g, "'").replace(/&amp;/g, '&')),
  );
  return rows.filter((cells) => cells.length > 0);
}

/** A half-written file is no proof of anything yet. */
function holds(expected: string[][]): boolean {
  try {
    return JSON.stringify(saved()) === JSON.stringify(expected);
  } catch {
    return false;
  }
}

/** The model's numbers by the facts alone: thousandths, or pixels of sides rounded to a multiple of 28. */
const thousandths = ({ x, y }: Place): [number, number] => [Math.round((x * 1000) / picture.width), Math.round((y * 1000) / picture.height)];
const resized = ({ x, y }: Place): [number, number] => [Math.round((x * 28 * Math.round(picture.width / 28)) / picture.width), Math.round((y * 28 * Math.round(picture.height / 28)) / picture.height)];

const tars = (mark: (place: Place) => string, name = 'start_box') => [
  `Thought: I click the cell.\nAction: click(${name}='${mark(cell)}')`,
  `Thought: I type the row.\nAction: type(content='${typed.replace(/'/g, "\\'").replace('\t', '\\t')}\\n')`,
  `Thought: I save.\nAction: click(${name}='${mark(save)}')`,
  "Thought: It is saved.\nAction: finished(content='Saved.')",
];
const call = (given: unknown, name = 'computer_use') => `<tool_call>\n${JSON.stringify({ name, arguments: given })}\n</tool_call>`;
const computerUse = (numbers: (place: Place) => number[], type: Record<string, unknown>) => [
  call({ action: 'left_click', coordinate: numbers(cell) }),
  call({ action: 'type', ...type }),
  call({ action: 'left_click', coordinate: numbers(save) }),
  call({ action: 'terminate', status: 'success' }),
];
const xml = (given: Record<string, unknown>) =>
  `<tool_call>\n<function=computer_use>\n${Object.entries(given).map(([key, value]) => `<parameter=${key}>\n${typeof value === 'string' ? value : JSON.stringify(value)}\n</parameter>\n`).join('')}</function>\n</tool_call>`;
const agent = (given: unknown) => `### Thought ###\nI go on.\n### Action ###\n${JSON.stringify(given)}\n### Description ###\nOne step.`;
const asTools = (write: (name: string, given: Record<string, unknown>) => string) => [
  write('Observe', { what: 'screenshot' }),
  write('Computer', { action: 'click', ...cell }),
  write('Computer', { action: 'type', text: `${typed}\n` }),
  write('Computer', { action: 'click', ...save }),
];

const scripts: Record<string, () => Reply[]> = {
  native: () => [
    ...[{ what: 'screenshot' }].map((given) => ({ calls: [{ name: 'Observe', arguments: given }] })),
    ...[{ action: 'click', ...cell }, { action: 'type', text: `${typed}\n` }, { action: 'click', ...save }].map((given) => ({ calls: [{ name: 'Computer', arguments: given }] })),
    { text: 'Saved.' },
  ],
  react: () => words([...asTools((name, given) => `Thought: Next.\nAction: ${name}\nAction Input: ${JSON.stringify(given)}`), 'Final Answer: Saved.']),
  json: () => words([...asTools((name, given) => `Next.\n${JSON.stringify({ tool: name, arguments: given })}`), 'Saved.']),
  'ui-tars-1.0': () => words(tars((place) => `<|box_start|>(${thousandths(place).join()})<|box_end|>`)),
  'ui-tars-1.5': () => words(tars((place) => `(${resized(place).join()})`)),
  doubao: () => words(tars((place) => `<point>${thousandths(place).join(' ')}</point>`, 'point')),
  autoglm: () =>
    words([
      `<think>I tap.</think><answer>do(action="Tap", element=[${thousandths(cell).join()}])</answer>`,
      `<think>I type.</think><answer>do(action="Type", text="${typed}\n")</answer>`,
      `do(action="Tap", element=[${thousandths(save).join()}])`,
      'finish(message="Saved.")',
    ]),
  'qwen-2.5': () => words(computerUse(resized, { text: `${typed}\n` })),
  'qwen-3': () => words(computerUse(thousandths, { text: `${typed}\n` })),
  'qwen-3-xml': () => words([xml({ action: 'left_click', coordinate: thousandths(cell) }), xml({ action: 'type', text: `${typed}\n` }), xml({ action: 'left_click', coordinate: thousandths(save) }), xml({ action: 'terminate', status: 'success' })]),
  'gui-owl': () => words(computerUse(resized, { text: typed, enter: true }).map((each) => `<thinking>I go on.</thinking>\n${each}\n<conclusion>One step.</conclusion>`)),
  'mobile-agent-v3': () => words([{ action: 'click', coordinate: resized(cell) }, { action: 'type', text: typed, enter: true }, { action: 'click', coordinate: resized(save) }, { action: 'answer', text: 'Saved.' }].map(agent)),
  fara: () => words(computerUse(resized, { text: typed })),
};
const words = (texts: string[]): Reply[] => texts.map((text) => ({ text }));

async function startServer(name: string) {
  const script = scripts[name];
  if (script) return startModelServer(script());
  const act = (action: Record<string, unknown>, turn: number) => [{ type: 'computer_call', call_id: `k${turn}`, pending_safety_checks: [], actions: [action] }];
  const actions = [{ type: 'click', button: 'left', ...cell }, { type: 'type', text: `${typed}\n` }, { type: 'click', button: 'left', ...save }];
  return startResponsesServer((_request, turn) => {
    const action = actions[turn];
    return action ? act(action, turn) : [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Saved.' }] }];
  });
}

it.each(dialectNames)('%s fills and saves the sheet', async (name) => {
  const dialect = dialectNamed(name);
  if (!dialect) throw new Error(`no dialect ${name}`);
  const server = await startServer(name);
  const workspace = join(bed.folder, `work-${name}`);
  mkdirSync(workspace);
  const events: RunEvent[] = [];
  const session = await openSession({
    id: `dialect-${name}`,
    dataFolder: join(bed.folder, 'data'),
    workspace,
    ownFolders: [],
    tools: [...coreTools, ...desk.skill.tools],
    desktop: true,
    mode: () => 'balanced',
    language: () => 'en',
    asker: fixedAsker('all'),
    ask: () => Promise.resolve(null),
    secrets: () => [],
  });
  try {
    const model = createClient({ baseUrl: server.url, apiKey: '', model: 'scripted', language: 'en', dialect });
    const result = await session.run('Write the row below the header and save.', { model, maxSteps: 12, signal: new AbortController().signal, emit: (event) => events.push(event) });
    const failures = events.flatMap((event) => (event.type === 'tool_result' && event.result.error ? [event.result.error] : []));
    expect({ status: result.status, failures, refusals: server.refusals }).toEqual({ status: 'completed', failures: [], refusals: [] });
    await until(() => holds([header, row]), 90_000, `the row in the file (${existsSync(file) ? JSON.stringify(saved()) : 'no file'})`);
  } finally {
    session.dispose();
    await server.close();
  }
});
