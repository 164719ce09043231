import type { Envelope } from '../../../preload/contract/envelope';
import type { RunEvent } from '../../../preload/contract/run-event';
import type { TraceRecord } from '../trace';
import type { RequestSummary } from './requests';

/** One call of a run with everything that belongs to it: what was thought, called, decided and found. */
export interface Step {
  kind: 'step';
  id: string;
  /** From 1, over the whole trace. */
  number: number;
  tool: string;
  at: string;
  /** What the model said it was for, in this turn; '' when it said nothing. */
  why: string;
  arguments: unknown;
  approvals: Extract<RunEvent, { type: 'approval' }>[];
  /** Absent when the run ended first. */
  result?: Envelope;
  endedAt?: string;
  /** Picture of before, with where the call was about to act in percent of it. */
  before?: { shot: string; spot: { left: number; top: number } | null };
  /** Pictures that came with the result. */
  after: string[];
  /** What the turn cost, at the turn's first step. */
  usage?: Extract<RunEvent, { type: 'usage' }>;
  /** For a failed step: what the model did next, one line each. */
  next: string[];
}

export interface Line {
  kind: 'line';
  type: 'user' | 'assistant' | 'notice' | 'question' | 'run_start' | 'run_end';
  at: string;
  text: string;
  code?: string;
}

export interface Sent {
  kind: 'request';
  at: string;
  request: RequestSummary;
}

export type Entry = Step | Line | Sent;

/** The trace in the order of what happened; events that belong to a call are with it. */
export function entriesOf(records: readonly TraceRecord[]): Entry[] {
  const entries: Entry[] = [];
  const steps = new Map<string, Step>();
  let why = '';
  let usage: Step['usage'];
  let failed: Step[] = [];
  let turn: Step[] = [];
  let number = 0;
  for (const record of records as readonly (TraceRecord & (RunEvent | RequestSummary))[]) {
    const { at } = record;
    switch (record.type) {
      case 'request': {
        entries.push({ kind: 'request', at, request: record });
        break;
      }
      case 'usage':
        // Each turn of the model begins with its count: what it says now, it says after the results before.
        usage = record;
        why = '';
        failed = turn.filter((step) => step.result?.status === 'error');
        turn = [];
        break;
      case 'assistant':
        why = record.text;
        for (const step of failed) step.next.push(record.text);
        entries.push({ kind: 'line', type: 'assistant', at, text: record.text });
        break;
      case 'tool_call': {
        const step: Step = { kind: 'step', id: record.id, number: ++number, tool: record.tool, at, why, arguments: record.arguments, approvals: [], after: [], next: [], ...(usage ? { usage } : {}) };
        usage = undefined;
        for (const one of failed) one.next.push(`${step.number}. ${step.tool} ${JSON.stringify(step.arguments)}`);
        steps.set(record.id, step);
        turn.push(step);
        entries.push(step);
        break;
      }
      case 'target': {
        const step = steps.get(record.id);
        const [shot] = record.shots ?? [];
        if (step && shot) step.before = { shot, spot: record.spot ? { left: percent(record.spot.x, record.width), top: percent(record.spot.y, record.height) } : null };
        break;
      }
      case 'approval':
        steps.get(record.id)?.approvals.push(record);
        break;
      case 'tool_result': {
        const step = steps.get(record.id);
        if (step) Object.assign(step, { result: record.result, after: record.shots ?? [], endedAt: at });
        break;
      }
      case 'run_start':
        entries.push({ kind: 'line', type: 'run_start', at, text: `${record.model} · ${record.workspace}` });
        break;
      case 'user':
      case 'run_end':
        entries.push({ kind: 'line', type: record.type, at, text: record.text, ...(record.type === 'run_end' ? { code: record.status } : {}) });
        failed = [];
        turn = [];
        break;
      case 'notice':
        entries.push({ kind: 'line', type: 'notice', at, text: record.text, code: record.code });
        break;
      case 'question':
        entries.push({ kind: 'line', type: 'question', at, text: record.question });
        break;
      default:
        break;
    }
  }
  return entries;
}

/** Who let a step through, or did not, in words: "risky: allowed by person. It saves a file." */
export function gateWords({ approvals }: Step): string {
  return approvals.map(({ level, decision, by, reasons }) => [`${level}: ${decision}${decision === 'asked' ? '' : ` by ${by}`}.`, ...reasons].join(' ')).join('\n');
}

/** What a step changed, as its tool proved it; '' when it says nothing of it. */
export function effectWords({ result }: Step): string {
  const effect = result?.data['effect'];
  if (typeof effect !== 'object' || effect === null) return '';
  const { changed, what, focus, new_windows: windows } = effect as Record<string, unknown>;
  const list = (value: unknown): string[] => (Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))) : []);
  const at = typeof focus === 'object' && focus !== null ? Object.values(focus).filter((value) => typeof value === 'string' && value !== '').join(' · ') : '';
  return [changed === false ? 'no visible change' : list(what).join('; ') || 'changed', ...list(windows).map((window) => `new window ${window}`), ...(at ? [`focus: ${at}`] : [])].join('. ');
}

function percent(at: number, length: number): number {
  return Math.round((at / length) * 10_000) / 100;
}
