import { realpathSync } from 'node:fs';
import type { Language } from '../../../preload/contract/settings';
import type { SkillAdvice, SkillLesson, SkillReviewView, SkillsPage } from '../../../preload/contract/skills';
import { say } from '../../locales/say';
import type { SkillLibrary, SkillTrust } from '../contract';
import { importSkills } from '../import/import-skills';
import { ImportRefused } from '../import/refusal';
import { removeSkill, restoreSkill } from '../import/remove-skill';
import type { Lessons } from '../learning/lessons';
import { observe, readRuns, type SkillUse } from '../learning/observe';
import { isExample, isFitDescription, proposeByRules } from '../learning/propose';
import { proposeByModel, type AskModel } from '../learning/propose-by-model';
import { SkillChanged } from '../library';
import type { Skill } from '../skill';
import { Refused } from '../trust/folder-contents';
import { reviewSkill } from '../trust/review';
import { pageOf } from './view';

interface SkillsDeskOptions {
  /** As the lessons have it. */
  library: SkillLibrary;
  trust: SkillTrust;
  lessons: Lessons;
  dataFolder: string;
  /** Whose project's skills are shown too; null when there is none. */
  workspace(): string | null;
  language(): Language;
  /** How a model is asked for a better wording; null when there is none. */
  model(): AskModel | null;
}

/** What the Skills page does; every method throws in the person's words. None runs a skill. */
export interface SkillsDesk {
  page(): SkillsPage;
  review(name: string): SkillReviewView;
  trust(name: string, hash: string): void;
  distrust(name: string): void;
  setEnabled(name: string, enabled: boolean): void;
  /** Takes in a folder or an archive; inert until trusted. Gives the skills' names. */
  import(from: string): Promise<string[]>;
  remove(folder: string): void;
  restore(folder: string): void;
  folderOf(name: string | null): string;
  /** Throws when a skill can't be tried. */
  checkTrial(name: string): void;
  advise(name: string, byModel: boolean): Promise<SkillAdvice>;
  accept(name: string, lesson: SkillLesson): void;
  revert(name: string, kind: SkillLesson['kind']): void;
}

const NOTHING: SkillUse = { calls: 0, wrongArguments: 0, retries: 0, failed: 0, abandoned: 0, mistakes: [], instead: new Map(), misnamed: new Map() };

export function createSkillsDesk(options: SkillsDeskOptions): SkillsDesk {
  const { library, lessons, dataFolder } = options;
  /** A work folder that can't be used takes its project's skills along, and nothing else. */
  const workspace = (): string | null => {
    try {
      return options.workspace();
    } catch {
      return null;
    }
  };
  const list = () => library.look(workspace());
  const named = (name: string): Skill => {
    const skill = list().skills.find((one) => one.name === name);
    if (!skill) throw new Error(say(options.language(), 'skills.page.gone', { name }));
    return skill;
  };
  const inWords = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw translated(error);
    }
  };
  const translated = (error: unknown): unknown => {
    if (error instanceof ImportRefused) return new Error(say(options.language(), error.code, error.values));
    if (error instanceof Refused) return new Error(say(options.language(), `skills.problem.${error.problem.code}`, error.problem.values));
    if (error instanceof SkillChanged) return new Error(say(options.language(), 'skills.page.changed', { name: error.skill }));
    return error;
  };
  /** As the file system has it: folders of skills are real paths. */
  const importFolder = (): string => {
    try {
      return realpathSync.native(library.importFolder);
    } catch {
      return library.importFolder;
    }
  };

  return {
    page: () => pageOf(list(), options.trust.problem() ?? '', { importFolder: importFolder(), lessons, language: options.language() }),
    review: (name) =>
      inWords(() => {
        const { folder } = named(name);
        return { name, folder, ...reviewSkill(folder) };
      }),
    trust: (name, hash) => inWords(() => library.trust(name, hash, workspace())),
    distrust: (name) => inWords(() => library.distrust(name, workspace())),
    setEnabled: (name, enabled) => library.setEnabled(named(name).name, enabled),
    async import(from) {
      const bundled = new Set(list().skills.filter(({ source }) => source === 'bundled').map(({ name }) => name));
      try {
        const names = await importSkills({ from, into: library.importFolder, reserved: (name) => bundled.has(name) });
        // A yes of long ago to the same contents is no yes to what somebody brings today.
        for (const name of names) library.distrust(name, workspace());
        return names;
      } catch (error) {
        throw translated(error);
      }
    },
    remove: (folder) => inWords(() => removeSkill(dataFolder, folder)),
    restore: (folder) => inWords(() => restoreSkill(dataFolder, folder)),
    folderOf: (name) => (name === null ? library.importFolder : named(name).folder),
    checkTrial(name) {
      const { state, program } = named(name);
      if (state !== 'ready') throw new Error(say(options.language(), 'skills.page.not_ready', { name }));
      if (!program) throw new Error(say(options.language(), 'skills.page.not_callable', { name }));
    },
    async advise(name, byModel) {
      const skill = named(name);
      const callable = new Set(list().skills.flatMap((one) => (one.program ? [one.name] : [])));
      const use = observe(readRuns(dataFolder), callable).get(name) ?? NOTHING;
      const example = lessons.current(name, 'example')?.after ?? '';
      const model = options.model();
      const proposals = byModel && model ? await proposeByModel(skill, use, example, model, options.language()) : proposeByRules(skill, use, example, options.language());
      const { calls, wrongArguments, retries, abandoned, failed } = use;
      return { use: { calls, wrong_arguments: wrongArguments, retries, abandoned, failed }, lessons: proposals, model: model !== null };
    },
    accept(name, lesson) {
      const { description } = named(name);
      const stale = lesson.kind === 'description' ? lesson.before !== description || !isFitDescription(lesson.after) : !isExample(lesson.after);
      if (stale) throw new Error(say(options.language(), 'skills.learn.stale', { name }));
      lessons.accept(name, lesson);
    },
    revert: (name, kind) => lessons.revert(name, kind),
  };
}
