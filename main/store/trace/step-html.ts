import { effectWords, gateWords, type Step } from './steps';

export type ReadShot = (name: string) => Uint8Array;

/** One step, folded; `room` is how many characters its values may take together. */
export function stepHtml(step: Step, room: number, readShot: ReadShot): string {
  const { result } = step;
  const status = result?.status ?? 'unanswered';
  const code = result?.error ? ` <code>${escape(result.error.code)}</code>` : '';
  const diff = typeof result?.data['diff'] === 'string' ? result.data['diff'] : '';
  const { diff: _shown, effect: _told, ...data } = result?.data ?? {};
  const found = result ? JSON.stringify({ ...(Object.keys(data).length ? { data } : {}), ...(result.error ? { error: result.error } : {}) }, null, 1) : '';
  const cut = sharesOf(room, { why: step.why, call: JSON.stringify(step.arguments, null, 1), gate: gateWords(step), text: result?.text ?? '', effect: effectWords(step), diff, found: found === '{}' ? '' : found, next: step.next.join('\n') });
  const heading = `<time>${escape(step.at.slice(11, 19))}</time> <b>${step.number}. ${escape(step.tool)}</b> <span class="badge" data-t="${status}">${status}</span>${code}`;
  return [
    `<details class="step ${status}" id="step-${step.number}" data-status="${status}" data-tool="${escape(step.tool)}"><summary>${heading} `,
    `<span class="text">${escape(short(result?.text ?? ''))}</span> <span class="ms">${result ? `${Math.round(result.stats.time_ms)} ms` : ''}</span></summary><dl>`,
    row('why', 'Why', cut.why),
    row('call', 'Call', cut.call),
    row('gate', 'Gate', cut.gate),
    step.before ? `<dt data-t="where">Where, before</dt><dd>${figure(step.before.shot, step.before.spot, readShot)}</dd>` : '',
    row('result', 'Result', cut.text),
    row('effect', 'Effect', cut.effect),
    diff ? `<dt data-t="diff">Change</dt><dd><pre class="diff">${diffHtml(cut.diff)}</pre></dd>` : '',
    row('data', 'Details', cut.found),
    step.after.length ? `<dt data-t="after">After</dt><dd>${step.after.map((shot) => figure(shot, null, readShot)).join('')}</dd>` : '',
    row('next', 'What it did next', cut.next),
    step.usage ? row('tokens', 'Tokens', usageWords(step.usage)) : '',
    '</dl></details>',
  ].join('');
}

function usageWords(usage: NonNullable<Step['usage']>): string {
  const { cost_usd: cost } = usage as { cost_usd?: number };
  return `${usage.input_tokens} + ${usage.output_tokens}${usage.estimated ? ' ≈' : ''}${cost === undefined ? '' : ` · $${cost.toFixed(4)}`}`;
}

/** Values within their room: short ones whole, the long ones share what is left. */
function sharesOf<K extends string>(room: number, values: Record<K, string>): Record<K, string> {
  let left = room;
  let open = Object.entries<string>(values).sort(([, one], [, other]) => one.length - other.length) as [K, string][];
  const cut = {} as Record<K, string>;
  while (open.length > 0) {
    const [[name, value] = ['' as K, ''], ...rest] = open;
    const share = Math.max(200, Math.floor(left / open.length));
    cut[name] = value.length > share ? `${value.slice(0, share)}\n… (${value.length - share} more characters in trace.jsonl)` : value;
    left -= Math.min(value.length, share);
    open = rest;
  }
  return cut;
}

function row(key: string, label: string, text: string): string {
  return text ? `<dt data-t="${key}">${label}</dt><dd><pre>${escape(text)}</pre></dd>` : '';
}

function diffHtml(diff: string): string {
  return diff
    .split('\n')
    .map((line) => {
      const kind = /^(?:\+\+\+|---|===|Index:|@@)/.test(line) ? 'head' : line.startsWith('+') ? 'plus' : line.startsWith('-') ? 'minus' : '';
      return kind ? `<span class="${kind}">${escape(line)}</span>` : escape(line);
    })
    .join('\n');
}

/** A picture, with a ring where the action was about to land (percent of it). */
function figure(name: string, spot: { left: number; top: number } | null, readShot: ReadShot): string {
  const ring = spot ? `<span class="ring" style="left:${spot.left}%;top:${spot.top}%"></span>` : '';
  try {
    const type = name.endsWith('.png') ? 'png' : 'jpeg';
    return `<figure><img alt="${escape(name)}" loading="lazy" src="data:image/${type};base64,${Buffer.from(readShot(name)).toString('base64')}">${ring}</figure>`;
  } catch {
    return `<p>The picture ${escape(name)} is missing.</p>`;
  }
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

/** Text from outside as text of the page. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
