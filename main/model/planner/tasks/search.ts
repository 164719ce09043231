import { foundLines, pageOf, type FoundLine } from '../results';
import { attempt, must, type Plan, type Script, type Work } from '../script';
import { bullets, placeName } from './text';
import { walk } from './walk';

/** Lines that an answer quotes, and files that are read when Grep isn't there. */
const MOST_LINES = 30;
const MOST_FILES = 80;
const UNREADABLE = /\.(?:png|jpe?g|gif|webp|zip|gz|pdf|exe|so|dll|mp[34]|avi|mov|woff2?|ttf|ico)$/i;

/** Text inside files, case ignored: Grep where it is offered, otherwise each file is read. */
export function* searchTask(work: Work, { text, folder }: { text: string; folder: string }): Script {
  const { lines, cut } = work.tools.has('Grep') ? yield* byGrep(work, text, folder) : yield* byReading(work, text, folder);
  const where = placeName(work, folder);
  const limits = cut ? [work.say('planner.search.cut')] : [];
  if (lines.length === 0) return [work.say('planner.search.none', { text, folder: where }), ...limits].join(' ');
  const files = new Set(lines.map((line) => line.path)).size;
  const quoted = lines.slice(0, MOST_LINES).map(({ path, line, text: found }) => `${path}:${line}: ${found.trim().slice(0, 160)}`);
  const more = lines.length > MOST_LINES ? [work.say('planner.list.more', { count: lines.length - MOST_LINES })] : [];
  return [work.say('planner.search.found', { text, folder: where, count: lines.length, files }), bullets(quoted), ...more, ...limits].join('\n\n');
}

function* byGrep(work: Work, text: string, folder: string): Plan<{ lines: FoundLine[]; cut: boolean }> {
  const pattern = text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const envelope = yield* must(work, 'planner.why.search', 'Grep', { pattern, path: folder }, { text, folder: placeName(work, folder) });
  return { lines: foundLines(envelope).matches, cut: envelope.status === 'partial' };
}

function* byReading(work: Work, text: string, folder: string): Plan<{ lines: FoundLine[]; cut: boolean }> {
  const { files, cut } = yield* walk(work, folder);
  const readable = files.filter((file) => !UNREADABLE.test(file));
  const wanted = text.toLowerCase();
  const lines: FoundLine[] = [];
  let partial = cut || readable.length > MOST_FILES;
  for (const path of readable.slice(0, MOST_FILES)) {
    const envelope = yield* attempt(work, 'planner.why.read', 'Read', { path, limit: 2000 }, { file: path });
    if (envelope.status === 'error') continue;
    const page = pageOf(envelope);
    partial ||= page.nextLine !== null;
    page.lines.forEach((line, index) => {
      if (line.toLowerCase().includes(wanted)) lines.push({ path, line: index + 1, text: line });
    });
  }
  return { lines, cut: partial };
}
