import { listing } from '../results';
import { must, type Script, type Work } from '../script';
import { bullets, bytes, placeName } from './text';

/** LS of one folder, the first hundred names. */
export function* listTask(work: Work, { folder }: { folder: string }): Script {
  const where = placeName(work, folder);
  const { entries, total, next_offset } = listing(yield* must(work, 'planner.why.list', 'LS', { path: folder }, { folder: where }));
  if (total === 0) return work.say('planner.list.empty', { folder: where });
  const names = entries.map(({ name, type, size }) => (type === 'folder' ? `${name}/` : size === undefined ? name : `${name} (${bytes(size)})`));
  const head = work.say('planner.list.found', { folder: where, count: total });
  return [head, bullets(names), ...(next_offset === undefined ? [] : [work.say('planner.list.more', { count: total - entries.length })])].join('\n\n');
}
