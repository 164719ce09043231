import { z } from 'zod';
import type { ApprovalAnswer, ApprovalRequest, DialogPlace } from './approval';
import { bytesSchema } from './bytes';
import type { Constraint, SaveConstraints } from './constraints';
import type { ChangeList, ListChanges, ShowChange, UndoChanges, Undone } from './changes';
import type { RunEvent } from './run-event';
import type { ForgetLearned, Learned, LocalServer, ModelList, Preset } from './model-servers';
import type { RenameRoutine, RoutineDraft, RoutineView, RunRoutine, SaveRoutine } from './routines';
import type { AcceptLesson, AdviseSkill, EnableSkill, ImportSkills, RevertLesson, SkillAdvice, SkillReviewView, SkillsPage, TrustSkill, TrySkill } from './skills';
import type { ExportSession, ForkSession, OngoingConversation, RenameSession, SentRequestView, SessionHit, SessionInfo, StoredConversation } from './sessions';
import { languageSchema, settingsViewSchema, type ConnectionTest, type SettingsPatch, type SettingsView } from './settings';

/** What the window needs to draw itself. */
export const appStateSchema = z.object({
  version: z.string(),
  platform: z.string(),
  language: languageSchema,
  settings: settingsViewSchema,
  /** `planner` when no model is configured. */
  model: z.object({ kind: z.enum(['planner', 'model']), name: z.string() }),
  /** Whether the assistant can see and drive the desktop, and if not, why and what to do; no reason: still being looked at. */
  desktop: z.object({ available: z.boolean(), reason: z.string() }),
  run: z.object({ active: z.boolean(), paused: z.boolean(), session: z.string().nullable() }),
  /** Accelerator of the global Stop, null when it could not be registered. */
  stop_hotkey: z.string().nullable(),
  /** The request of "Watch the demonstration", in the person's language. */
  demonstration: z.string(),
});
export type AppState = z.infer<typeof appStateSchema>;

/** One preview frame; bytes, not base64. At most 5 a second, only while a run acts. */
export const frameSchema = z.object({
  image: bytesSchema,
  width: z.number(),
  height: z.number(),
  /** Where the next action will land, in pixels of the frame. */
  spot: z.object({ x: z.number(), y: z.number() }).nullable(),
});
export type Frame = z.infer<typeof frameSchema>;

export const startRunSchema = z.object({
  text: z.string().min(1).max(100_000),
  session: z.string().optional(),
  /** The offline planner does this run, whichever model is configured. */
  planner: z.boolean().optional(),
});
export type StartRun = z.infer<typeof startRunSchema>;

export const answerQuestionSchema = z.object({ id: z.string(), text: z.string().max(10_000) });
export type AnswerQuestion = z.infer<typeof answerQuestionSchema>;

type Unsubscribe = () => void;

