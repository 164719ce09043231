import type { Author, Journal } from '../store/journal/journal';
import { planWrite, writeWhole } from '../store/write-whole';

/** The one way by which a tool changes a file: noted in the session's journal before it happens. */
export interface ChangeRecorder {
  /** Whether what is there now, of this size in bytes, would be kept, so that the change can be undone. */
  keeps(size: number): boolean;
  /** Replaces a file whole, or creates it (`before` null) with its folders. Throws, and the file is as it was. */
  replace(path: string, before: Buffer | null, after: Buffer): Promise<void>;
}

/** Records for one call; without a journal changes are made all the same, and can't be undone. */
export function changeRecorder(journal: Journal | undefined, author: Author): ChangeRecorder {
  return {
    keeps: (size) => journal?.keeps(size) ?? true,
    async replace(path, before, after) {
      if (journal) await journal.replace(author, path, before, after);
      else await writeWhole(await planWrite(path), after);
    },
  };
}
