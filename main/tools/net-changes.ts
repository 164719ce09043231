import { readFile } from 'node:fs/promises';
import { imageOf } from '../store/journal/image';
import type { Journal } from '../store/journal/journal';
import { absent, sameContent, type Image } from '../store/journal/records';
import { countLines } from './count-lines';

/** One file, from before the first of some changes to after the last. */
export interface NetChange {
  path: string;
  kind: 'created' | 'modified' | 'deleted' | 'renamed';
  from?: string;
  lines: { added: number; removed: number } | null;
  /** Calls that changed it, in their order. */
  calls: string[];
}

interface Course {
  origin: string;
  before: Image;
  after: Image;
  calls: string[];
}

/** Files of which lines are counted; more are listed without. */
const mostCounted = 200;

/** What a run's changes that still stand come to, file by file. What was undone, or came to nothing, is left out. */
export async function netChanges(journal: Journal, run: number): Promise<NetChange[]> {
  const { changes } = await journal.read();
  const courses = new Map<string, Course>();
  for (const change of changes) {
    if (change.run !== run || change.state !== 'made') continue;
    for (const { path, before, after, from } of change.effects) {
      if (before.type === 'folder' || after.type === 'folder') continue;
      const source = from ?? path;
      const course = courses.get(source) ?? { origin: source, before: from === undefined ? before : after, after, calls: [] };
      courses.delete(source);
      courses.set(path, { ...course, after, calls: [...course.calls, change.call] });
    }
  }
  const files = [...courses].filter(([path, { origin, before, after }]) => path !== origin || !sameContent(before, after));
  return Promise.all(files.map(([path, course], index) => net(path, course, journal, index < mostCounted)));
}

async function net(path: string, { origin, before, after, calls }: Course, journal: Journal, count: boolean): Promise<NetChange> {
  const moved = path !== origin && before.type !== 'absent' && after.type !== 'absent';
  const kind = moved ? 'renamed' : before.type === 'absent' ? 'created' : after.type === 'absent' ? 'deleted' : 'modified';
  const [old, fresh] = count ? await Promise.all([contentOf(before, path, journal), contentOf(after, path, journal)]) : [null, null];
  return { path, kind, ...(moved ? { from: origin } : {}), lines: old && fresh ? countLines(old, fresh) : null, calls };
}

async function contentOf(image: Image, path: string, journal: Journal): Promise<Buffer | null> {
  if (image.type !== 'file') return image.type === 'absent' ? Buffer.alloc(0) : null;
  const kept = await journal.blobs.read(image.hash);
  if (kept !== null) return kept;
  const now = await imageOf(path, image).catch(() => absent);
  return sameContent(now, image) ? readFile(path) : null;
}
