import { z } from 'zod';
import type { ApprovalAnswer, ApprovalRequest } from './approval';
import { bytesSchema } from './bytes';
import type { RunEvent } from './run-event';
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

export const startRunSchema = z.object({ text: z.string().min(1).max(100_000), session: z.string().optional() });
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
  /** Opens the system's folder chooser; null when cancelled. */
  chooseWorkspace(): Promise<string | null>;
  /** Opens the trace of the latest run (trace.html) outside the app. */
  openTrace(): Promise<void>;
  /** The dialog's window only: what waits for a decision. */
  getApproval(): Promise<ApprovalRequest | null>;
  /** The dialog's window only. */
  answerApproval(answer: ApprovalAnswer): Promise<void>;
  onRunEvent(listener: (event: RunEvent) => void): Unsubscribe;
  onState(listener: (state: AppState) => void): Unsubscribe;
  onFrame(listener: (frame: Frame) => void): Unsubscribe;
  onApproval(listener: (request: ApprovalRequest | null) => void): Unsubscribe;
}
