import { foundPaths } from '../results';
import { must, type Plan, type Script, type Work } from '../script';
import { bullets, placeName } from './text';
import { fitsGlob, walk } from './walk';

/** Names that an answer lists. */
const MOST_NAMES = 50;

/** Files by name: Glob where it is offered, a walk with LS otherwise. */
export function* findTask(work: Work, { pattern, folder }: { pattern: string; folder: string }): Script {
  const { paths, cut } = yield* pathsOf(work, pattern, folder);
  const shown = pattern.replace(/^\*\*\//, '');
  const where = placeName(work, folder);
  const limits = cut ? [work.say('planner.find.cut')] : [];
  if (paths.length === 0) return [work.say('planner.find.none', { pattern: shown, folder: where }), ...limits].join(' ');
  const more = paths.length > MOST_NAMES ? [work.say('planner.list.more', { count: paths.length - MOST_NAMES })] : [];
  return [work.say('planner.find.found', { pattern: shown, folder: where, count: paths.length }), bullets(paths.slice(0, MOST_NAMES)), ...more, ...limits].join('\n\n');
}

/** Paths that fit a glob below a folder. */
export function* pathsOf(work: Work, pattern: string, folder: string): Plan<{ paths: string[]; cut: boolean }> {
  if (work.tools.has('Glob')) {
    const envelope = yield* must(work, 'planner.why.find', 'Glob', { pattern, path: folder }, { pattern, folder: placeName(work, folder) });
    return { paths: foundPaths(envelope).paths, cut: envelope.status === 'partial' };
  }
  const { files, cut } = yield* walk(work, folder);
  const below = folder === '.' ? '' : `${folder.replace(/\/$/, '')}/`;
  return { paths: files.filter((file) => fitsGlob(file.startsWith(below) ? file.slice(below.length) : file, pattern)), cut };
}
