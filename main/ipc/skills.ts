import type { ImportSkills, SkillAdvice, SkillLesson, SkillReviewView, SkillsPage, TrySkill } from '../../preload/contract/skills';
import type { Door } from './handle';

/** What the person does with skills; every method throws in their words. */
export interface SkillRequests {
  page(): SkillsPage;
  review(name: string): SkillReviewView;
  trust(name: string, hash: string): void;
  distrust(name: string): void;
  setEnabled(name: string, enabled: boolean): void;
  import(from: string): Promise<string[]>;
  remove(folder: string): void;
  restore(folder: string): void;
  folderOf(name: string | null): string;
  advise(name: string, byModel: boolean): Promise<SkillAdvice>;
  accept(name: string, lesson: SkillLesson): void;
  revert(name: string, kind: SkillLesson['kind']): void;
  /** The system's chooser; null when cancelled. */
  choose(kind: ImportSkills): Promise<string | null>;
  /** Opens a folder outside the app; the text says what went wrong, '' when nothing did. */
  show(folder: string): Promise<string>;
  /** Begins a run of one call, which goes through the gate; rejects when it can't. */
  try(request: TrySkill): { session: string };
}

/** What the main window can do with skills. Trust is the person's alone: no tool reaches this, and no request runs a skill past the gate. */
export function answerSkills(door: Door, desk: SkillRequests): void {
  const changed = (work: () => void): SkillsPage => {
    work();
    return desk.page();
  };
  door.handle('getSkills', () => desk.page());
  door.handle('reviewSkill', (name) => desk.review(name));
  door.handle('trustSkill', ({ name, hash }) => changed(() => desk.trust(name, hash)));
  door.handle('distrustSkill', (name) => changed(() => desk.distrust(name)));
  door.handle('enableSkill', ({ name, enabled }) => changed(() => desk.setEnabled(name, enabled)));
  door.handle('importSkills', async (kind) => {
    const from = await desk.choose(kind);
    return from === null ? null : desk.import(from);
  });
  door.handle('removeSkill', (folder) => changed(() => desk.remove(folder)));
  door.handle('restoreSkill', (folder) => changed(() => desk.restore(folder)));
  door.handle('openSkillFolder', async (name) => {
    const problem = await desk.show(desk.folderOf(name));
    if (problem) throw new Error(problem);
  });
  door.handle('trySkill', (request) => desk.try(request));
  door.handle('adviseSkill', ({ name, model }) => desk.advise(name, model));
  door.handle('acceptLesson', ({ name, lesson }) => changed(() => desk.accept(name, lesson)));
  door.handle('revertLesson', ({ name, kind }) => changed(() => desk.revert(name, kind)));
}
