import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { planWrite, writeWhole } from '../write-whole';
import { Blobs } from './blobs';
import { fitAll, fitSession, journalLimits, type JournalLimits } from './bounds';
import { hashOf, modeOf, statOf } from './image';
import { JournalWriter, readJournal, type JournalContent } from './journal-file';
import { openMarker, journalFolder } from './places';
import { absent, type ChangeRecord, type Effect, type JournalRecord } from './records';
import { mendSession, removeEmpty } from './recover';
import { undoChanges, type UndoItem } from './undo';

export interface JournalOptions {
  dataFolder: string;
  session: string;
  limits?: Partial<JournalLimits>;
  /** Lines added and removed between two contents; null where that can't be said. */
  countLines?(before: Buffer, after: Buffer): { added: number; removed: number } | null;
}

/** Who makes a change. */
export interface Author {
  call: string;
  tool: string;
}

/** A change could not be noted, so it was not made. `code` is the system's ("ENOSPC"). */
export class JournalError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'JournalError';
  }
}

/**
 * What a session changed on disk, kept so that each change can be taken back. A change is noted with
 * what was there before, on disk, before it is made; a change that can't be noted is not made.
 */
export class Journal {
  readonly folder: string;
  readonly blobs: Blobs;
  readonly limits: JournalLimits;
  private readonly file: string;
  private readonly writer: JournalWriter;
  private readonly marker: string;
  private number = 0;
  private run = 0;
  /** A run is written down with its first change: most runs change nothing. */
  private pendingRun: JournalRecord | null = null;
  private begun: Promise<void> | null = null;
  private marked = false;

  constructor(private readonly options: JournalOptions) {
    const { dataFolder, session } = options;
    this.limits = { ...journalLimits, ...options.limits };
    this.folder = journalFolder(dataFolder, session);
    this.file = join(this.folder, 'journal.jsonl');
    this.blobs = new Blobs(join(this.folder, 'blobs'));
    this.writer = new JournalWriter(this.file);
    this.marker = openMarker(dataFolder, session);
  }

  /** What is on disk of it. */
  read(): Promise<JournalContent> {
    return readJournal(this.file);
  }

  /** Changes from here on belong to a new run; its number, from 1. */
  async beginRun(task: string): Promise<number> {
    await this.begin();
    this.run += 1;
    this.pendingRun = { type: 'run', at: new Date().toISOString(), run: this.run, task: task.slice(0, 200) };
    return this.run;
  }

  /** Whether the content of a file of this size would be kept, so that changing it can be undone. */
  keeps(size: number): boolean {
    return size <= this.limits.largestKept;
  }

  /**
   * Replaces or creates a file, noted first. `before` is what is there now, null for nothing.
   * @throws JournalError when it can't be noted; what the system throws when it can't be written.
   * Either way the file is as it was.
   */
  async replace(author: Author, path: string, before: Buffer | null, after: Buffer): Promise<void> {
    await this.noting(() => this.begin());
    const plan = await planWrite(path);
    const stats = before === null ? null : await statOf(path);
    const kept = before === null || this.keeps(before.length);
    const folders = await missingFolders(dirname(path));
    const mode = stats ? modeOf(stats) : 0o666 & ~process.umask();
    const number = await this.noting(async () => {
      if (before !== null && kept) await this.blobs.keep(before);
      // A file written in place can be torn by a crash: both ends are needed to see that and mend it.
      if (plan.temporary === null) await this.blobs.keep(after);
      const lines = this.options.countLines?.(before ?? Buffer.alloc(0), after) ?? null;
      return this.add({
        ...author,
        kind: before === null ? 'created' : 'modified',
        path,
        effects: [
          ...folders.map((folder): Effect => ({ path: folder, before: absent, after: { type: 'folder', mode: 0o777 & ~process.umask() }, kept: true })),
          {
            path,
            before: before === null ? absent : { type: 'file', hash: hashOf(before), size: before.length, mode },
            after: { type: 'file', hash: hashOf(after), size: after.length, mode },
            kept,
          },
        ],
        ...(lines ? { lines } : {}),
        ...(plan.temporary === null ? { in_place: true } : { temporary: plan.temporary }),
      });
    });
    try {
      await writeWhole(plan, after);
    } catch (error) {
      await removeEmpty(folders);
      await this.writer.append({ type: 'void', at: new Date().toISOString(), change: number }).catch(() => undefined);
      throw error;
    }
    await this.makeRoom();
  }

