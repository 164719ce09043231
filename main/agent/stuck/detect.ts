import { createHash } from 'node:crypto';
import type { Envelope } from '../../../preload/contract/envelope';
import type { RawCall } from '../../tools/call';
import type { Picture } from '../../tools/tool';
import { short } from '../compaction/ledger';

/** Ways to be stuck (C6). */
export type StuckKind = 'repeat' | 'cycle' | 'no_effect' | 'failures';

export interface Finding {
  kind: StuckKind;
  /** The calls it is about, in short. */
  detail: string;
}

/** A call with its result, as far as it tells whether anything moves. */
interface Step {
  /** Same call with the same result. */
  key: string;
  label: string;
}

/** The same call with the same result this often in the last `RECENT` calls. */
const REPEATS = 3;
const RECENT = 5;
const LONGEST_CYCLE = 4;
const NO_EFFECTS = 3;
const FAILURES = 3;

/** Watches the calls of a run for work that leads nowhere. */
export class StuckDetector {
  private steps: Step[] = [];
  private idle: string[] = [];
  private failed: string[] = [];

  /** Turns in a row that failed whole; what the person or a rule refused is no failure. */
  get failures(): number {
    return this.failed.length;
  }

  /** Takes note of a turn's calls with their results; says what is wrong, null when nothing is. */
  add(calls: readonly RawCall[], results: readonly { envelope: Envelope; images: readonly Picture[] }[]): Finding | null {
    const done = calls.flatMap((call, index) => (results[index] ? [{ call, ...results[index] }] : []));
    this.countFailures(done);
    for (const { call, envelope } of done) this.countEffects(call, envelope);
    // A model of screens is given a picture after each of its acts; that look is no call of its own.
    const acted = done.some(({ call }) => call.name === 'Computer');
    for (const { call, envelope, images } of done) {
      if (isWaiting(call) || (acted && call.name === 'Observe')) continue;
      this.steps.push({ key: `${call.name}\n${sorted(call.arguments)}\n${resultKey(envelope, images)}`, label: label(call, envelope) });
    }
    this.steps = this.steps.slice(-2 * LONGEST_CYCLE);
    if (this.idle.length >= NO_EFFECTS) return { kind: 'no_effect', detail: this.idle.join('; ') };
    return this.repeat() ?? this.cycle() ?? (this.failed.length >= FAILURES ? { kind: 'failures', detail: this.failed.slice(-FAILURES).join('; ') } : null);
  }

  /** After it was said: the same has to be seen anew before it is said again. Failures go on counting. */
  forget(): void {
    this.steps = [];
    this.idle = [];
  }

  /** The person has answered: all counts begin anew. */
  forgive(): void {
    this.forget();
    this.failed = [];
  }

  private countFailures(done: readonly { call: RawCall; envelope: Envelope }[]): void {
    const codes = done.map(({ envelope }) => envelope.error?.code ?? '');
    if (done.length === 0 || codes.some((code) => code === 'DENIED' || code === 'FORBIDDEN' || code === 'CANCELLED')) return;
    if (done.every(({ envelope }) => envelope.status === 'error')) this.failed.push(done.map(({ call, envelope }) => label(call, envelope)).slice(0, 3).join(', '));
    else this.failed = [];
  }

  private countEffects(call: RawCall, envelope: Envelope): void {
    const effect = envelope.data['effect'];
    const changed = typeof effect === 'object' && effect !== null && 'changed' in effect ? effect.changed : undefined;
    if (envelope.error?.code === 'NO_EFFECT' || (changed === false && !isWaiting(call))) this.idle.push(label(call, envelope));
    else if (changed === true) this.idle = [];
  }

  private repeat(): Finding | null {
    const newest = this.steps.at(-1);
    if (!newest) return null;
    const same = this.steps.slice(-RECENT).filter(({ key }) => key === newest.key);
    return same.length >= REPEATS ? { kind: 'repeat', detail: newest.label } : null;
  }

  private cycle(): Finding | null {
    for (let length = 2; length <= LONGEST_CYCLE; length++) {
      const last = this.steps.slice(-length);
      const before = this.steps.slice(-2 * length, -length);
      if (before.length === length && last.every(({ key }, index) => key === before[index]?.key) && new Set(last.map(({ key }) => key)).size > 1) {
        return { kind: 'cycle', detail: last.map((step) => step.label).join(' → ') };
      }
    }
    return null;
  }
}

/** Waiting for something, and writing the list of steps, may well be done again and again. */
function isWaiting({ name, arguments: args }: RawCall): boolean {
  return name === 'TodoWrite' || (name === 'Bash' && /"task_id"\s*:\s*"/.test(args)) || (name === 'Computer' && /"action"\s*:\s*"(wait|move)"/.test(args));
}

/** What a result says, without what differs each time: times, and the number of a capture. */
function resultKey({ status, error, data, text }: Envelope, images: readonly Picture[]): string {
  const capture = data['capture'];
  const id = typeof capture === 'object' && capture !== null && 'id' in capture ? String(capture.id) : '';
  const { capture: _capture, elapsed_ms: _elapsed, ...rest } = data;
  const told = images.length > 0 ? images.map(pictureKey) : [JSON.stringify(rest), id ? text.split(id).join('') : text];
  return [status, error?.code ?? '', ...told].join('\n');
}

function pictureKey({ bytes }: Picture): string {
  return createHash('sha1').update(bytes).digest('base64');
}

/** The arguments with their keys in order, so that the same call is the same text. */
function sorted(args: string): string {
  try {
    const value: unknown = JSON.parse(args);
    return typeof value === 'object' && value !== null ? JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : args;
  } catch {
    return args;
  }
}

function label({ name, arguments: args }: RawCall, { status, error }: Envelope): string {
  return `${name} ${short(args, 80)} = ${error?.code ?? status}`;
}
