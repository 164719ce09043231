import { foundLines, pageOf, type FoundLine } from '../results';
import { attempt, must, type Plan, type Script, type Work } from '../script';
import { pathsOf } from './find';
import { bullets, placeName } from './text';
import { walk } from './walk';

interface Found {
  lines: FoundLine[];
  /** Not everything was looked at. */
  cut: boolean;
}

/** Lines that an answer quotes, and files that are read when Grep isn't there. */
const MOST_LINES = 30;
const MOST_FILES = 30;
const UNREADABLE = /\.(?:png|jpe?g|gif|webp|zip|gz|pdf|exe|so|dll|mp[34]|avi|mov|woff2?|ttf|ico)$/i;

/** Grep takes office files for binary ones; Read knows what they say. */
const OFFICE = '**/*.{ods,odt,xlsx,docx}';

/** Text inside files, case ignored: Grep where it is offered, office files by Read; without Grep each file is read. */
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

function* byGrep(work: Work, text: string, folder: string): Plan<Found> {
  const pattern = text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const envelope = yield* must(work, 'planner.why.search', 'Grep', { pattern, path: folder }, { text, folder: placeName(work, folder) });
  const office = yield* pathsOf(work, OFFICE, folder);
  const read = yield* readEach(work, office.paths, text);
  return { lines: [...foundLines(envelope), ...read.lines], cut: envelope.status === 'partial' || office.cut || read.cut };
}

function* byReading(work: Work, text: string, folder: string): Plan<Found> {
  const { files, cut } = yield* walk(work, folder);
  const read = yield* readEach(work, files.filter((file) => !UNREADABLE.test(file)), text);
  return { lines: read.lines, cut: cut || read.cut };
}

function* readEach(work: Work, files: string[], text: string): Plan<Found> {
  const wanted = text.toLowerCase();
  const found: Found = { lines: [], cut: files.length > MOST_FILES };
  for (const path of files.slice(0, MOST_FILES)) {
    const envelope = yield* attempt(work, 'planner.why.read', 'Read', { path, limit: 2000 }, { file: path });
    if (envelope.status === 'error') continue;
    const page = pageOf(envelope);
    found.cut ||= page.nextLine !== null;
    page.lines.forEach((line, index) => {
      if (line.toLowerCase().includes(wanted)) found.lines.push({ path, line: index + 1, text: line });
    });
  }
  return found;
}
