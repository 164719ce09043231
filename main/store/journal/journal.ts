import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { planWrite, writeWhole } from '../write-whole';
import { Blobs } from './blobs';
import { fitAll, fitSession, journalLimits, type JournalLimits } from './bounds';
import { hashOf, modeOf, statOf } from './image';
import { JournalWriter, readJournal, type JournalContent } from './journal-file';
import { markers, openHere } from './in-use';
import { openMarker, journalFolder } from './places';
import { absent, type ChangeRecord, type Effect, type JournalRecord } from './records';
import { mendSession, removeEmpty } from './recover';
import type { Grouped } from './group-effects';
import type { SnapshotBounds } from './snapshot';
import { undoChanges, type UndoItem } from './undo';
import { isWithin, Watch, watchLeft, type Author, type Seen } from './watch';

export type { Author };

/** What a command changed, as far as it could be seen. */
export interface Noted {
  changes: Grouped[];
  /** Paths that changed, or may have, without a way back. */
  uncovered: string[];
}

export interface JournalOptions {
  dataFolder: string;
  session: string;
  /** Real path of the folder whose changes by commands are looked for; none are without it. */
  root?: string;
  limits?: Partial<JournalLimits>;
  watchBounds?: Partial<SnapshotBounds>;
  /** Lines added and removed between two contents; null where that can't be said. */
  countLines?(before: Buffer, after: Buffer): { added: number; removed: number } | null;
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
  private readonly watch: Watch | null;
  private looking: Promise<unknown> = Promise.resolve();
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
    this.watch = options.root === undefined ? null : this.watchOf(options.root);
  }

  /** What is on disk of it. */
  read(): Promise<JournalContent> {
    return readJournal(this.file);
  }

  /** Mends what a killed process left; every other use does it first of itself. */
  mend(): Promise<void> {
    return this.begin();
  }

  /** Changes from here on belong to a new run; its number, from 1. */
  async beginRun(task: string): Promise<number> {
    // Where nothing can be read, nothing can be noted either: each change will say so.
    await this.begin().catch(() => undefined);
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
    if (this.watch?.running) await this.look(true, true);
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
      await writeWhole(plan, after, { expected: before });
    } catch (error) {
      await removeEmpty(folders);
      await this.writer.append({ type: 'void', at: new Date().toISOString(), change: number }).catch(() => undefined);
      throw error;
    }
    await this.watch?.refresh(path);
    await this.makeRoom();
  }

  /**
   * Runs a command between two looks at the folder and notes what it changed. `named`: files outside
   * the folder that it says it writes. `busy` tells, after `work`, whether a part of it goes on; what
   * that changes is found at the next look. A failure of `work` is passed on after its changes were noted.
   */
  async around<T>(author: Author, named: readonly string[], signal: AbortSignal, work: () => Promise<T>, busy: () => boolean): Promise<{ result: T; noted: Noted }> {
    const { watch } = this;
    if (!watch) return { result: await work(), noted: { changes: [], uncovered: [] } };
    try {
      await this.begin();
      await this.mark();
      await this.look(false, true);
      await watch.before(author, named, this.number, signal);
    } catch (error) {
      // A full disk must not keep a command from freeing it; the command was asked about, and it is said.
      const reason = error instanceof Error ? error.message : String(error);
      return { result: await work(), noted: { changes: [], uncovered: [`${watch.root} (${reason})`] } };
    }
    try {
      return { result: await work(), noted: await this.look(busy(), false) };
    } catch (error) {
      await this.look(busy(), false);
      throw error;
    }
  }

  /** Resolves when what was stopped has been looked after, and what runs in the background has been looked at. */
  async settled(): Promise<void> {
    await this.looking;
    if (this.watch?.running) await this.look(true, true);
  }

  /** One look at a time: what a stopped command changed is noted before anything else is done. */
  private look(busy: boolean, uncertain: boolean): Promise<Noted> {
    const mine = this.looking.then(async () => {
      const seen = (await this.watch?.after(uncertain)) ?? null;
      if (seen === null) return { changes: [], uncovered: [] };
      const noted = await this.note(seen);
      await this.watch?.done(busy);
      return noted;
    });
    this.looking = mine.catch(() => undefined);
    return mine;
  }

  private async note(seen: Seen): Promise<Noted> {
    const uncovered = new Set(seen.uncovered);
    for (const change of seen.changes) {
      const record = await this.prepare(seen, change);
      for (const { path, kept } of record.effects) if (!kept) uncovered.add(path);
      await this.add(record);
    }
    const what = [...uncovered];
    if (what.length > 0) await this.writer.append({ type: 'uncovered', at: new Date().toISOString(), run: this.run, call: seen.author.call, what: what.slice(0, 200) });
    await this.makeRoom();
    return { changes: seen.changes, uncovered: what };
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
  async close(): Promise<void> {
    try {
      // At once where nothing is left to do: the process may be about to end.
      if (!this.watch?.running) this.leave();
      // Nothing of ours runs any more; what a background task did last is found now.
      else await this.look(false, true).then(() => this.leave(), () => undefined);
    } finally {
      await this.watch?.close();
    }
  }

  private leave(): void {
    if (!this.marked) return;
    this.marked = false;
    openHere.delete(this.marker);
    rmSync(this.marker, { force: true });
    this.watch?.discard();
  }

  private begin(): Promise<void> {
    this.begun ??= this.load().catch((error: unknown) => {
      this.begun = null;
      throw error;
    });
    return this.begun;
  }

  private async load(): Promise<void> {
    const { dataFolder, session } = this.options;
    const left = (await markers(dataFolder)).filter((marker) => marker.session === session);
    // Whoever writes to it now leaves it in order; mending would take away what is being written.
    const mends = left.length > 0 && left.every(({ inUse }) => !inUse);
    if (mends) await mendSession(this.folder);
    const { changes, runs } = await this.read();
    this.number = changes.at(-1)?.number ?? 0;
    this.run = Math.max(runs.at(-1)?.run ?? 0, changes.at(-1)?.run ?? 0);
    if (!mends) return;
    await this.recover();
    for (const { file } of left) rmSync(file, { force: true });
  }

  /** A process was killed while a command ran: what is different since is noted, but it may be the person's. */
  private async recover(): Promise<void> {
    const left = await watchLeft(this.folder);
    const watch = this.watchOf(left?.root ?? '');
    try {
      if (left !== null && (await watch.resume())) {
        const seen = await watch.after(true);
        if (seen) await this.note(seen);
      }
      await watch.done(false);
    } finally {
      await watch.close();
    }
    watch.discard();
  }

  private watchOf(root: string): Watch {
    const { dataFolder, watchBounds } = this.options;
    const data = existsSync(dataFolder) ? realpathSync(dataFolder) : dataFolder;
    return new Watch(this.folder, root, (path) => isWithin(path, data) && !isWithin(root, data), watchBounds);
  }

  /** A journal that holds nothing leaves nothing on disk. */
  private async mark(): Promise<void> {
    if (this.marked) return;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    mkdirSync(dirname(this.marker), { recursive: true, mode: 0o700 });
    writeFileSync(this.marker, '');
    this.marked = true;
    openHere.add(this.marker);
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
      const given = error instanceof Error && 'code' in error ? String(error.code) : '';
      // A read-only disk answers ENOENT to some calls; whatever it is, our folder can't be written.
      const code = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EMFILE'].includes(given) ? given : 'EACCES';
      const reason = error instanceof Error ? error.message : String(error);
      throw new JournalError(code, `The change could not be noted for undo, so it was not made: ${reason}`);
    }
  }

  /** What was before goes where it stays; then the change can be noted. */
  private async prepare({ author, contents, uncertain }: Seen, change: Grouped): Promise<Omit<ChangeRecord, 'type' | 'number' | 'at' | 'run'>> {
    const effects: Effect[] = [];
    let lines: { added: number; removed: number } | null = { added: 0, removed: 0 };
    for (const effect of change.effects) {
      const { before, after, from } = effect;
      const old = from === undefined && before.type === 'file' ? await contents(before.hash) : null;
      const kept = from !== undefined || before.type !== 'file' || (old !== null && (await this.blobs.keep(old).then(() => true, () => false)));
      effects.push({ ...effect, kept: effect.kept && kept });
      if (from !== undefined || (before.type !== 'file' && after.type !== 'file')) continue;
      const fresh = after.type === 'file' ? await contents(after.hash) : Buffer.alloc(0);
      const counted = fresh === null || (old === null && before.type === 'file') ? null : (this.options.countLines?.(old ?? Buffer.alloc(0), fresh) ?? null);
      lines = lines && counted && { added: lines.added + counted.added, removed: lines.removed + counted.removed };
    }
    return { ...author, ...change, effects, ...(lines ? { lines } : {}), ...(uncertain ? { uncertain } : {}) };
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
