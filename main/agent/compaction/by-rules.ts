import type { Message } from '../../model/model';
import { isPersons } from '../context/rounds';
import { todoState } from '../context/todo-recap';
import { countBy, ledgerOf, short, tally, type LedgerEntry } from './ledger';
import { fitSections, type Line, type Sections } from './template';

export interface SummaryRequest {
  /** The piece of history that the summary will stand for. */
  source: readonly Message[];
  /** The whole history up to the end of that piece, for the list of steps. */
  before: readonly Message[];
  /** Messages of the source that stay word for word anyway. */
  kept: ReadonlySet<Message>;
  /** Most tokens of the summary. */
  most: number;
  count(text: string): number;
}

const WRITERS = new Set(['Write', 'Edit', 'MultiEdit']);

/** A summary made without a model, from what the calls and their results say. */
export function summariseByRules({ source, before, kept, most, count }: SummaryRequest): string {
  const entries = ledgerOf(source);
  const todo = todoState(before);
  const sections: Sections = {
    'Objectives & Status': [
      ...source.filter((message) => isPersons(message) && !kept.has(message)).map(({ text }) => ({ text: `The person asked: ${short(text, 200)}`, pinned: true })),
      ...(todo && todo.all > 0 ? [{ text: `Steps: ${short(todo.line, 240)}`, pinned: true }] : []),
      { text: `This part: ${tally(entries)}.`, pinned: true },
    ],
    'Technical Context': technical(entries),
    Completed: unique(entries.filter(({ tool, status }) => status !== 'error' && tool === 'Bash').map(({ target, text }) => `Ran ${target} (${short(text, 40)})`)),
    'In Progress': todo && todo.done < todo.all ? [{ text: short(todo.line.replace(/ ?Pending: .*/, ''), 160) }] : [],
    'Key Decisions & Learnings': [...failures(entries), ...answers(entries), ...statements(source)],
    'File System State': files(entries),
  };
  return fitSections(sections, most, count);
}

/** Each error code once, with what it was about; no code is ever left out. */
function failures(entries: readonly LedgerEntry[]): Line[] {
  const failed = entries.filter(({ status }) => status === 'error');
  const codes = [...countBy(failed.map(({ code }) => code || 'error'))];
  return codes.map(([code, count]) => {
    const targets = [...new Set(failed.filter((entry) => (entry.code || 'error') === code).map(({ tool, target }) => `${tool} ${target}`.trim()))];
    const shown = targets.slice(-3).map((target) => short(target, 50)).join('; ');
    return { text: `${code} ×${count}: ${shown}${targets.length > 3 ? '; …' : ''}`, pinned: true };
  });
}

function answers(entries: readonly LedgerEntry[]): Line[] {
  return entries.flatMap(({ tool, target, data }) => (tool === 'AskUser' && typeof data['answer'] === 'string' ? [{ text: `Asked "${target}", the person answered: ${short(data['answer'], 120)}`, pinned: true }] : []));
}

function statements(source: readonly Message[]): Line[] {
  return source.flatMap((message) => (message.role === 'assistant' && message.text.trim() ? [{ text: `Said: ${short(message.text, 120)}` }] : [])).slice(-8);
}

function technical(entries: readonly LedgerEntry[]): Line[] {
  const windows = entries.flatMap(({ data }) => {
    const list = data['windows'];
    return Array.isArray(list) ? list.flatMap((one: unknown) => (typeof one === 'object' && one !== null && 'title' in one && typeof one.title === 'string' ? [one.title] : [])) : [];
  });
  const looks = entries.filter(({ tool, status }) => status !== 'error' && ['LS', 'Glob', 'Grep'].includes(tool)).map(({ tool, target, text }) => `${tool} ${target}: ${short(text, 60)}`);
  return [...unique([...new Set(windows)].slice(-5).map((title) => `Window: ${short(title, 60)}`)), ...unique(looks)];
}

function files(entries: readonly LedgerEntry[]): Line[] {
  const done = entries.filter(({ status }) => status !== 'error');
  const changed = countBy(done.filter(({ tool }) => WRITERS.has(tool)).map(({ target }) => target));
  const read = [...new Set(done.filter(({ tool }) => tool === 'Read').map(({ target }) => target))];
  return [
    ...[...changed].map(([path, times]) => ({ text: `Changed ${path}${times > 1 ? ` (${times} times)` : ''}` })),
    ...(read.length ? [{ text: `Read ${read.slice(-12).join(', ')}${read.length > 12 ? ` and ${read.length - 12} more` : ''}` }] : []),
  ];
}

function unique(texts: readonly string[]): Line[] {
  return [...countBy(texts)].map(([text, times]) => ({ text: times > 1 ? `${text} ×${times}` : text }));
}
