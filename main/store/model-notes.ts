import { existsSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { writeAtomically } from './atomic-write';

const noteSchema = z.object({
  /** A switch of the client's profile. */
  feature: z.string(),
  on: z.boolean(),
  /** The server's own words, or what was noticed. */
  reason: z.string(),
  /** ISO time. */
  at: z.string(),
});
export type ModelNote = z.infer<typeof noteSchema>;

const entrySchema = z.object({ server: z.string(), model: z.string(), notes: z.array(noteSchema) });
export type ModelNotesEntry = z.infer<typeof entrySchema>;

/** What was learned of servers and their models; one for the process. */
export interface ModelNotes {
  of(server: string, model: string): readonly ModelNote[];
  /** Adds notes, each in place of an older one about the same feature. A disk that can't be written costs only the memory. */
  learn(server: string, model: string, notes: readonly ModelNote[]): void;
  forget(server: string, model: string): void;
  all(): readonly ModelNotesEntry[];
}

/**
 * `model-notes.json` of the data folder. A damaged file is kept aside as `model-notes.json.bad` and
 * everything is learned anew; unreadable entries are dropped, the others stay. Never throws.
 */
export function createModelNotes(dataFolder: string): ModelNotes {
  const file = path.join(dataFolder, 'model-notes.json');
  let entries: ModelNotesEntry[] | null = null;
  // Read when first needed: starting the app must not wait for it.
  const known = (): ModelNotesEntry[] => (entries ??= load(file));
  return notesOver(known, (next) => {
    entries = next;
    try {
      writeAtomically(file, `${JSON.stringify({ version: 1, models: next }, null, 2)}\n`);
    } catch {
      // It is learned again next time.
    }
  });
}

/** Notes that end with the process. */
export function notesInMemory(): ModelNotes {
  let entries: ModelNotesEntry[] = [];
  return notesOver(
    () => entries,
    (next) => {
      entries = next;
    },
  );
}

function notesOver(known: () => ModelNotesEntry[], keep: (entries: ModelNotesEntry[]) => void): ModelNotes {
  const is = (server: string, model: string) => (entry: ModelNotesEntry) => entry.server === server && entry.model === model;
  return {
    of: (server, model) => known().find(is(server, model))?.notes ?? [],
    learn(server, model, notes) {
      const entry = known().find(is(server, model)) ?? { server, model, notes: [] };
      const news = new Set(notes.map(({ feature }) => feature));
      const next = { ...entry, notes: [...entry.notes.filter(({ feature }) => !news.has(feature)), ...notes] };
      keep([...known().filter((one) => !is(server, model)(one)), next]);
    },
    forget(server, model) {
      keep(known().filter((entry) => !is(server, model)(entry)));
    },
    all: known,
  };
}

function load(file: string): ModelNotesEntry[] {
  if (!existsSync(file)) return [];
  try {
    const { models } = z.object({ models: z.array(z.unknown()) }).parse(JSON.parse(readFileSync(file, 'utf8')));
    return models.flatMap((model) => {
      const entry = entrySchema.safeParse(model);
      return entry.success ? [entry.data] : [];
    });
  } catch {
    try {
      renameSync(file, `${file}.bad`);
    } catch {
      // Unreadable and unmovable: the next save replaces it.
    }
    return [];
  }
}
