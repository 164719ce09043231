import type { CellPlace } from '../cell-name';
import type { Manner } from '../manner';

import type { CaptureSource } from '../capture';
import type { Frame } from '../frame';

/** A rectangle or point in physical pixels of the whole desktop (all displays; may be negative). */
export interface Point {
  x: number;
  y: number;
}
export interface Rectangle extends Point {
  width: number;
  height: number;
}

export interface Display extends Rectangle {
  id: number;
  primary: boolean;
  /** How much larger than usual programs draw on it; coordinates are physical pixels whatever it is. */
  scale: number;
}

/** A top-level window as the person sees it. */
export interface WindowInfo {
  id: number;
  title: string;
  /** Program name in small letters: "soffice", "xterm". */
  app: string;
  pid: number;
  active: boolean;
  dialog: boolean;
  terminal: boolean;
  /** Belongs to Deskwright itself. */
  own: boolean;
  box: Rectangle;
}

/** One node of the accessibility tree. `key` finds it again: bus name and object path. */
export interface AccessibleNode {
  key: string;
  role: string;
  name: string;
  value: string | null;
  states: string[];
  /** A text field that says that it has several lines. */
  multiline: boolean;
  box: Rectangle | null;
  /** Depth below its window, for the text form. */
  depth: number;
  pid: number;
  /** Formula behind a cell's value. */
  formula?: string;
  /** A cell whose value looks like a number and is none. */
  isText?: boolean;
}

/** What a spreadsheet's cell holds. */
export interface CellContent {
  /** As it is shown; "" for an error, too. */
  text: string;
  /** 0 for a text. */
  number: number;
  formula: string | null;
}

export interface AccessibleSight {
  nodes: AccessibleNode[];
  /** Why the walk stopped early, null when it is whole. */
  partial: string | null;
}

export interface Accessibility {
  /** Visible nodes of the window and of the pop-ups of its program. */
  look(window: WindowInfo, signal: AbortSignal): Promise<AccessibleSight>;
  /** The node again, with its present box and states; null when it is gone. Rejects with TIMEOUT when its program does not answer. */
  again(key: string): Promise<AccessibleNode | null>;
  /** The focused element of the window, found without walking its tree when the program tells of focus. */
  focused(window: WindowInfo | null): Promise<AccessibleNode | null>;
  /** What the window shows at the point; which window that is may still be on its way. */
  at(window: WindowInfo | Promise<WindowInfo | null>, point: Point): Promise<AccessibleNode | null>;
  /** Cells of the table with that key; null for one that does not tell. */
  cells(table: string, places: CellPlace[]): Promise<(CellContent | null)[]>;
  /** Does the node's own first action; false when it has none. */
  press(key: string): Promise<boolean>;
  /** Writes text or number; false when the node takes neither. */
  setValue(key: string, value: string): Promise<boolean>;
  focus(key: string): Promise<boolean>;
  /** How often the program has told of a change (value, focus, selection, window), and milliseconds since the last. */
  changesOf(pid: number): { changes: number; stillFor: number };
  /**
   * Boxes of the known password fields that are showing, after a search for more in those of the `suspects`
   * that may have them. Of a program with such a field that does not answer, its whole windows.
   */
  passwords(windows: WindowInfo[], suspects: WindowInfo[], signal: AbortSignal): Promise<Rectangle[]>;
}

export type MouseButton = 'left' | 'middle' | 'right';
export type ScrollDirection = 'up' | 'down' | 'left' | 'right';

/** Which of the person's own devices gave input. */
export type PersonInput = 'mouse' | 'keyboard';

/** What typing must ask between two chunks: throws to stop (stopped, held, focus lost). */
export type Checkpoint = () => Promise<void>;

export interface TextReport {
  /** Characters of the text that were given to the window. */
  typed: number;
  methods: ('keys' | 'paste')[];
}

/** Everything the host can do to one desktop. Coordinates are physical pixels, never clamped. */
export interface Platform {
  readonly name: 'linux' | 'windows' | 'macos';
  /** The system's own picture of the screen, the fastest; null where there is none. */
  readonly screen: CaptureSource | null;
  /** What stands behind our own windows in each of these areas; null where the system can't tell. */
  behind(areas: Rectangle[]): Promise<Frame[] | null>;
  displays(): Promise<Display[]>;
  /** Front to back. */
  windows(): Promise<WindowInfo[]>;
  /** Everything on the screen front to back, pop-ups included. */
  stack(): Promise<WindowInfo[]>;
  windowAt(point: Point): Promise<WindowInfo | null>;
  /** The window that keys would reach. */
  activeWindow(): Promise<WindowInfo | null>;
  focusWindow(id: number): Promise<void>;
  pointer(): Promise<Point>;
  /** Resolves when the pointer has moved, with where it is then; rejects when something holds it or the signal fires. */
  move(point: Point, signal?: AbortSignal): Promise<Point>;
  button(button: MouseButton, down: boolean, signal?: AbortSignal): Promise<void>;
  /** Press and release, with no moment in between where the system allows it. */
  click(button: MouseButton, signal: AbortSignal): Promise<void>;
  scroll(direction: ScrollDirection, notches: number, checkpoint: Checkpoint): Promise<void>;
  /** Canonical key names. Throws HostError(INVALID_PARAM) for a key this keyboard has not. */
  key(name: string, down: boolean): Promise<void>;
  type(text: string, window: WindowInfo | null, manner: Manner, checkpoint: Checkpoint, signal: AbortSignal): Promise<TextReport>;
  /** Calls for each input that is not ours, until the answer is called. */
  onPerson(listener: (by: PersonInput) => void): () => void;
  /** Milliseconds since somebody else gave input; infinite when never or unknown. */
  personQuietFor(): number;
  /** Whether somebody else holds a key down, which would change what clicks and keys mean. */
  keysHeld(): Promise<boolean>;
  /** Pixels between the pointer and where it was put last. */
  strayed(): Promise<number>;
  /** Every key and button that we hold goes up. */
  releaseAll(): Promise<void>;
  /** After a crash of an earlier host: whatever is down goes up. */
  releaseEverything(): Promise<void>;
  /** Comes and goes with the system's service. */
  readonly accessibility: Accessibility | null;
  /** Why there is no accessibility. */
  readonly accessibilityReason: string;
  /** Starts a program by name; answers with what it started. */
  launch(name: string): Promise<{ name: string; command: string[]; pid: number }>;
  /** What a name would start, without starting it; null when nothing is known by it. */
  program(name: string): Promise<{ name: string; command: string[] } | null>;
  /** Waits until the window manager, and then the programs of these windows, have taken all input off their queues; false when one can't say or stays busy. */
  caughtUp(windows: readonly WindowInfo[], timeoutMs: number): Promise<boolean>;
  /** Milliseconds since the screen last changed, or the program of `pid` last told of a change, and a counter of both; null when not watched. */
  activity(pid?: number): Promise<{ stillFor: number; changes: number } | null>;
  /** Counts windows that opened, closed, moved or changed their size or order, so far; null when not watched. */
  rearranged(): number | null;
  /** Changes wholly inside these areas (our own windows) do not count as activity. */
  ignoreChanges(areas: Rectangle[]): void;
  dispose(): Promise<void>;
}
