import type { TraceRecord } from '../trace';
import { traceScript, traceStyle } from './assets';
import { entriesOf, type Entry, type Line, type Sent, type Step } from './steps';
import { escape, stepHtml, type ReadShot } from './step-html';

/** Characters that all steps together may take; with the frame it stays below 2 MB without pictures. */
const ALL_STEPS = 1_300_000;
const MOST_OF_ONE = 12_000;
const LEAST_OF_ONE = 600;

/**
 * Renders a trace as one offline page: a timeline, and each step with the model's stated thought,
 * the call, the gate's decision, the pictures and the result. Everything from outside is escaped;
 * long values are cut and say so (trace.jsonl has them whole).
 */
export function renderTrace(records: readonly TraceRecord[], readShot: ReadShot): string {
  const entries = entriesOf(records);
  const steps = entries.filter((entry): entry is Step => entry.kind === 'step');
  const room = Math.min(MOST_OF_ONE, Math.max(LEAST_OF_ONE, ALL_STEPS / Math.max(1, steps.length)));
  const start = records.find((record) => record.type === 'run_start') as { session: string } | undefined;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">`,
    `<link rel="icon" href="data:,"><title>Deskwright trace ${escape(start?.session ?? '')}</title><style>${traceStyle}</style></head><body>`,
    `<header><h1 data-t="trace">Trace</h1>${summaryHtml(entries, steps)}${toolsHtml(steps)}${timelineHtml(steps)}</header><main>`,
    ...entries.map((entry) => {
      if (entry.kind === 'step') return stepHtml(entry, room, readShot);
      return entry.kind === 'line' ? lineHtml(entry) : requestHtml(entry);
    }),
    `</main><p id="none" hidden data-t="none">No step is like that.</p><script>${traceScript}</script></body></html>`,
  ].join('\n');
}

function summaryHtml(entries: readonly Entry[], steps: readonly Step[]): string {
  const starts = entries.filter((entry): entry is Line => entry.kind === 'line' && entry.type === 'run_start');
  const ends = entries.filter((entry): entry is Line => entry.kind === 'line' && entry.type === 'run_end');
  const usages = steps.flatMap(({ usage }) => (usage ? [usage] : []));
  const sum = (pick: (usage: NonNullable<Step['usage']>) => number | undefined): number => usages.reduce((total, usage) => total + (pick(usage) ?? 0), 0);
  const cost = sum((usage) => (usage as { cost_usd?: number }).cost_usd);
  const failures = steps.filter(({ result }) => result?.status === 'error').length;
  const parts: string[] = [
    escape(starts.at(-1)?.text ?? ''),
    `<span data-t="steps" data-n="${steps.length}">${steps.length} ${steps.length === 1 ? 'step' : 'steps'}</span>`,
    `<span class="${failures ? 'bad' : ''}" data-t="failures" data-n="${failures}">${failures} ${failures === 1 ? 'failure' : 'failures'}</span>`,
    `${sum((usage) => usage.input_tokens)} + ${sum((usage) => usage.output_tokens)} <span data-t="tokens">tokens</span>${usages.some(({ estimated }) => estimated) ? ' (≈)' : ''}`,
    ...(cost > 0 ? [`$${cost.toFixed(4)}`] : []),
    ...(ends.length ? [`<b>${escape(ends.at(-1)?.code ?? '')}</b>`] : []),
  ];
  return `<p>${parts.filter(Boolean).join(' · ')}</p>`;
}

function toolsHtml(steps: readonly Step[]): string {
  const names = [...new Set(steps.map(({ tool }) => tool))].sort();
  const option = (value: string, label: string): string => `<option value="${escape(value)}" data-t="${escape(value)}">${escape(label)}</option>`;
  return [
    '<div class="tools" role="search"><input id="search" type="search" placeholder="Search" data-p="search" aria-label="Search steps">',
    `<select id="status" aria-label="Status"><option value="" data-t="every">All results</option>${option('success', 'Success')}${option('partial', 'Partial')}${option('error', 'Errors')}${option('unanswered', 'No result')}</select>`,
    `<select id="tool" aria-label="Tool"><option value="" data-t="everytool">All tools</option>${names.map((name) => `<option>${escape(name)}</option>`).join('')}</select>`,
    '<button id="failure" type="button" data-t="nextfailure">Next failure</button><button id="fold" type="button" data-t="unfold">Unfold all</button>',
    '<button id="language" type="button" lang="zh">中文</button></div>',
    '<p class="keys"><kbd>j</kbd> <kbd>k</kbd> <span data-t="keysstep">next, previous step</span> · <kbd>f</kbd> <span data-t="keysfailure">next failure</span> · <kbd>/</kbd> <span data-t="keyssearch">search</span> · <kbd>e</kbd> <span data-t="keysfold">fold all</span></p>',
  ].join('');
}

/** One bar a step: as wide as it took long, coloured by how it ended. */
function timelineHtml(steps: readonly Step[]): string {
  const bars = steps.map((step) => {
    const status = step.result?.status ?? 'unanswered';
    const width = 1 + Math.min(30, Math.sqrt((step.result?.stats.time_ms ?? 0) / 10));
    return `<a href="#step-${step.number}" tabindex="-1" class="${status}" style="flex-grow:${width.toFixed(1)}" title="${step.number}. ${escape(step.tool)}: ${status}"></a>`;
  });
  return `<div class="time" aria-hidden="true">${bars.join('')}</div>`;
}

function lineHtml(entry: Line): string {
  if (entry.type === 'run_start') return '';
  const code = entry.code ? ` <code>${escape(entry.code)}</code>` : '';
  return `<p class="line ${entry.type}"><time>${escape(entry.at.slice(11, 19))}</time> <b data-t="${entry.type}">${entry.type.replace('_', ' ')}</b>${code} ${escape(entry.text)}</p>`;
}

/** What left this machine, in one line. */
function requestHtml({ at, request }: Sent): string {
  const { number, to, model, messages, new: fresh, characters, pictures, hidden } = request;
  const kept = hidden.length ? ` · <span data-t="kept">kept here</span>: ${escape(hidden.join(' '))}` : '';
  return `<p class="line request"><time>${escape(at.slice(11, 19))}</time> <b data-t="request">left this machine</b> ${number} → ${escape(to)} (${escape(model)}): ${messages} <span data-t="messages">messages</span>, ${fresh} <span data-t="new">new</span>, ${characters} <span data-t="characters">characters</span>, ${pictures} <span data-t="pictures">pictures</span>${kept}</p>`;
}
