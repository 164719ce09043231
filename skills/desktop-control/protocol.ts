import type { InputFact } from '../../main/tools/tool';
import type { Capture } from './coordinates';

/**
 * What the desktop skill and its host say to each other: plain messages over the fork's channel,
 * so that the host can be killed at any moment and nothing else is lost.
 */
export interface HostRequest {
  id: number;
  method: string;
  params: unknown;
}

/** Why there is no desktop, for whoever tells people in their language; the words are `main/locales/desktop.ts`'s. */
export interface NoDesktop {
  code: 'gone' | 'no_screen' | 'wayland' | 'unreachable' | 'no_input' | 'no_keyboard' | 'late' | 'not_started';
  values: Record<string, string>;
}

/** `reason` is in English, for the model; `why` comes along where the reason is one of the known ones. */
export interface DesktopStatus {
  available: boolean;
  reason: string;
  why?: NoDesktop;
}

/** Sent without an answer: abort request `id`; all keys and buttons go up. */
export interface HostCancel {
  cancel: number;
}

export type HostReply =
  | { id: number; result: unknown }
  | { id: number; error: { code: string; message: string; hint: string } }
  /** First message: what this desktop can do, or why it can't. */
  | { ready: DesktopStatus }
  /** The person used a device of theirs during an act, which was stopped. */
  | { person: 'mouse' | 'keyboard' };

/** A forked process as both Electron's utilityProcess and Node's fork can give it. */
export interface HostProcess {
  post(message: HostRequest | HostCancel): void;
  onMessage(listener: (reply: HostReply) => void): void;
  onExit(listener: (code: number | null) => void): void;
  kill(): void;
}

/** Starts the host script; given by app.ts (utilityProcess) or cli.ts (child_process). */
export type ForkHost = (script: string, environment: Record<string, string>) => HostProcess;

/** [x, y, width, height] in pixels of the capture's picture. */
export type BoxTuple = [number, number, number, number];

/** A window as the model sees it. */
export interface SeenWindow {
  id: number;
  title: string;
  app: string;
  pid: number;
  active: boolean;
  /** The display that shows the middle of it. */
  display: number;
  /** Outside the picture when the window is on another display than the capture. */
  box: BoxTuple;
}

/** A display, in physical pixels of the whole desktop. */
export interface SeenDisplay {
  id: number;
  primary: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
  scale: number;
}

/** An element of the accessibility tree as the model sees it. */
export interface SeenElement {
  ref: string;
  role: string;
  name: string;
  value?: string;
  formula?: string;
  /** A cell whose value looks like a number and is none. */
  isText?: boolean;
  states: string[];
  box: BoxTuple | null;
  /** Nesting below its window, for the text form. */
  depth: number;
}

export interface ObserveRequest {
  what: 'elements' | 'screenshot' | 'both' | 'marks';
  window?: string | undefined;
  find?: string | undefined;
  /** [x, y, width, height] in pixels of the latest capture's picture. */
  region?: BoxTuple | undefined;
}

export interface ObserveResult {
  capture: Capture;
  displays: SeenDisplay[];
  windows: SeenWindow[];
  elements: SeenElement[];
  /** The window whose elements these are. */
  looked_at: string | null;
  accessibility: { available: boolean; reason: string };
  partial: string | null;
  /** What has changed since the person took over, told once. */
  meanwhile: string | null;
  /** Where our own windows lie over what the picture shows. */
  hidden: BoxTuple[];
  /** The picture would be the same as that of `capture`, which was given last: there is none. */
  unchanged: boolean;
  image?: Uint8Array;
}

export interface ActRequest {
  action: string;
  ref?: string | undefined;
  x?: number | undefined;
  y?: number | undefined;
  text?: string | undefined;
  keys?: string | undefined;
  /** drag: a point or ref; scroll: "down 3". */
  to?: string | { x: number; y: number } | undefined;
  capture?: string | undefined;
  /** What the gate judged this act by. */
  approved?: Approved | undefined;
}

/** What an act was judged by, to be found again right before it happens. */
export interface Approved {
  window: number | null;
  /** Title of a dialog: it is what its answer means. */
  dialog: string | null;
  /** Role and name of a target that acts, "" for one that does not. */
  weight: string;
  by_keys: boolean;
  /** A line break in the text was judged as Enter. */
  enters: boolean;
}

export interface Located {
  input: InputFact;
  approved: Approved;
}

/** What a person would have seen happen. */
export interface Effect {
  changed: boolean;
  what: string[];
  focus: { window: string; app: string; element: string } | null;
  new_windows: { id: number; title: string; app: string }[];
  /** The dialog that has the focus since this act. */
  dialog: SeenDialog | null;
}

/** A question of a program: what it says, and what it can be answered with. */
export interface SeenDialog {
  title: string;
  text: string;
  buttons: { ref: string; name: string }[];
}

export interface ActResult {
  effect: Effect;
  /** More of what was done: characters typed, program started. */
  done: Record<string, unknown>;
  /** The screen kept changing until the cap. */
  restless: boolean;
  /** What had changed since the person took over, told once. */
  meanwhile: string | null;
}

/** How a window of our own stands among the others. */
export interface Standing {
  /** Whether the system has put it on the screen. */
  shown: boolean;
  /** Windows that lie above some of it. */
  above: number[];
}

/** The host's methods: parameters and result of each. */
export interface HostMethods {
  observe: { params: ObserveRequest; result: ObserveResult };
  act: { params: ActRequest; result: ActResult };
  locate: { params: ActRequest; result: Located };
  frame: { params: null; result: { image: Uint8Array; width: number; height: number; spot: { x: number; y: number } | null } };
  hold: { params: { held: boolean }; result: null };
  standing: { params: { window: number }; result: Standing };
  privacy: { params: { words: string[] }; result: null };
  release: { params: { everything: boolean }; result: null };
}
