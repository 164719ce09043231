import type { Envelope } from '../../../preload/contract/envelope';

/** Keeps a text as a file that the model can Read; returns its path. */
export type KeepWhole = (text: string, kind: 'result' | 'request') => string;

/** Lengths that strings (characters) and lists (items) are cut to, in turn, until the result fits. */
const CUTS = [
  { string: 4_000, list: 200 },
  { string: 2_000, list: 100 },
  { string: 1_000, list: 50 },
  { string: 500, list: 24 },
  { string: 240, list: 12 },
  { string: 120, list: 6 },
  { string: 60, list: 2 },
] as const;

/**
 * The result as the model is sent it, as JSON of at most about `most` tokens. A larger one is cut in
 * its data, said to be partial, and names the file that holds it whole.
 */
export function fitResult(envelope: Envelope, most: number, count: (text: string) => number, keepWhole: KeepWhole): string {
  const whole = JSON.stringify(envelope);
  if (whole.length <= most || count(whole) <= most) return whole;
  const file = keepWhole(readable(envelope), 'result');
  let text = whole;
  for (const { string, list } of CUTS) {
    const cut: Envelope = {
      ...envelope,
      status: envelope.status === 'success' ? 'partial' : envelope.status,
      data: { ...(shorten(envelope.data, string, list) as Record<string, unknown>), whole_result: file },
      text: `${ends(envelope.text, Math.min(string, 400))} Cut to fit the model’s window; the whole is in ${file}: Read it in parts, or search it with Grep.`,
      context: shorten(envelope.context, 120, 6) as Envelope['context'],
    };
    text = JSON.stringify(cut);
    if (count(text) <= most) break;
  }
  return text;
}

/** A person's words of at most about `most` tokens; longer ones keep both ends and name the file that holds them whole. */
export function fitRequest(text: string, most: number, count: (text: string) => number, keepWhole: KeepWhole): string {
  if (text.length <= most || count(text) <= most) return text;
  const file = keepWhole(text, 'request');
  let length = text.length;
  let cut = text;
  while (count(cut) > most && length > 200) {
    length = Math.floor(length * 0.7);
    cut = ends(text, length);
  }
  return `${cut}\n[Deskwright: the request was too long for the model’s window; all of it is in ${file}. Read it in parts.]`;
}

/** What is kept as a file: the one long text if there is one, so that it can be read by lines; else all as JSON. */
function readable(envelope: Envelope): string {
  const long = Object.values(envelope.data).filter((value): value is string => typeof value === 'string' && value.length > 400);
  return long.length === 1 && long[0] ? long[0] : JSON.stringify(envelope, null, 2);
}

function shorten(value: unknown, longest: number, most: number): unknown {
  if (typeof value === 'string') return ends(value, longest);
  if (Array.isArray(value)) {
    const shown = value.slice(0, most).map((item) => shorten(item, longest, most));
    return value.length > most ? [...shown, `… ${value.length - most} more`] : shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item, longest, most)]));
}

/** Head and tail of a text, cut between characters, with the number left out between them. */
export function ends(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const head = text.slice(0, Math.ceil(longest * 0.6)).replace(/[\uD800-\uDBFF]$/, '');
  const tail = text.slice(text.length - Math.floor(longest * 0.4)).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`;
}
