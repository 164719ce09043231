import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { journalRecordSchema, type ChangeRecord, type JournalRecord } from './records';

/** A change and how it stands. */
export interface Change extends ChangeRecord {
  /** `void`: it was noted, but a crash or an error came before it. */
  state: 'made' | 'undone' | 'void';
  /** What was before is no longer kept. */
  dropped: boolean;
}

/** All that a journal file says. */
export interface JournalContent {
  changes: Change[];
  runs: { run: number; at: string; task: string }[];
  uncovered: Extract<JournalRecord, { type: 'uncovered' }>[];
  /** Lines that could not be read. */
  unreadable: number;
}

/** Reads a journal; a missing file is an empty journal, a bad line is counted and passed over. */
export async function readJournal(file: string): Promise<JournalContent> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  const changes = new Map<number, Change>();
  const content: JournalContent = { changes: [], runs: [], uncovered: [], unreadable: 0 };
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const record = parse(line);
    if (record === null) content.unreadable++;
    else apply(record, changes, content);
  }
  content.changes = [...changes.values()].sort((one, other) => one.number - other.number);
  return content;
}

function apply(record: JournalRecord, changes: Map<number, Change>, content: JournalContent): void {
  switch (record.type) {
    case 'change':
      changes.set(record.number, { ...record, state: 'made', dropped: false });
      break;
    case 'run':
      content.runs.push(record);
      break;
    case 'uncovered':
      content.uncovered.push(record);
      break;
    case 'dropped':
      for (const change of changes.values()) if (change.number <= record.up_to) change.dropped = true;
      break;
    default: {
      const change = changes.get(record.change);
      if (change) change.state = record.type === 'undo' ? 'undone' : record.type === 'redo' ? 'made' : 'void';
    }
  }
}

function parse(line: string): JournalRecord | null {
  try {
    const record = journalRecordSchema.safeParse(JSON.parse(line));
    return record.success ? record.data : null;
  } catch {
    return null;
  }
}

/** Appends records; each is on disk when its promise resolves. A line cut off by a crash stays a line of its own. */
export class JournalWriter {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly file: string) {}

  append(...records: JournalRecord[]): Promise<void> {
    const mine = this.last.then(() => this.write(records.map((record) => JSON.stringify(record) + '\n').join('')));
    this.last = mine.catch(() => undefined);
    return mine;
  }

  private async write(text: string): Promise<void> {
    await mkdir(dirname(this.file), { recursive: true, mode: 0o700 });
    const handle = await open(this.file, 'a+', 0o600);
    try {
      const { size } = await handle.stat();
      const end = Buffer.alloc(1);
      const cut = size > 0 && (await handle.read(end, 0, 1, size - 1)).bytesRead === 1 && end[0] !== 0x0a;
      await handle.appendFile((cut ? '\n' : '') + text);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}
