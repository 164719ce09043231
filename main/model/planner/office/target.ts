import path from 'node:path';
import { choose } from '../ask';
import { listing } from '../results';
import { must, type Plan, type Work } from '../script';

/** Where a document will be saved. */
export interface Target {
  /** As the tools take it, relative to the workspace unless the person gave more. */
  file: string;
  /** For the file dialog, which knows nothing of the workspace. */
  absolute: string;
  /** Ending without the dot, in lower case. */
  ending: string;
  /** A file of that name is there, and the person said that it may be replaced. */
  replaces: boolean;
  /** The name that was asked for, when it was taken and another one is used. */
  instead: string | null;
}

/**
 * Looks at the folder first: it must be there, and a file that is already there is only replaced
 * when the person says so. With nobody to ask, a free name is used. Null: the person wants it kept.
 */
export function* chooseTarget(work: Work, file: string): Plan<Target | null> {
  const folder = path.dirname(file);
  const envelope = yield* must(work, 'planner.why.folder', 'LS', { path: folder, include_hidden: true, limit: 1000 }, { file });
  const place = envelope.context.path_resolved ?? envelope.context.cwd;
  const taken = new Set(listing(envelope).entries.map((entry) => entry.name.toLowerCase()));
  const target = (name: string): Target => ({
    file: folder === '.' ? name : path.join(folder, name),
    absolute: path.join(place, name),
    ending: path.extname(name).slice(1).toLowerCase(),
    replaces: false,
    instead: null,
  });
  const name = path.basename(file);
  if (!taken.has(name.toLowerCase())) return target(name);
  const other = freeName(name, taken);
  const choice = yield* choose(work, 'planner.ask.replace', ['planner.option.other_name', 'planner.option.replace', 'planner.option.keep'], { file, other });
  if (choice === 1) return { ...target(name), replaces: true };
  return choice === 2 ? null : { ...target(other), instead: file };
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  const { name: stem, ext } = path.parse(name);
  for (let number = 2; ; number++) {
    const next = `${stem} (${number})${ext}`;
    if (!taken.has(next.toLowerCase())) return next;
  }
}
