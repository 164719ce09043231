import { dirname, sep } from 'node:path';
import { isIdentity } from './image';
import type { ChangeRecord, Effect, Image } from './records';

/** A change as a command made it, without when and by whom. */
export type Grouped = Pick<ChangeRecord, 'kind' | 'path' | 'from' | 'effects'>;

/**
 * Makes of single effects what a person would call one change: a file moved, a folder created,
 * moved or deleted with all in it, and the rest one by one. Effects come parents first where
 * something was created, children first where something was deleted; that order is kept.
 */
export function groupEffects(all: readonly Effect[]): Grouped[] {
  const effects = pairMoves(all);
  const folders = effects.filter(({ before, after }) => before.type === 'folder' || after.type === 'folder');
  const created = new Set(folders.filter(({ before }) => before.type === 'absent').map(({ path }) => path));
  const deleted = new Set(folders.filter(({ after }) => after.type === 'absent').map(({ path }) => path));
  const trees = new Map<string, Effect[]>();
  const single: Grouped[] = [];
  const put = (top: string, effect: Effect): void => {
    trees.set(top, [...(trees.get(top) ?? []), effect]);
  };
  for (const effect of effects) {
    const gone = effect.after.type === 'absent';
    const top = topOf(effect.path, gone ? deleted : created);
    if (top !== null && (gone || effect.before.type === 'absent')) put((gone ? '-' : '+') + top, effect);
    else single.push(kindOf(effect));
  }
  return [...movedFolders(trees), ...single];
}

/** A deleted file and a created one with the same content are one file that moved. */
function pairMoves(all: readonly Effect[]): Effect[] {
  const gone = all.filter(({ before, after }) => after.type === 'absent' && (before.type === 'file' || before.type === 'link'));
  const used = new Set<Effect>();
  const moves = new Map<Effect, Effect>();
  for (const effect of all) {
    if (effect.before.type !== 'absent' || effect.after.type === 'folder') continue;
    const alike = gone.filter((other) => !used.has(other) && sameFile(other.before, effect.after));
    const named = alike.find(({ path }) => nameOf(path) === nameOf(effect.path));
    // Empty files are all alike, so only their name can tell that one moved.
    const empty = effect.after.type === 'file' && effect.after.size === 0;
    const source = named ?? (empty ? undefined : alike[0]);
    if (!source) continue;
    used.add(source);
    moves.set(effect, { ...effect, from: source.path, kept: true });
  }
  return all.filter((effect) => !used.has(effect)).map((effect) => moves.get(effect) ?? effect);
}

function sameFile(one: Image, other: Image): boolean {
  if (one.type === 'link' && other.type === 'link') return one.target === other.target;
  if (one.type !== 'file' || other.type !== 'file' || one.mode !== other.mode) return false;
  if (one.hash === other.hash) return true;
  // Moving a file changes only the last time of its identity.
  const kept = (hash: string): string => hash.slice(0, hash.lastIndexOf(':'));
  return isIdentity(one.hash) && isIdentity(other.hash) && kept(one.hash) === kept(other.hash);
}

/** A new folder filled with all that was in a deleted one is that folder, moved. */
function movedFolders(trees: ReadonlyMap<string, Effect[]>): Grouped[] {
  const merged = new Set<string>();
  const groups: Grouped[] = [];
  for (const [key, effects] of trees) {
    if (!key.startsWith('+')) continue;
    const path = key.slice(1);
    const files = effects.filter(({ after }) => after.type !== 'folder');
    const source = [...trees.keys()].find((other) => {
      const from = other.slice(1);
      return other.startsWith('-') && !merged.has(other) && files.length > 0 && files.every((file) => file.from === from + file.path.slice(path.length));
    });
    const left = source === undefined ? undefined : trees.get(source);
    if (source === undefined || !left || left.some(({ before }) => before.type !== 'folder')) {
      groups.push({ kind: 'created', path, effects });
      continue;
    }
    merged.add(source);
    groups.push({ kind: 'renamed', path, from: source.slice(1), effects: [...effects, ...left] });
  }
  for (const [key, effects] of trees) if (key.startsWith('-') && !merged.has(key)) groups.push({ kind: 'deleted', path: key.slice(1), effects });
  return groups;
}

function kindOf(effect: Effect): Grouped {
  const { path, before, after, from } = effect;
  if (from !== undefined) return { kind: 'renamed', path, from, effects: [effect] };
  const kind = before.type === 'absent' ? 'created' : after.type === 'absent' ? 'deleted' : 'modified';
  return { kind, path, effects: [effect] };
}

/** The outermost of `folders` that a path is or lies in. */
function topOf(path: string, folders: ReadonlySet<string>): string | null {
  let top: string | null = null;
  for (let at = path; ; at = dirname(at)) {
    if (folders.has(at)) top = at;
    if (dirname(at) === at) return top;
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf(sep) + 1);
}
