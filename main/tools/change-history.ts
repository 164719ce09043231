import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ChangeList, ChangeView, Undone } from '../../preload/contract/changes';
import type { Language } from '../../preload/contract/settings';
import { say, type Phrase } from '../locales/say';
import { imageOf } from '../store/journal/image';
import { Journal } from '../store/journal/journal';
import type { Change } from '../store/journal/journal-file';
import { journalFolder } from '../store/journal/places';
import { sameContent, type Effect, type Image } from '../store/journal/records';
import type { UndoItem } from '../store/journal/undo';
import { unifiedDiff } from './change-file';
import { countLines } from './count-lines';
import { decodeText } from './text-encoding';
import { isSecretPath } from './workspace-secrets';

/** Which changes are meant: one, those of one run, or all. */
export interface Which {
  change?: number | undefined;
  run?: number | undefined;
}

/** What a session changed, to be listed, shown, taken back and made again by the person. */
export interface ChangeHistory {
  /** Changes that were noted but never made are left out. */
  list(): Promise<ChangeList>;
  /** A unified diff of a change, file by file, for people; null when there is no such change. */
  diff(number: number): Promise<string | null>;
  undo(which: Which, options?: { direction?: 'undo' | 'redo'; dryRun?: boolean }): Promise<Undone[]>;
}

/** Files of one change whose diffs are shown; more are named only. */
const mostShown = 50;
/** Larger contents are not shown, bytes. */
const largestShown = 2 * 1024 * 1024;

/** Whether a session ever was, by its log or its journal. */
export function sessionExists(dataFolder: string, session: string): boolean {
  return existsSync(journalFolder(dataFolder, session)) || existsSync(join(dataFolder, 'sessions', `${session}.jsonl`));
}

export function openHistory(dataFolder: string, session: string, language: Language): ChangeHistory {
  // One for each use: the run's own writes to the same files meanwhile, so nothing is remembered.
  const open = (): Journal => new Journal({ dataFolder, session, countLines });
  const changesOf = async (journal: Journal): Promise<Change[]> => (await journal.read()).changes.filter(({ state }) => state !== 'void');

  return {
    async list() {
      const { changes, uncovered } = await open().read();
      const paths = new Set(uncovered.flatMap(({ what }) => what));
      return { changes: changes.flatMap(viewOf), uncovered: [...paths] };
    },
    async diff(number) {
      const journal = open();
      const change = (await changesOf(journal)).find((one) => one.number === number);
      if (!change) return null;
      const parts = await Promise.all(change.effects.slice(0, mostShown).map((effect) => effectDiff(effect, journal, language)));
      const more = change.effects.length > mostShown ? [`… ${change.effects.length - mostShown}`] : [];
      return [...parts.filter(Boolean), ...more].join('\n');
    },
    async undo({ change, run }, { direction = 'undo', dryRun = false } = {}) {
      const journal = open();
      try {
        const all = await changesOf(journal);
        const wanted = all.filter((one) => (change === undefined || one.number === change) && (run === undefined || one.run === run));
        const numbers = new Set(wanted.map(({ number }) => number));
        const items = direction === 'undo' ? await journal.undo(numbers, { dryRun, chosen: change !== undefined }) : await journal.redo(numbers, { dryRun });
        return items.map((item) => undoneOf(item, all, language));
      } finally {
        await journal.close();
      }
    },
  };
}

function viewOf(change: Change): ChangeView[] {
  const { number, run, at, tool, kind, path, from, effects, lines, state, uncertain = false, dropped } = change;
  if (state === 'void') return [];
  return [{ number, run, at, tool, kind, path, from: from ?? null, count: effects.length, lines: lines ?? null, state, uncertain, dropped: dropped || effects.every(({ kept }) => !kept) }];
}

function undoneOf({ number, result, left }: UndoItem, all: readonly Change[], language: Language): Undone {
  const { kind = 'modified', path = '' } = all.find((change) => change.number === number) ?? {};
  return { number, kind, path, result, left: left.map(({ path: place, why, detail = '' }) => ({ path: place, code: why, why: say(language, `changes.why.${why}`, { detail }) })) };
}

/** The diff of one path; a content that is not kept any more is looked for where it may still be. */
async function effectDiff({ path, before, after, from }: Effect, journal: Journal, language: Language): Promise<string> {
  if (from !== undefined) return `--- ${from}\n+++ ${path}`;
  const head = `--- ${before.type === 'absent' ? '/dev/null' : path}\n+++ ${after.type === 'absent' ? '/dev/null' : path}`;
  const note = (key: Phrase, values: Record<string, string | number> = {}): string => `${head}\n@@ @@\n ${say(language, key, values)}`;
  if (before.type === 'folder' || after.type === 'folder') return '';
  if (isSecretPath(path, homedir())) return note('changes.hidden');
  if (before.type === 'link' || after.type === 'link') return note('changes.link', { before: targetOf(before), after: targetOf(after) });
  const [old, fresh] = await Promise.all([contentOf(before, path, journal), contentOf(after, path, journal)]);
  if (old === null || fresh === null) return note('changes.not_kept');
  if (before.type === 'file' && after.type === 'file' && old.equals(fresh)) return note('changes.mode', { before: before.mode.toString(8), after: after.mode.toString(8) });
  const [oldText, freshText] = old.length > largestShown || fresh.length > largestShown ? [null, null] : [decodeText(old), decodeText(fresh)];
  if (oldText === null || freshText === null) return note('changes.binary', { before: old.length, after: fresh.length });
  return unifiedDiff(path, plain(oldText.text), plain(freshText.text));
}

async function contentOf(image: Image, path: string, journal: Journal): Promise<Buffer | null> {
  if (image.type !== 'file') return Buffer.alloc(0);
  const kept = await journal.blobs.read(image.hash);
  if (kept !== null) return kept;
  if (image.size > largestShown || !existsSync(dirname(path))) return null;
  const now = await imageOf(path, image).catch(() => null);
  return now !== null && sameContent(now, image) ? readFile(path) : null;
}

function targetOf(image: Image): string {
  return image.type === 'link' ? image.target : '—';
}

function plain(text: string): string {
  return text.replace(/\r\n/g, '\n');
}