/** Everything a window can ask of the main process. Exposed as `window.deskwright`. */
export interface DesktopBridge {
  getState(): Promise<AppState>;
  startRun(request: StartRun): Promise<{ session: string }>;
  stopRun(): Promise<void>;
  pauseRun(paused: boolean): Promise<void>;
  answerQuestion(answer: AnswerQuestion): Promise<void>;
  saveSettings(patch: SettingsPatch): Promise<SettingsView>;
  testSettings(patch: SettingsPatch): Promise<ConnectionTest>;
  /** The servers whose address is known. */
  getPresets(): Promise<Preset[]>;
  /** The model servers that run on this computer, at their usual ports. */
  findLocalServers(): Promise<LocalServer[]>;
  /** The models of the server that these values name, with what it publishes of them. */
  listModels(patch: SettingsPatch): Promise<ModelList>;
  /** What was learned of servers and their models. */
  getLearned(): Promise<Learned[]>;
  forgetLearned(of: ForgetLearned): Promise<Learned[]>;
  /** Opens the system's folder chooser; null when cancelled. */
  chooseWorkspace(): Promise<string | null>;
  /** The stored sessions, newest first. */
  listSessions(): Promise<SessionInfo[]>;
  /** Those that hold all the words. */
  searchSessions(query: string): Promise<SessionHit[]>;
  /** What happened in a session, to draw it again. */
  readSession(id: string): Promise<StoredConversation>;
  renameSession(change: RenameSession): Promise<void>;
  /** Into the trash, from where `restoreSession` brings it back. */
  deleteSession(id: string): Promise<void>;
  restoreSession(id: string): Promise<void>;
  /** A new session that begins with another's messages up to one of them. */
  forkSession(at: ForkSession): Promise<{ id: string }>;
  /** Asks where to, and writes it there; null when cancelled. */
  exportSession(what: ExportSession): Promise<string | null>;
  /** What left this machine: the latest requests of a session, oldest first. */
  getRequests(id: string): Promise<SentRequestView[]>;
  /** The kept routines, by name. */
  listRoutines(): Promise<RoutineView[]>;
  /** What the last completed run of a session would become; rejects with the reason when it can't be one. */
  draftRoutine(session: string): Promise<RoutineDraft>;
  saveRoutine(request: SaveRoutine): Promise<RoutineView>;
  renameRoutine(change: RenameRoutine): Promise<void>;
  /** Into the trash, from where `restoreRoutine` brings it back. */
  deleteRoutine(name: string): Promise<void>;
  restoreRoutine(name: string): Promise<void>;
  /** Begins a run of it in a new session, through the same gate as any run. */
  runRoutine(request: RunRoutine): Promise<{ session: string }>;
  /** The skills there are, and the folders that are none. */
  getSkills(): Promise<SkillsPage>;
  /** Files, scripts and findings of a skill from outside, with the hash that a yes is bound to. */
  reviewSkill(name: string): Promise<SkillReviewView>;
  /** Rejects when its files are no longer those with this hash. */
  trustSkill(request: TrustSkill): Promise<SkillsPage>;
  distrustSkill(name: string): Promise<SkillsPage>;
  enableSkill(change: EnableSkill): Promise<SkillsPage>;
  /** Asks which, and copies it; it stays inert until trusted. Names of what was taken in; null when cancelled. */
  importSkills(kind: ImportSkills): Promise<string[] | null>;
  /** Into the trash, from where `restoreSkill` brings it back. */
  removeSkill(folder: string): Promise<SkillsPage>;
  restoreSkill(folder: string): Promise<SkillsPage>;
  /** Opens a skill's folder, or that of all of the person's, outside the app. */
  openSkillFolder(name: string | null): Promise<void>;
  /** Calls a skill once, in a run of a new session, through the gate. */
  trySkill(request: TrySkill): Promise<{ session: string }>;
  /** What the traces show of a skill, and how it could be described better: by rules, or by the model. */
  adviseSkill(request: AdviseSkill): Promise<SkillAdvice>;
  acceptLesson(request: AcceptLesson): Promise<SkillsPage>;
  revertLesson(request: RevertLesson): Promise<SkillsPage>;
  /** Opens the trace of a session (trace.html) outside the app. */
  openTrace(session: string): Promise<void>;
  /** What a session changed on disk. */
  listChanges(request: ListChanges): Promise<ChangeList>;
  /** A unified diff of one change, for people; null when there is no such change. */
  showChange(request: ShowChange): Promise<string | null>;
  /** Takes changes back or makes them again; rejects while a run is active. */
  undoChanges(request: UndoChanges): Promise<Undone[]>;
  /** The person's standing constraints in a session. */
  getConstraints(session: string): Promise<Constraint[]>;
  /** Keeps the list as the person edited it; answers what it is now. */
  saveConstraints(list: SaveConstraints): Promise<Constraint[]>;
  /** The dialog's window only: what waits for a decision. */
  getApproval(): Promise<ApprovalRequest | null>;
  /** The dialog's window only. */
  answerApproval(answer: ApprovalAnswer): Promise<void>;
  onRunEvent(listener: (event: RunEvent) => void): Unsubscribe;
  /** Told once, to a page that is loaded in the middle of a run; all events before it are in it. */
  onOngoing(listener: (conversation: OngoingConversation) => void): Unsubscribe;
  onState(listener: (state: AppState) => void): Unsubscribe;
  onFrame(listener: (frame: Frame) => void): Unsubscribe;
  onApproval(listener: (request: ApprovalRequest | null) => void): Unsubscribe;
  /** The dialog's window only: told several times a second. */
  onDialogPlace(listener: (place: DialogPlace) => void): Unsubscribe;
}
