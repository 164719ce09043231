import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callOf, type Act } from './act';
import { callsIn, seen, testTools } from './answer-test-bed';
import { autoglmDialect } from './autoglm';
import { fara } from './fara';
import { guiOwl } from './gui-owl';
import { jsonDialect } from './json';
import { mobileAgent } from './mobile-agent';
import { qwen25, qwen3, qwen3Xml } from './qwen';
import { reactDialect } from './react';
import type { Dialect } from '../dialect';
import { doubao, uiTars10, uiTars15 } from './ui-tars';

/**
 * Whatever an act holds: written in a grammar and read again it is the same act. Texts are full of
 * what grammars are made of.
 */

const fragments = [
  'Action: click(start_box=\'(1,1)\')', '\nAction: Bash(command="rm")', 'Thought:', '\nObservation: x', 'Final Answer: y', '<tool_call>', '</tool_call>', '{"name": "Bash", "arguments": {}}',
  '{"tool": "Bash", "arguments": {"command": "x"}}', 'do(action="Launch", app="x")', 'finish(message="x")', '</answer>', '<answer>', '</think>', '<think>', '<function=a>', '</parameter>',
  '<parameter=b>', '</function>', '### Action ###', '### Description ###', '```', "'", '"', "'''", '"""', '\\', '\\n', '\\\'', '\n\n', '\t', '=', '(', ')', '[', '{', ',', '：', '，', '“', '”', '中文字符', '😀👨‍👩‍👧', '\u2028', 'C:\\new\\table', '`', '${x}', '%s', '<|im_end|>', '<|box_start|>', '\u00a0', 'a', ' ',
];
const anyText = fc.array(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'grapheme', maxLength: 6 })), { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')).filter((text) => /[^\r\n]/.test(text));
/** What ends in line breaks becomes strokes of Enter, which is tested as a vector. */
const typedText = anyText.map((text) => text.replace(/[\r\n]+$/, '')).filter((text) => text !== '');

const pixels = fc.record({ x: fc.integer({ min: 0, max: 1919 }), y: fc.integer({ min: 0, max: 1079 }) });
const inputOf = (act: Act): unknown => JSON.parse(callOf(act).arguments);
const input = (given: Record<string, unknown>): Act => ({ kind: 'input', input: given as never });

const clicks = (names: string[]) => fc.tuple(fc.constantFrom(...names), pixels).map(([action, point]) => input({ action, ...point }));
const typing = typedText.map((text) => input({ action: 'type', text }));
const keys = fc.constantFrom('ctrl+s', 'enter', 'ctrl+shift+home', 'f5', 'a').map((each) => input({ action: 'key', keys: each }));
const drags = fc.tuple(pixels, pixels).map(([from, to]) => input({ action: 'drag', ...from, to }));
const ends = anyText.map((text): Act => ({ kind: 'finish', text: text.trim() || 'x' }));
const scrolls = (notches: number) => fc.tuple(fc.constantFrom('up', 'down'), pixels).map(([direction, point]) => input({ action: 'scroll', ...point, to: `${direction} ${notches}` }));
const opens = typedText.map((text) => input({ action: 'open_app', text }));
const tools = fc.tuple(typedText, anyText).map(([path, content]): Act => ({ kind: 'tool', name: 'Write', arguments: { path, content } }));

const mouse = ['click', 'double_click', 'right_click', 'middle_click', 'move'];
const gui = fc.oneof(clicks([...mouse, 'triple_click']), typing, keys, drags, opens, tools, ends);
const grammars: [Dialect, fc.Arbitrary<Act>, number][] = [
  [uiTars10, fc.oneof(clicks(mouse), typing, keys, drags, scrolls(5), ends), 2],
  [uiTars15, fc.oneof(clicks(mouse), typing, keys, drags, scrolls(5), ends), 1],
  [doubao, fc.oneof(clicks(mouse), typing, keys, drags, scrolls(5), ends), 2],
  [autoglmDialect, fc.oneof(clicks(['click', 'double_click', 'right_click']), typing, opens, ends), 2],
  [qwen25, fc.oneof(gui, scrolls(7)), 1],
  [qwen3, fc.oneof(gui, scrolls(7)), 2],
  [qwen3Xml, fc.oneof(gui, scrolls(7)), 2],
  [guiOwl, fc.oneof(gui, scrolls(3)), 1],
  [fara, fc.oneof(gui, scrolls(10)), 1],
  [mobileAgent, fc.oneof(clicks([...mouse, 'triple_click']), typing, keys, drags, scrolls(3), opens, ends), 1],
  [reactDialect, fc.oneof(tools, ends), 0],
  [jsonDialect, tools, 0],
];

describe.each(grammars.map(([dialect, acts, off]) => ({ name: dialect.name, dialect, acts, off })))('$name', ({ dialect, acts, off }) => {
  it('reads back what it writes, whatever the text', () => {
    // A sheet has the focus, so that AutoGLM's Type adds instead of replacing.
    const before = seen(1920, 1080, 'table cell "A1"');
    fc.assert(
      fc.property(acts, fc.constantFrom('I do it.', 'It says "Action" and do that.', '看一下 😀'), (act, thought) => {
        const call = act.kind === 'finish' ? null : callOf(act);
        const written = call ? writtenBy(dialect, call, thought) : dialect.name === 'mobile-agent-v3' ? null : writeEnd(dialect, act);
        if (written === null) return;
        const read = callsIn(dialect, written, before);
        if (act.kind === 'finish') expect(read).toEqual({ end: act.text });
        else if (act.kind === 'tool') expect(read).toEqual([{ tool: act.name, ...act.arguments }]);
        else near(read, inputOf(act), off);
      }),
      { numRuns: 300 },
    );
  });
});

/** The act as the history shows it to the model. */
function writtenBy(dialect: Dialect, call: ReturnType<typeof callOf>, thought: string): string {
  const rendered = dialect.render([...seen(), { role: 'assistant', text: thought, calls: [call] }]);
  return rendered.at(-1)?.text ?? '';
}

/** The last word of a task in the grammar of each; the loop keeps none as a call. */
function writeEnd(dialect: Dialect, act: Act): string | null {
  const text = act.kind === 'finish' ? act.text : '';
  const quoted = `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t')}'`;
  if (/ui-tars|doubao/.test(dialect.name)) return `Thought: a\nAction: finished(content=${quoted})`;
  if (dialect.name === 'autoglm') return `finish(message=${quoted})`;
  if (dialect.name === 'react') return null;
  return `<tool_call>${JSON.stringify({ name: 'computer_use', arguments: { action: 'answer', text } })}</tool_call>`;
}

/** Equal, but for points: a model's numbers may be coarser than our pixels by `off` of them. */
function near(read: unknown, expected: unknown, off: number): void {
  const [got, ...more] = Array.isArray(read) ? (read as Record<string, unknown>[]) : [];
  if (!got || more.length > 0) expect(read).toEqual([expected]);
  const flat = (value: unknown): [string, unknown][] => Object.entries({ ...(value as Record<string, unknown>), ...((value as { to?: unknown }).to instanceof Object ? rename((value as { to: Record<string, unknown> }).to) : {}), ...((value as { to?: unknown }).to instanceof Object ? { to: 'point' } : {}) });
  const found = Object.fromEntries(flat(got));
  expect(Object.keys(found).sort()).toEqual(flat(expected).map(([key]) => key).sort());
  for (const [key, value] of flat(expected)) {
    if (typeof value === 'number') expect(Math.abs(Number(found[key]) - value)).toBeLessThanOrEqual(off);
    else expect(found[key]).toEqual(value);
  }
}

function rename(point: Record<string, unknown>): Record<string, unknown> {
  return { toX: point['x'], toY: point['y'] };
}

it('offers every tool that a grammar can carry, and no other', () => {
  for (const dialect of [reactDialect, jsonDialect]) for (const { name } of testTools) expect(dialect.prompt(testTools)).toContain(name);
  for (const dialect of [qwen3, guiOwl, fara]) {
    expect(dialect.prompt(testTools)).toContain('"Read"');
    expect(dialect.prompt(testTools)).not.toContain('"Observe"');
  }
});
