import type { z } from 'zod';
import type { ErrorCode, ToolError } from '../../preload/contract/envelope';
import type { ChangeRecorder } from './change-recorder';
import type { PathFact, Workspace } from './workspace';

/** What a tool hands back; the registry makes the envelope of it (adding time, cwd and the arguments). */
export interface Outcome {
  status: 'success' | 'partial' | 'error';
  data: Record<string, unknown>;
  /** One or a few lines for the model and the person. */
  text: string;
  error?: ToolError;
  stats?: Record<string, unknown>;
  path_resolved?: string;
  /** Pictures for the model, the trace and the window; never inside `data`. */
  images?: Picture[];
}

export interface Picture {
  mime: 'image/jpeg' | 'image/png';
  bytes: Uint8Array;
}

/** Where a desktop action would land, looked up before it happens. */
export interface InputFact {
  /** The Computer action, or the one of a skill that also gives input. */
  action: string;
  /** Text to be typed. */
  text?: string;
  /** False where a line break in the text is only text (a field of several lines); otherwise it acts as Enter. */
  enters?: boolean;
  /** Keys to be pressed, in canonical names: ["ctrl", "s"]. */
  keys?: string[];
  /** Program name of the window that will receive the input, "" when there is none. */
  app: string;
  window: { title: string; own: boolean; terminal: boolean; dialog: boolean };
  /** The element at the point, behind the ref, or with the focus; null when unknown. */
  target: { role: string; name: string; own: boolean; password: boolean; /** What the field holds; never of a password. */ value?: string } | null;
  /** Picture of the surroundings with the spot, for the dialog. */
  picture?: { image: Uint8Array; width: number; height: number; spot: { x: number; y: number } | null };
  /** A program to be started by open_app. */
  launches?: string;
}

/** system, top: the command could not do its work in isolation. The others: this machine offers none. */
export type IsolationCause = 'system' | 'top' | 'missing' | 'refused' | 'platform' | 'off';

/** How far a command is kept from the rest of the machine. */
export interface IsolationFact {
  kind: 'bubblewrap' | 'none';
  /** Whether it reaches other computers, and programs of this one. */
  network: boolean;
  /** Folders it can change; meaningless without isolation. */
  writable: string[];
  /** Why it isn't isolated, in English, and by code with what fills its blank. */
  reason?: string;
  cause?: IsolationCause;
  detail?: string;
}

/** A skill's program that a call would run. */
export interface SkillFact {
  name: string;
  source: 'bundled' | 'person' | 'project';
  /** The person trusts exactly these contents; always so for bundled ones. */
  trusted: boolean;
  /** Of its folder's contents: what a grant is bound to. */
  hash: string;
  /** What this call may do, by the skill's declaration and the arguments; the gate may raise it. */
  effect: 'observe' | 'reversible' | 'risky' | 'consequential';
  /** The argument's value that `effect` follows from, where it does. */
  action: string | null;
  /** Hosts it reaches; `any` for all. */
  network: readonly string[];
  /** The command line as it will run. */
  runs: string;
  /** How far an outside program is kept from the machine, from `SkillRunner.isolation`; absent for bundled ones, which are part of the app. */
  isolation?: IsolationFact;
  /** As they will be handed over. */
  arguments: Readonly<Record<string, unknown>>;
}

/** What a call would touch, found without any effect: the gate judges by these, the dialog shows them. */
export interface Facts {
  paths?: PathFact[];
  command?: {
    text: string;
    directory: string;
    background: boolean;
    isolation?: IsolationFact;
    /** Files of the workspace that would run in the place of programs it names; absent without. */
    shadowed?: string[];
  };
  /** A file whose content is too large to be kept, so that changing it can't be undone: its path. */
  irreversible?: string;
  /** Unified diff of a file change. */
  diff?: { path: string; text: string };
  input?: InputFact;
  skill?: SkillFact;
  /** Whose words the result will hold, when they are not the person's: a web page's address, say. */
  untrusted?: string;
  /** Why this call can't run at all (an impossible path, say): it needs no decision, executing it only answers this. */
  fault?: ToolError;
}

/** What a tool may use while it runs. */
export interface ToolContext {
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  /** By it alone are files changed. */
  readonly changes: ChangeRecorder;
  /** Folder for outputs too large for the model (`tool-output/` of the data folder). */
  readonly outputFolder: string;
  /** State of the session's tools, by tool area; a tool keeps its own value under its own key. */
  readonly memory: Map<string, unknown>;
  /** Asks the person; rejects when the run is stopped, null when there is nobody to ask. */
  ask(question: string, options: string[]): Promise<string | null>;
}

/**
 * One tool. `parameters` is strict and documented (each property `.describe`d); `facts` has no
 * effect; `run` may throw, the registry turns that into INTERNAL_ERROR and a tool never throws to the loop.
 */
export interface Tool<P extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  /** For the model: when to use it, when not (naming the other tool), one example. */
  readonly description: string;
  readonly parameters: P;
  /** Reads may run side by side; writes run one at a time, in order. */
  readonly access: 'read' | 'write';
  /** What it changes in the workspace can't be known before: it is found by a look before and after. */
  readonly watched?: boolean;
  /** How many calls of it may run at the same time, where that is fewer than the registry allows; the others wait. */
  readonly atOnce?: number;
  /** The registry aborts the call after this long, milliseconds. */
  readonly timeoutMs: number;
  facts(params: z.infer<P>, context: ToolContext): Promise<Facts>;
  run(params: z.infer<P>, context: ToolContext): Promise<Outcome>;
}

/** Keeps a tool's parameter types while it is written as a plain object. */
export function defineTool<P extends z.ZodObject>(tool: Tool<P>): Tool {
  return tool as unknown as Tool;
}

/** An error outcome: what went wrong, why, and what to try next. */
export function failure(code: ErrorCode, message: string, hint: string, data: Record<string, unknown> = {}): Outcome {
  return { status: 'error', data, text: message, error: { code, message, hint } };
}
