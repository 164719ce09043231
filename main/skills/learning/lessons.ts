import { readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { skillLessonSchema, type SkillLesson } from '../../../preload/contract/skills';
import { writeAtomically } from '../../store/atomic-write';

const keptSchema = skillLessonSchema.extend({
  skill: z.string(),
  /** ISO 8601. */
  accepted: z.string(),
  /** Taken back by the person; null while it counts. */
  reverted: z.string().nullable(),
});
export type KeptLesson = z.infer<typeof keptSchema>;
const fileSchema = z.object({ lessons: z.array(keptSchema) });

/** The lessons as they were at one moment. */
export class KeptLessons {
  constructor(private readonly all: readonly KeptLesson[]) {}

  /** All of a skill, oldest first, those taken back among them. */
  of(skill: string): KeptLesson[] {
    return this.all.filter((lesson) => lesson.skill === skill);
  }

  /** The one that counts now; null when there is none. */
  current(skill: string, kind: SkillLesson['kind']): KeptLesson | null {
    return [...this.all].reverse().find((lesson) => lesson.skill === skill && lesson.kind === kind && lesson.reverted === null) ?? null;
  }
}

/**
 * `skill-lessons.json` of the data folder: what the person accepted, with what was before it, for good.
 * No skill's file is ever changed. The app and the command line share it, so it is read again when it changed.
 */
export class Lessons {
  private readonly file: string;
  private stamp = '';
  private kept: KeptLesson[] = [];

  constructor(dataFolder: string) {
    this.file = path.join(dataFolder, 'skill-lessons.json');
  }

  /** As they are now: for several questions, since each look asks the disk. */
  now(): KeptLessons {
    return new KeptLessons(this.all());
  }

  of(skill: string): KeptLesson[] {
    return this.now().of(skill);
  }

  current(skill: string, kind: SkillLesson['kind']): KeptLesson | null {
    return this.now().current(skill, kind);
  }

  /** Throws when it can't be kept. */
  accept(skill: string, lesson: SkillLesson, now: Date = new Date()): void {
    this.save([...this.all(), { ...lesson, skill, accepted: now.toISOString(), reverted: null }]);
  }

  /** What was before counts again. */
  revert(skill: string, kind: SkillLesson['kind'], now: Date = new Date()): void {
    const current = this.current(skill, kind);
    if (current) this.save(this.all().map((lesson) => (lesson === current ? { ...lesson, reverted: now.toISOString() } : lesson)));
  }

  private all(): KeptLesson[] {
    const stats = statSync(this.file, { throwIfNoEntry: false });
    const stamp = stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : '';
    if (stamp !== this.stamp) {
      this.kept = stats ? read(this.file) : [];
      this.stamp = stamp;
    }
    return this.kept;
  }

  private save(lessons: KeptLesson[]): void {
    // What can't be understood is put aside, not written over.
    if (statSync(this.file, { throwIfNoEntry: false }) && !isReadable(this.file)) renameSync(this.file, `${this.file}.unreadable-${Date.now()}`);
    writeAtomically(this.file, `${JSON.stringify({ lessons }, null, 2)}\n`);
    this.stamp = '';
  }
}

function read(file: string): KeptLesson[] {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).lessons;
  } catch {
    return [];
  }
}

function isReadable(file: string): boolean {
  try {
    return fileSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).success;
  } catch {
    return false;
  }
}
