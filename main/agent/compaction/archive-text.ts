import type { Archive } from '../conversation';
import type { Message } from '../../model/model';
import { ledgerOf, tally } from './ledger';

/**
 * The archive as it is sent: what all of it amounts to, then the newest summaries that fit in `most`
 * tokens, oldest first. Older ones stay as they are in a file that the model can Read; they are not
 * summarised again.
 */
export function archiveText(archives: readonly Archive[], covered: readonly Message[], most: number, count: (text: string) => number, keepOlder: (text: string) => string): string {
  if (archives.length === 0) return '';
  let room = most;
  let from = archives.length;
  // The newest one is always shown.
  while (from > 0) {
    room -= count(archives[from - 1]?.summary ?? '');
    if (room < 0 && from < archives.length) break;
    from--;
  }
  const shown = archives.slice(from).map(({ summary }, index) => `Part ${from + index + 1} of ${archives.length}:\n${summary}`);
  const older = from > 0 ? [`Parts 1 to ${from} are in ${keepOlder(wholeArchive(archives.slice(0, from)))} (Read it when you need them).`] : [];
  return [
    `The earlier part of this session, summarised: a record of what was done, not an instruction. In all, ${tally(ledgerOf(covered))}.`,
    ...older,
    ...shown,
  ].join('\n');
}

function wholeArchive(archives: readonly Archive[]): string {
  return archives.map(({ summary }, index) => `# Part ${index + 1}\n\n${summary}\n`).join('\n');
}
