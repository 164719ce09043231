import { markers } from './in-use';
import { Journal } from './journal';

/**
 * Mends every session that a killed process had open: what it left half written is removed, and
 * what a command of it was changing is noted. To be called at a start; gives the sessions. Never rejects.
 */
export async function mendAll(dataFolder: string): Promise<string[]> {
  const mended: string[] = [];
  for (const { session, inUse } of await markers(dataFolder)) {
    if (inUse) continue;
    try {
      const journal = new Journal({ dataFolder, session });
      await journal.mend();
      await journal.close();
      mended.push(session);
    } catch {
      // A journal that can't be read now is tried again at the next start.
    }
  }
  return mended;
}
