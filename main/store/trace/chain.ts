import type { TraceRecord } from '../trace';
import { effectWords, entriesOf, gateWords, type Entry, type Step } from './steps';

/** Longest line of a value on the terminal, characters. */
const LONGEST = 400;

/**
 * The responsibility chain of a trace, as text for a terminal: for each step what it did, what
 * came of it, why, and who allowed it; between the steps what was said and what left this machine.
 */
export function chainOf(records: readonly TraceRecord[]): string {
  const entries = entriesOf(records);
  const steps = entries.filter((entry): entry is Step => entry.kind === 'step');
  const failed = steps.filter(({ result }) => result?.status === 'error');
  const open = steps.filter(({ result }) => !result);
  const summary = [
    `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`,
    `${failed.length} failed${failed.length ? ` (${failed.map(({ number, result }) => `${number} ${result?.error?.code ?? ''}`.trim()).join(', ')})` : ''}`,
    ...(open.length ? [`${open.length} without a result (${open.map(({ number }) => number).join(', ')})`] : []),
  ].join(', ');
  return [...entries.map(block), summary].join('\n') + '\n';
}

function block(entry: Entry): string {
  switch (entry.kind) {
    case 'line':
      return `${clock(entry.at)} ${entry.type}${entry.code ? ` ${entry.code}` : ''}: ${entry.type === 'user' || entry.type === 'run_end' ? entry.text : short(entry.text)}`;
    case 'request': {
      const { number, to, messages, new: fresh, characters, pictures, hidden } = entry.request;
      return `${clock(entry.at)} request ${number} to ${to}: ${messages} messages (${fresh} new, ${characters} characters, ${pictures} pictures)${hidden.length ? `, kept here: ${hidden.join(' ')}` : ''}`;
    }
    case 'step':
      return stepBlock(entry);
  }
}

function stepBlock(step: Step): string {
  const { result } = step;
  const rows: [string, string][] = [
    ['why', step.why || '(the model gave no reason)'],
    ['did', `${step.tool} ${JSON.stringify(step.arguments)}`],
    ['allowed', gateWords(step) || '(not judged: it could not run)'],
    ['came of it', result ? `${result.status}${result.error ? ` ${result.error.code}` : ''}: ${result.text} (${Math.round(result.stats.time_ms)} ms)` : 'no result: the run ended first'],
    ['effect', effectWords(step)],
    ['hint', result?.error?.hint ?? ''],
    ['then', step.next.join('\n')],
    ['tokens', step.usage ? `${step.usage.input_tokens} in, ${step.usage.output_tokens} out${step.usage.estimated ? ' (estimated)' : ''}` : ''],
  ];
  const mark = !result ? '?' : result.status === 'error' ? '✗' : result.status === 'partial' ? '~' : '✓';
  return [`${clock(step.at)} step ${step.number} ${mark} ${step.tool}`, ...rows.filter(([, value]) => value !== '').map(([name, value]) => indented(name, value))].join('\n');
}

function indented(name: string, value: string): string {
  const lines = value.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, index) => `    ${(index === 0 ? name : '').padEnd(11)} ${short(line)}`).join('\n');
}

/** Control characters are written out: a trace must not move a terminal's cursor. */
function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim().replace(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

function clock(at: string): string {
  return at.slice(11, 19);
}
