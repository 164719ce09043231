import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RunEvent } from '../../preload/contract/run-event';
import { AppendFile } from './append-file';
import { FailureWatch, type FailureRecord } from './trace/failures';
import { recordsOf } from './trace/lines';
import { RequestLog, type RequestSummary, type SentRequest } from './trace/requests';
import { renderTrace } from './trace/html';

/** What is recorded beside the events of a run. */
type Added = RequestSummary | FailureRecord;

/** One line of trace.jsonl: an event, when it happened, and the files of its pictures. */
export type TraceRecord = { at: string; shots?: string[] } & (Omit<RunEvent, 'images' | 'image'> | Added);

export interface Trace {
  readonly folder: string;
  /** Writes the event at once; a killed run leaves everything up to its last event. */
  record(event: RunEvent): void;
  /** Writes what was sent to a model: a line here, its whole in `requests.jsonl`. */
  sent(request: SentRequest): void;
  /** Makes trace.html from what was recorded and returns its path. */
  render(): string;
  /** Lets go of its files; what is recorded afterwards opens them again. */
  close(): void;
}

/** The same value with nothing secret in it. */
export type Conceal = <T>(value: T) => T;

/**
 * The glass box of a session: `trace.jsonl`, one event a line as it happens, pictures under
 * `shots/`, requests in `requests.jsonl`, and `trace.html` made from them. Streamed pieces are left
 * out: their whole follows. A failed call has one more line, `failure`, that tells it whole.
 */
export function openTrace(folder: string, conceal: Conceal, now: () => Date = () => new Date()): Trace {
  mkdirSync(path.join(folder, 'shots'), { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'trace.jsonl');
  const html = path.join(folder, 'trace.html');
  let shots = Math.max(0, ...readdirSync(path.join(folder, 'shots')).map((name) => Number.parseInt(name, 10) || 0));
  const events = new AppendFile(file);
  const sent = new AppendFile(path.join(folder, 'requests.jsonl'));
  const requests = new RequestLog(countLines(path.join(folder, 'requests.jsonl')));
  const failures = new FailureWatch();

  const keep = (bytes: Uint8Array): string => {
    const type = bytes[0] === 0x89 ? 'png' : 'jpg';
    const name = `shots/${String(++shots).padStart(4, '0')}.${type}`;
    writeFileSync(path.join(folder, name), bytes, { mode: 0o600 });
    return name;
  };
  const write = (record: TraceRecord): void => events.add(`${JSON.stringify(record)}\n`);

  return {
    folder,
    record(event) {
      if (event.type === 'delta') return;
      const { images, image, ...rest } = event as RunEvent & { images?: Uint8Array[]; image?: Uint8Array };
      const pictures = [...(image ? [image] : []), ...(images ?? [])];
      const at = now().toISOString();
      // An event without pictures is concealed as the object that it is: others conceal it too, and once is enough.
      const concealed = conceal(pictures.length ? (rest as RunEvent) : event);
      for (const failure of failures.see(concealed)) write({ at, ...failure });
      const shots: string[] = [];
      try {
        for (const picture of pictures) shots.push(keep(picture));
      } finally {
        // A picture that finds no room takes no event with it.
        write({ at, ...concealed, ...(pictures.length ? { shots } : {}) });
      }
    },
    sent(request) {
      const { record, summary } = requests.next(request, now().toISOString());
      sent.add(`${JSON.stringify(record)}\n`);
      write({ at: record.at, ...summary });
    },
    render: () => renderTraceIn(folder) ?? html,
    close() {
      events.close();
      sent.close();
    },
  };
}

/** Makes trace.html of the trace in a folder and returns its path; null when nothing was recorded there. */
export function renderTraceIn(folder: string): string | null {
  const records = readTrace(path.join(folder, 'trace.jsonl'));
  if (records.length === 0) return null;
  const html = path.join(folder, 'trace.html');
  writeFileSync(html, renderTrace(records, (shot) => readFileSync(path.join(folder, shot))), { mode: 0o600 });
  return html;
}

function countLines(file: string): number {
  if (!existsSync(file)) return 0;
  const bytes = readFileSync(file);
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) count++;
  return count;
}

/** Reads a trace; lines that are no JSON (a crash in the middle of a write) are skipped. */
export function readTrace(file: string): TraceRecord[] {
  return recordsOf<TraceRecord>(file);
}