  /** Notes changes that were seen after they had happened. `contents` gives what was there before. */
  async note(author: Author, changes: readonly Omit<ChangeRecord, 'type' | 'number' | 'at' | 'run' | 'call' | 'tool'>[], contents: (hash: string) => Promise<Buffer | null>): Promise<number[]> {
    await this.begin();
    const numbers: number[] = [];
    for (const change of changes) {
      const effects: Effect[] = [];
      for (const effect of change.effects) effects.push({ ...effect, kept: effect.kept && (await this.keepBefore(effect, contents)) });
      numbers.push(await this.noting(() => this.add({ ...author, ...change, effects })));
    }
    await this.makeRoom();
    return numbers;
  }

  /** Says what of a call's changes could not be recorded. */
  async noteUncovered(call: string, what: string[]): Promise<void> {
    await this.begin();
    await this.writer.append({ type: 'uncovered', at: new Date().toISOString(), run: this.run, call, what });
  }

  /** Takes changes back, newest first; see `undoChanges`. */
  async undo(numbers: ReadonlySet<number>, options: { dryRun?: boolean; chosen?: boolean } = {}): Promise<UndoItem[]> {
    await this.begin();
    return undoChanges((await this.read()).changes, numbers, this.blobs, this.writer, { direction: 'undo', largestKept: this.limits.largestKept, ...options });
  }

  /** Makes changes again that were taken back, oldest first. */
  async redo(numbers: ReadonlySet<number>, options: { dryRun?: boolean } = {}): Promise<UndoItem[]> {
    await this.begin();
    return undoChanges((await this.read()).changes, numbers, this.blobs, this.writer, { direction: 'redo', largestKept: this.limits.largestKept, chosen: true, ...options });
  }

  /** This process is done with it. What a killed process leaves instead is mended at the next start. */
  close(): void {
    if (this.marked) rmSync(this.marker, { force: true });
    this.marked = false;
  }

  private begin(): Promise<void> {
    this.begun ??= this.load().catch((error: unknown) => {
      this.begun = null;
      throw error;
    });
    return this.begun;
  }

  private async load(): Promise<void> {
    if (existsSync(this.folder)) await mendSession(this.folder);
    const { changes, runs } = await this.read();
    this.number = changes.at(-1)?.number ?? 0;
    this.run = Math.max(runs.at(-1)?.run ?? 0, changes.at(-1)?.run ?? 0);
  }

  /** A journal that holds nothing leaves nothing on disk. */
  private async mark(): Promise<void> {
    if (this.marked) return;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    mkdirSync(dirname(this.marker), { recursive: true, mode: 0o700 });
    writeFileSync(this.marker, '');
    this.marked = true;
    void fitAll(dirname(this.folder), new Set([this.options.session]), this.limits).catch(() => undefined);
  }

  private async add(change: Omit<ChangeRecord, 'type' | 'number' | 'at' | 'run'>): Promise<number> {
    await this.mark();
    const run = this.pendingRun;
    const number = this.number + 1;
    const record: ChangeRecord = { type: 'change', number, at: new Date().toISOString(), run: this.run, ...change };
    await this.writer.append(...(run ? [run] : []), record);
    this.pendingRun = null;
    this.number = number;
    return number;
  }

  private async noting<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
      const reason = error instanceof Error ? error.message : String(error);
      throw new JournalError(code, `The change could not be noted for undo, so it was not made: ${reason}`);
    }
  }

  private async keepBefore({ before }: Effect, contents: (hash: string) => Promise<Buffer | null>): Promise<boolean> {
    if (before.type !== 'file' || (await this.blobs.has(before.hash))) return true;
    const bytes = await contents(before.hash);
    if (bytes === null) return false;
    return this.blobs.keep(bytes).then(() => true, () => false);
  }

  private async makeRoom(): Promise<void> {
    if ((await this.blobs.total()) <= this.limits.mostKept) return;
    const upTo = await fitSession((await this.read()).changes, this.blobs, this.limits.mostKept);
    if (upTo > 0) await this.writer.append({ type: 'dropped', at: new Date().toISOString(), up_to: upTo });
  }
}

/** Folders that do not exist yet on the way to one, outermost first. */
async function missingFolders(folder: string): Promise<string[]> {
  const missing: string[] = [];
  for (let at = folder; (await statOf(at)) === null; at = dirname(at)) {
    missing.unshift(at);
    if (dirname(at) === at) break;
  }
  return missing;
}
