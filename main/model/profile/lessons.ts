import type { ModelNotes } from '../../store/model-notes';
import { keyOf, turned, type Lesson } from './learn';
import { defaultProfile, FEATURES, type Feature, type Profile } from './profile';

/**
 * What is known of one server and model, and what one turn tries beyond it. A trial is kept only
 * when an answer came with it; each switch is turned the same way once a turn, so a turn ends.
 */
export class Lessons {
  private trials: { lesson: Lesson; reason: string }[] = [];
  private readonly attempted = new Set<string>();

  constructor(
    private readonly notes: ModelNotes,
    private readonly server: string,
    private readonly model: string,
  ) {}

  /** Switches that were turned in this turn, as `keyOf` writes them. */
  get tried(): ReadonlySet<string> {
    return this.attempted;
  }

  profile(): Profile {
    return turned(profileOf(this.notes, this.server, this.model), this.trials.map(({ lesson }) => lesson));
  }

  /** Turns switches on trial; false when there is none that wasn't turned so before. */
  attempt(lessons: readonly Lesson[], reason: string): boolean {
    const fresh = lessons.filter((lesson) => !this.attempted.has(keyOf(lesson)));
    for (const lesson of fresh) {
      this.attempted.add(keyOf(lesson));
      this.trials.push({ lesson, reason });
    }
    return fresh.length > 0;
  }

  /** Takes back what was tried for this reason: it didn't help. False when there was nothing. */
  undo(reason: string): boolean {
    const before = this.trials.length;
    this.trials = this.trials.filter((trial) => trial.reason !== reason);
    return this.trials.length < before;
  }

  /** An answer came: what it took is remembered. */
  confirm(): void {
    if (!this.trials.length) return;
    const at = new Date().toISOString();
    this.notes.learn(this.server, this.model, this.trials.map(({ lesson, reason }) => ({ feature: lesson.feature, on: lesson.to, reason, at })));
    this.trials = [];
  }
}

/** The profile of a server and model: the defaults with everything learned. Notes of unknown features (a newer version's) are left alone. */
export function profileOf(notes: ModelNotes, server: string, model: string): Profile {
  const known = notes.of(server, model).filter((note): note is typeof note & { feature: Feature } => Object.hasOwn(FEATURES, note.feature));
  return turned(defaultProfile, known.map(({ feature, on }) => ({ feature, to: on })));
}
