import type { Reason } from './verdict';

/**
 * What a call would do that is dangerous after something else, though each was allowed (S7). `runs`:
 * files it would run. `network`: how it reaches other computers. `sends`: who would pass something on there.
 */
export interface SecondHalf {
  runs: readonly string[];
  network: string | null;
  sends: string | null;
}

/** written: the assistant wrote the file. private: it read what only the person has. foreign: it read others' words. */
export type FirstHalf = 'written' | 'private' | 'foreign';

interface Happened {
  kind: FirstHalf;
  name: string;
  at: number;
  /** The scope under which it came: a source does not taint itself. */
  scope: string | null;
}

/** The matrix: which halves make a whole that is asked about, and what is said of it. */
const matrix: readonly { first: FirstHalf; meets(happened: Happened, then: SecondHalf): boolean; code: string }[] = [
  { first: 'written', meets: ({ name }, { runs }) => runs.includes(name), code: 'reason.combined.written_run' },
  { first: 'private', meets: (_, { network }) => network !== null, code: 'reason.combined.private_network' },
  { first: 'foreign', meets: (_, { sends }) => sends !== null, code: 'reason.combined.foreign_sends' },
];

/** A script that lies in a skill: whoever wrote the skill wrote it, and the command line says nothing of what it does. */
const skillScript = /[\\/]\.agents[\\/]skills[\\/]|[\\/]skills[\\/][^\\/]+[\\/]scripts[\\/]/;

/** Remembers the first halves of one session, and what the person has confirmed of the wholes. */
export class Combinations {
  private readonly happened = new Map<string, Happened>();
  /** When the person said yes to going out that way. */
  private readonly confirmed = new Map<string, number>();

  /** Scripts of skills whose first run the person has seen. */
  private readonly seen = new Set<string>();

  note(kind: FirstHalf, name: string, at: number, scope: string | null = null): void {
    this.happened.set(`${kind}:${name}`, { kind, name, at, scope });
  }

  /** Why a call needs a second yes; null when it doesn't. `since` is when its scope was granted. */
  meets(then: SecondHalf, scope: string | null, since: number): Reason | null {
    for (const { first, meets, code } of matrix) {
      const later = [...this.happened.values()].filter((one) => one.kind === first && one.at > since && (scope === null || one.scope !== scope) && meets(one, then) && one.at > this.confirmedAt(first, then));
      const newest = later.sort((a, b) => b.at - a.at)[0];
      if (newest) return { code, detail: newest.name };
    }
    const script = then.runs.find((file) => skillScript.test(file) && !this.seen.has(file));
    return script === undefined ? null : { code: 'reason.combined.skill_script', detail: script };
  }

  /** The person has seen what a call does, and said yes. */
  confirm(then: SecondHalf, at: number): void {
    for (const file of then.runs) {
      this.happened.delete(`written:${file}`);
      if (skillScript.test(file)) this.seen.add(file);
    }
    if (then.network !== null) this.confirmed.set(`private:${then.network}`, at);
    if (then.sends !== null) this.confirmed.set(`foreign:${then.sends}`, at);
  }

  private confirmedAt(first: FirstHalf, { network, sends }: SecondHalf): number {
    if (first === 'written') return 0;
    return this.confirmed.get(`${first}:${(first === 'private' ? network : sends) ?? ''}`) ?? 0;
  }
}
