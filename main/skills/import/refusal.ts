import type { Phrase } from '../../locales/say';

/** Why a folder or an archive is not taken in. Nothing was put into the skills folder. */
export type ImportCode = Extract<Phrase, `skills.import.${string}` | `skills.problem.${string}`>;

/** Thrown by the import; the words are `say(language, code, values)`. */
export class ImportRefused extends Error {
  constructor(
    readonly code: ImportCode,
    readonly values: Readonly<Record<string, string | number>> = {},
  ) {
    super(code);
    this.name = 'ImportRefused';
  }
}

/** What a skill from outside may be at most: nobody looks through more before trusting it. */
export const LARGEST = { entries: 2_000, bytes: 64 * 1024 * 1024, depth: 12, name: 200 } as const;

export type ImportLimits = Readonly<Record<'entries' | 'bytes' | 'depth', number>>;

/** Adds up what is taken in, and refuses the first entry that is too much. */
export class Measure {
  private entries = 0;
  private bytes = 0;

  constructor(private readonly limits: ImportLimits = LARGEST) {}

  count(entries: number): void {
    if (entries > this.limits.entries) throw this.refusal();
  }

  entry(path: string): void {
    this.entries += 1;
    if (this.entries > this.limits.entries || path.split('/').length > this.limits.depth) throw this.refusal();
  }

  take(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > this.limits.bytes) throw this.refusal();
  }

  private refusal(): ImportRefused {
    return new ImportRefused('skills.import.too_much', { entries: this.limits.entries, size: Math.round(this.limits.bytes / 1024 / 1024) });
  }
}

/**
 * The parts of an entry's name, or why it can't be a file of ours: it leads out of the folder, or is
 * one that some system reads as another place (a drive, a device, a name with an end that is cut off).
 */
export function partsOf(name: string): string[] {
  const parts = name.split('/').filter((part) => part !== '');
  const bad = (part: string): boolean => part === '.' || part === '..' || part.length > LARGEST.name || /[\\:*?"<>|]|[. ]$|\p{Cc}/u.test(part) || /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(part);
  if (name.startsWith('/') || parts.length === 0 || parts.some(bad)) throw new ImportRefused('skills.import.outside', { path: name.slice(0, 200) });
  return parts;
}
