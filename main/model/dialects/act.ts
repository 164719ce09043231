import { randomBytes } from 'node:crypto';
import type { RawCall } from '../../tools/call';
import type { Reply } from '../dialect';
import type { Turn } from '../model';
import { NotReadable } from './not-readable';
import { LOOK, type Screen } from './screen';

/** Parameters of Computer, as far as dialects use them. */
export interface Input {
  action: string;
  x?: number;
  y?: number;
  text?: string;
  keys?: string;
  to?: string | { x: number; y: number };
  capture?: string;
}

/** One thing an answer asks for, whatever its grammar. */
export type Act =
  | { kind: 'input'; input: Input; caution?: string }
  | { kind: 'tool'; name: string; arguments: Record<string, unknown> }
  /** A new picture. */
  | { kind: 'look' }
  | { kind: 'finish'; text: string; unmet?: boolean };

/** An answer read whole. */
export interface Reading {
  thought: string;
  acts: Act[];
}

export const input = (action: string, rest: Omit<Input, 'action'> = {}): Act => ({ kind: 'input', input: { action, ...rest } });
export const ask = (question: string, options: string[] = []): Act => ({ kind: 'tool', name: 'AskUser', arguments: { question, options } });

/** Typed text as acts: what ends in a line break ends with Enter, a stroke of its own that the gate judges on the screen as it then is. */
export function typing(text: string): Act[] {
  const [, words = '', breaks = ''] = /^([\s\S]*?)((?:\r?\n)*)$/.exec(text) ?? [];
  const enters = breaks.split('\n').length - 1;
  return [...(words ? [input('type', { text: words })] : []), ...Array.from({ length: enters }, () => input('key', { keys: 'enter' }))];
}

const field = /^(?:entry|text|password text|combo box|spin button|autocomplete|search|edit)/i;

/**
 * Empties the text field that has the focus. In a document or a sheet "all" is the person's whole
 * work, so nothing is selected where something else has the focus, or nobody knows what.
 */
export function emptyField(screen: Pick<Screen, 'focus'> | null): Act[] {
  const focus = screen?.focus ?? null;
  return focus === null || field.test(focus) ? [input('key', { keys: 'ctrl+a' }), input('key', { keys: 'delete' })] : [];
}

/** ["ctrl", "shift", "s"] → the one chord of Computer's `keys`. */
export function chord(keys: readonly string[]): string {
  const names = keys.map((key) => (key === ' ' ? 'space' : key === '+' ? 'plus' : key.trim())).filter((key) => key !== '');
  if (names.length === 0) throw new NotReadable('No key is named.');
  if (names.some((name) => /\s/.test(name))) throw new NotReadable(`“${names.find((name) => /\s/.test(name))}” is no name of one key.`);
  return names.join('+');
}

/**
 * What was read, as a turn. Acts that touch the screen are one movement: they stop at the first that
 * fails, and a picture of what came of them follows where the model works by pictures.
 */
export function turnOf(reading: Reading, reply: Reply, dialect: string, byPictures: boolean): Turn {
  const { thought, acts } = reading;
  const said = { dialect, text: reply.text };
  const base = { ...(reply.reasoning ? { reasoning: reply.reasoning } : {}), usage: reply.usage, said };
  const end = acts.findIndex((act) => act.kind === 'finish');
  const finish = acts[end];
  if (end === 0 && finish?.kind === 'finish') {
    if (acts.length > 1) throw new NotReadable('It ends the task and goes on with actions; only one of the two can be meant.');
    return { ...base, text: finish.text || thought || 'Done.', calls: [], finish: 'stop', ...(finish.unmet ? { unmet: true } : {}) };
  }
  // Nothing is done yet when it says so: the model ends the task after it has seen the results.
  const doing = end < 0 ? acts : acts.slice(0, end);
  if (end > 0 && end < acts.length - 1) throw new NotReadable('It ends the task and goes on with actions; only one of the two can be meant.');
  const moves = doing.some((act) => act.kind === 'input');
  const looks: Act[] = byPictures && (moves || doing.some((act) => act.kind === 'look')) ? [{ kind: 'look' }] : [];
  const calls = [...doing.filter((act) => act.kind !== 'look'), ...looks].map(callOf);
  return { ...base, text: thought, calls, finish: 'calls', ...(moves ? { batch: true } : {}) };
}

export function callOf(act: Act): RawCall {
  const id = newCallId();
  if (act.kind === 'input') return { id, name: 'Computer', arguments: JSON.stringify(act.input), ...(act.caution ? { caution: act.caution } : {}) };
  if (act.kind === 'tool') return { id, name: act.name, arguments: JSON.stringify(act.arguments) };
  return { id, name: 'Observe', arguments: LOOK };
}

export function newCallId(): string {
  return `call_${randomBytes(5).toString('hex')}`;
}
