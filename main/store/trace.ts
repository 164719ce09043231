import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RunEvent } from '../../preload/contract/run-event';
import { maskDeep } from './mask';
import { renderTrace } from './trace-html';

/** One line of trace.jsonl: an event, when it happened, and the files of its pictures. */
export type TraceRecord = { at: string; shots?: string[] } & Omit<RunEvent, 'images' | 'image'>;

export interface Trace {
  readonly folder: string;
  /** Writes the event at once; a killed run leaves everything up to its last event. */
  record(event: RunEvent): void;
  /** Makes trace.html from what was recorded and returns its path. */
  render(): string;
}

/**
 * The glass box of a session: `trace.jsonl`, one event a line as it happens, pictures under
 * `shots/`, and `trace.html` made from them. Streamed pieces are left out: their whole follows.
 */
export function openTrace(folder: string, mask: (text: string) => string, now: () => Date = () => new Date()): Trace {
  mkdirSync(path.join(folder, 'shots'), { recursive: true });
  const file = path.join(folder, 'trace.jsonl');
  const html = path.join(folder, 'trace.html');
  let shots = existsSync(file) ? readTrace(file).reduce((count, record) => count + (record.shots?.length ?? 0), 0) : 0;

  const keep = (bytes: Uint8Array): string => {
    const type = bytes[0] === 0x89 ? 'png' : 'jpg';
    const name = `shots/${String(++shots).padStart(4, '0')}.${type}`;
    writeFileSync(path.join(folder, name), bytes);
    return name;
  };

  return {
    folder,
    record(event) {
      if (event.type === 'delta') return;
      const { images, image, ...rest } = event as RunEvent & { images?: Uint8Array[]; image?: Uint8Array };
      const pictures = [...(image ? [image] : []), ...(images ?? [])];
      const masked = maskDeep(rest, mask) as Omit<RunEvent, 'images' | 'image'>;
      const record: TraceRecord = { at: now().toISOString(), ...masked, ...(pictures.length ? { shots: pictures.map(keep) } : {}) };
      appendFileSync(file, JSON.stringify(record) + '\n');
    },
    render() {
      const records = readTrace(file);
      writeFileSync(html, renderTrace(records, (shot) => readFileSync(path.join(folder, shot))));
      return html;
    },
  };
}

/** Reads a trace; lines that are no JSON (a crash in the middle of a write) are skipped. */
export function readTrace(file: string): TraceRecord[] {
  if (!existsSync(file)) return [];
  const records: TraceRecord[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (!line.trim()) continue;
    try {
      records.push(JSON.parse(line) as TraceRecord);
    } catch {
      continue;
    }
  }
  return records;
}
