import type { Envelope } from '../../preload/contract/envelope';
import type { RunEvent } from '../../preload/contract/run-event';
import { traceScript, traceStyle } from './trace-assets';
import type { TraceRecord } from './trace';

/** One step of the page: what was thought, called, decided and found. */
interface Step {
  id: string;
  tool: string;
  at: string;
  thought: string;
  arguments: unknown;
  approvals: Extract<RunEvent, { type: 'approval' }>[];
  result?: Envelope;
  /** Where the call was about to act. */
  target?: { shot: string; left: number; top: number } | { shot: string };
  shots: string[];
}

type Entry = { kind: 'step'; step: Step } | { kind: 'line'; type: string; at: string; text: string };

/**
 * Renders a trace as one offline page: each step with the model's stated thought, the call, the
 * gate's decision, the result and its pictures. Everything from outside is escaped.
 */
export function renderTrace(records: readonly TraceRecord[], readShot: (name: string) => Uint8Array): string {
  const entries = group(records as readonly (TraceRecord & RunEvent)[]);
  const start = records.find((record) => record.type === 'run_start') as Extract<RunEvent, { type: 'run_start' }> | undefined;
  const steps = entries.filter((entry) => entry.kind === 'step').length;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">`,
    `<title>Deskwright trace ${escape(start?.session ?? '')}</title><style>${traceStyle}</style></head><body>`,
    `<header><h1>Trace</h1><p>${escape(start?.model ?? '')} · ${escape(start?.workspace ?? '')} · ${steps === 1 ? '1 step' : `${steps} steps`}</p>`,
    '<div class="tools"><input id="search" type="search" placeholder="Search" aria-label="Search steps">',
    '<select id="status" aria-label="Filter by status"><option value="">All</option><option value="success">Success</option>',
    '<option value="partial">Partial</option><option value="error">Errors</option></select>',
    '<button id="fold" type="button">Unfold all</button></div></header><main>',
    ...entries.map((entry, index) => (entry.kind === 'step' ? stepHtml(entry.step, index, readShot) : lineHtml(entry))),
    `</main><script>${traceScript}</script></body></html>`,
  ].join('\n');
}

function group(records: readonly (TraceRecord & RunEvent)[]): Entry[] {
  const entries: Entry[] = [];
  const steps = new Map<string, Step>();
  let thought = '';
  for (const record of records) {
    switch (record.type) {
      case 'assistant':
        thought = record.text;
        entries.push({ kind: 'line', type: 'assistant', at: record.at, text: record.text });
        break;
      case 'tool_call': {
        const step: Step = { id: record.id, tool: record.tool, at: record.at, thought, arguments: record.arguments, approvals: [], shots: [] };
        steps.set(record.id, step);
        entries.push({ kind: 'step', step });
        break;
      }
      case 'target': {
        const [shot] = record.shots ?? [];
        const step = steps.get(record.id);
        if (step && shot) step.target = record.spot ? { shot, left: percent(record.spot.x, record.width), top: percent(record.spot.y, record.height) } : { shot };
        break;
      }
      case 'approval':
        steps.get(record.id)?.approvals.push(record);
        break;
      case 'tool_result': {
        const step = steps.get(record.id);
        if (step) Object.assign(step, { result: record.result, shots: record.shots ?? [] });
        break;
      }
      case 'user':
      case 'notice':
      case 'run_end':
        entries.push({ kind: 'line', type: record.type, at: record.at, text: record.text });
        break;
      case 'question':
        entries.push({ kind: 'line', type: 'question', at: record.at, text: record.question });
        break;
      default:
        break;
    }
  }
  return entries;
}

function lineHtml(entry: Extract<Entry, { kind: 'line' }>): string {
  return `<p class="line ${entry.type}"><time>${clock(entry.at)}</time> <b>${entry.type.replace('_', ' ')}</b> ${escape(entry.text)}</p>`;
}

function stepHtml(step: Step, index: number, readShot: (name: string) => Uint8Array): string {
  const { result } = step;
  const status = result?.status ?? 'unanswered';
  const code = result?.error ? ` <code>${escape(result.error.code)}</code>` : '';
  const gate = step.approvals
    .map((approval) => `${approval.level}: ${approval.decision} by ${approval.by}. ${approval.reasons.join(' ')}`)
    .join('\n');
  return [
    `<details class="step ${status}" id="step-${index}" data-status="${status}"><summary><time>${clock(step.at)}</time> <b>${escape(step.tool)}</b> `,
    `<span class="badge">${status}</span>${code} <span class="text">${escape(result?.text ?? 'no result')}</span> `,
    `<span class="ms">${result ? `${Math.round(result.stats.time_ms)} ms` : ''}</span></summary><dl>`,
    row('Why', step.thought),
    row('Call', JSON.stringify(step.arguments, null, 2)),
    row('Gate', gate),
    step.target ? targetHtml(step.target, readShot) : '',
    row('Result', result ? JSON.stringify({ data: result.data, error: result.error }, null, 2) : 'none'),
    '</dl>',
    ...step.shots.map((shot) => picture(shot, readShot)),
    '</details>',
  ].join('');
}

/** The picture the gate judged by, with a ring where the action was about to land. */
function targetHtml(target: NonNullable<Step['target']>, readShot: (name: string) => Uint8Array): string {
  const ring = 'left' in target ? `<span class="ring" style="left:${target.left}%;top:${target.top}%"></span>` : '';
  return `<dt>Where</dt><dd><figure>${picture(target.shot, readShot)}${ring}</figure></dd>`;
}

function percent(at: number, length: number): number {
  return Math.round((at / length) * 10_000) / 100;
}

function row(label: string, text: string | undefined): string {
  return text ? `<dt>${label}</dt><dd><pre>${escape(text)}</pre></dd>` : '';
}

function picture(name: string, readShot: (name: string) => Uint8Array): string {
  try {
    const type = name.endsWith('.png') ? 'png' : 'jpeg';
    return `<img alt="${escape(name)}" loading="lazy" src="data:image/${type};base64,${Buffer.from(readShot(name)).toString('base64')}">`;
  } catch {
    return `<p>The picture ${escape(name)} is missing.</p>`;
  }
}

function clock(at: string): string {
  return escape(at.slice(11, 19));
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
