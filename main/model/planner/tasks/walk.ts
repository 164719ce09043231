import { listing } from '../results';
import { attempt, Halt, type Plan, type Work } from '../script';
import { placeName } from './text';

/** Folders that a walk looks into; beyond it says that it stopped. */
const MOST_FOLDERS = 60;
/** Folders of tools, never of the person's own files. */
const SKIPPED = /^(?:node_modules|__pycache__|target|dist|build)$/;

/** Every file below a folder, breadth first with LS, for when Glob isn't there. Hidden ones are left out. */
export function* walk(work: Work, folder: string): Plan<{ files: string[]; cut: boolean }> {
  const files: string[] = [];
  const waiting = [folder];
  for (let seen = 0; waiting.length > 0; seen++) {
    if (seen >= MOST_FOLDERS) return { files, cut: true };
    const path = waiting.shift() ?? folder;
    const envelope = yield* attempt(work, 'planner.why.walk', 'LS', { path, limit: 1000 }, { folder: placeName(work, path) });
    if (envelope.status === 'error') {
      if (path === folder) throw new Halt(envelope, work.say('planner.why.walk', { folder: placeName(work, path) }));
      continue;
    }
    for (const { name, type } of listing(envelope).entries) {
      const inside = path === '.' ? name : `${path.replace(/\/$/, '')}/${name}`;
      if (type === 'folder' && !SKIPPED.test(name)) waiting.push(inside);
      if (type === 'file') files.push(inside);
    }
  }
  return { files, cut: false };
}

/** Whether a path fits a glob of `*`, `**`, `?` and `{a,b}`; case doesn't count. */
export function fitsGlob(path: string, glob: string): boolean {
  const source = glob.replace(/\*\*\/|\*\*|[*?{},]|[^\w\s/*?{},]/g, (piece) => {
    switch (piece) {
      case '**/':
        return '(?:.*/)?';
      case '**':
        return '.*';
      case '*':
        return '[^/]*';
      case '?':
        return '[^/]';
      case '{':
        return '(?:';
      case '}':
        return ')';
      case ',':
        return glob.includes('{') ? '|' : ',';
      default:
        return /[\p{L}\p{N}]/u.test(piece) ? piece : `\\${piece}`;
    }
  });
  return new RegExp(`^${source}$`, 'iu').test(path);
}
