import { z } from 'zod';
import type { SessionRecord } from '../../store/session-log';
import type { Archive } from '../conversation';

const schema = z.object({ type: z.literal('compaction'), through: z.number().int().min(0), summary: z.string(), by: z.enum(['model', 'rules']) });

/** A summary as the session's log keeps it: `through` is the number of the last message that it covers. */
export function recordOfArchive(archive: Archive): SessionRecord {
  return { type: 'compaction', ...archive };
}

/** The summaries in a log, in order; one that goes back behind an earlier one is no summary of ours. */
export function archivesOf(records: readonly SessionRecord[]): Archive[] {
  const archives: Archive[] = [];
  for (const record of records) {
    const { success, data } = schema.safeParse(record);
    if (success && data.through > (archives.at(-1)?.through ?? -1)) archives.push({ through: data.through, summary: data.summary, by: data.by });
  }
  return archives;
}
