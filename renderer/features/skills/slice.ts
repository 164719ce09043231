import type { DesktopBridge } from '../../../preload/contract/bridge';
import type { ImportSkills, RevertLesson, SkillAdvice, SkillLesson, SkillReviewView, SkillsPage } from '../../../preload/contract/skills';
import { reason, type GetSlice, type SetSlice } from '../../lib/slice';
import type { ChatSlice } from '../chat/slice';

export interface SkillsSlice {
  skillsOpen: boolean;
  /** null until they are listed. */
  skills: SkillsPage | null;
  /** Why the last act failed. */
  skillsError: string | null;
  /** Names that were just taken in. */
  skillsImported: string[];
  /** The folder that was removed last, for as long as that can be taken back here. */
  skillRemoved: string | null;
  /** A skill that the person looks through before they trust it. */
  skillReview: SkillReviewView | null;
  /** The skill that is tried, and the conversation its run is in; null before it began. */
  skillTrial: { name: string; conversation: string | null } | null;
  /** What is known of a skill's use; null while it is read. */
  skillAdvice: { name: string; advice: SkillAdvice | null } | null;
  openSkills(): void;
  closeSkills(): void;
  refreshSkills(): Promise<void>;
  enableSkill(name: string, enabled: boolean): Promise<void>;
  lookThrough(name: string): Promise<void>;
  stopLooking(): void;
  /** The person's yes to what the review shows. */
  trustReviewed(): Promise<void>;
  distrustSkill(name: string): Promise<void>;
  importSkills(kind: ImportSkills): Promise<void>;
  removeSkill(folder: string): Promise<void>;
  undoRemoveSkill(): Promise<void>;
  openSkillFolder(name: string | null): Promise<void>;
  beginTrial(name: string | null): void;
  trySkill(name: string, args: Record<string, unknown>): Promise<void>;
  adviseSkill(name: string, model: boolean): Promise<void>;
  closeAdvice(): void;
  acceptLesson(name: string, lesson: SkillLesson): Promise<void>;
  revertLesson(request: RevertLesson): Promise<void>;
}

type Bridge = Pick<
  DesktopBridge,
  | 'getSkills' | 'reviewSkill' | 'trustSkill' | 'distrustSkill' | 'enableSkill' | 'importSkills' | 'removeSkill' | 'restoreSkill'
  | 'openSkillFolder' | 'trySkill' | 'adviseSkill' | 'acceptLesson' | 'revertLesson'
>;

/** The skills, and what the person decides about them. */
export function createSkillsSlice(set: SetSlice<SkillsSlice>, get: GetSlice<SkillsSlice & ChatSlice>, setChat: SetSlice<Pick<ChatSlice, 'running'>>, bridge: Bridge): SkillsSlice {
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    set({ skillsError: null });
    try {
      await work();
      return true;
    } catch (error) {
      set({ skillsError: reason(error) });
      return false;
    }
  };
  const shown = (page: Promise<SkillsPage>): Promise<boolean> => attempt(async () => set({ skills: await page }));
  const refresh = async (): Promise<void> => void (await shown(bridge.getSkills()));
  const advise = async (name: string, model: boolean): Promise<void> => {
    set({ skillAdvice: { name, advice: null } });
    const done = await attempt(async () => {
      const advice = await bridge.adviseSkill({ name, model });
      if (get().skillAdvice?.name === name) set({ skillAdvice: { name, advice } });
    });
    if (!done) set({ skillAdvice: null });
  };

  return {
    skillsOpen: false,
    skills: null,
    skillsError: null,
    skillsImported: [],
    skillRemoved: null,
    skillReview: null,
    skillTrial: null,
    skillAdvice: null,
    openSkills() {
      set({ skillsOpen: true });
      void refresh();
    },
    closeSkills: () => set({ skillsOpen: false, skillsError: null, skillsImported: [], skillRemoved: null, skillReview: null, skillTrial: null, skillAdvice: null }),
    refreshSkills: refresh,
    enableSkill: async (name, enabled) => void (await shown(bridge.enableSkill({ name, enabled }))),
    lookThrough: async (name) => void (await attempt(async () => set({ skillReview: await bridge.reviewSkill(name) }))),
    stopLooking: () => set({ skillReview: null, skillsError: null }),
    async trustReviewed() {
      const { skillReview } = get();
      if (!skillReview) return;
      const { name, hash } = skillReview;
      const trusted = await shown(bridge.trustSkill({ name, hash }));
      if (trusted) set({ skillReview: null });
      else await lookAgain(name);
    },
    distrustSkill: async (name) => void (await shown(bridge.distrustSkill(name))),
    async importSkills(kind) {
      set({ skillsImported: [] });
      await attempt(async () => {
        const names = await bridge.importSkills(kind);
        if (names === null) return;
        set({ skillsImported: names, skills: await bridge.getSkills() });
      });
    },
    async removeSkill(folder) {
      if (await shown(bridge.removeSkill(folder))) set({ skillRemoved: folder, skillsImported: [] });
    },
    async undoRemoveSkill() {
      const { skillRemoved } = get();
      if (skillRemoved !== null && (await shown(bridge.restoreSkill(skillRemoved)))) set({ skillRemoved: null });
    },
    openSkillFolder: async (name) => void (await attempt(() => bridge.openSkillFolder(name))),
    beginTrial: (name) => set({ skillTrial: name === null ? null : { name, conversation: null }, skillsError: null }),
    async trySkill(name, args) {
      const before = get().running;
      get().newConversation();
      const conversation = get().current;
      setChat({ running: conversation });
      const begun = await attempt(async () => void (await bridge.trySkill({ name, args })));
      if (begun) set({ skillTrial: { name, conversation } });
      else setChat({ running: before });
    },
    adviseSkill: advise,
    closeAdvice: () => set({ skillAdvice: null, skillsError: null }),
    async acceptLesson(name, lesson) {
      if (await shown(bridge.acceptLesson({ name, lesson }))) await advise(name, false);
    },
    async revertLesson(request) {
      if ((await shown(bridge.revertLesson(request))) && get().skillAdvice) await advise(request.name, false);
    },
  };

  /** What was looked at may no longer be what is there: it is shown as it is now, with the word of what failed left standing. */
  async function lookAgain(name: string): Promise<void> {
    const [page, review] = await Promise.all([bridge.getSkills().catch(() => null), bridge.reviewSkill(name).catch(() => null)]);
    if (page) set({ skills: page });
    if (get().skillReview?.name === name) set({ skillReview: review });
  }
}
