import type { Constraint } from '../../../preload/contract/constraints';
import type { RunEvent, RunStatus } from '../../../preload/contract/run-event';
import type { Envelope } from '../../../preload/contract/envelope';
import type { Report } from '../../../preload/contract/report';
import type { Todo } from '../todo/read-todo';

type Approval = Extract<RunEvent, { type: 'approval' }>;

/** One tool call as the window shows it, from its start to its result. */
export interface ToolItem {
  kind: 'tool';
  key: string;
  /** Id of the call; models reuse ids between runs, so only the latest item with it is meant. */
  id: string;
  tool: string;
  arguments: unknown;
  /** Name of the screen element the call is about, null when it is about none or its name isn't known. */
  target: string | null;
  approval: Pick<Approval, 'level' | 'decision' | 'by' | 'reasons'> | null;
  /** null while it runs; stays null when the run ended first. */
  result: Envelope | null;
  images: Uint8Array[];
  /** Where a desktop action was about to land; null for other calls, and for old ones to save memory. */
  place: Pick<Extract<RunEvent, { type: 'target' }>, 'image' | 'width' | 'height' | 'spot'> | null;
  abandoned: boolean;
}

export interface QuestionItem {
  kind: 'question';
  key: string;
  id: string;
  question: string;
  options: string[];
  /** What the person answered in this window. */
  answer: string | null;
  /** False once answered, or when the run no longer waits. */
  open: boolean;
}

export type ChatItem =
  /** `message`: its number in the session's log, where the session can be forked. */
  | { kind: 'user'; key: string; text: string; message?: number }
  | { kind: 'assistant'; key: string; text: string; streaming: boolean; message?: number }
  | ToolItem
  | QuestionItem
  /** `until`: wall-clock milliseconds when the run goes on by itself; null when it doesn't wait. */
  | { kind: 'notice'; key: string; code: string; text: string; until: number | null }
  /** What the run did by its evidence. */
  | { kind: 'report'; key: string; report: Report; workspace: string }
  /** `text` is empty when the last message already says it. `elapsed` in milliseconds, 0 where it isn't known. */
  | { kind: 'end'; key: string; status: RunStatus; text: string; elapsed: number };

export interface Usage {
  input: number;
  output: number;
  /** True when any part is our own count, not the server's. */
  estimated: boolean;
  /** US dollars; null when no part has a price. */
  cost: number | null;
}

/** One session as this window saw it. */
export interface Conversation {
  key: string;
  /** The main process's id; null until the first run has begun. */
  session: string | null;
  /** The first request, on one line. */
  title: string;
  workspace: string;
  items: ChatItem[];
  todos: Todo[];
  /** The person's standing constraints in this session. */
  constraints: Constraint[];
  usage: Usage;
  /** Wall-clock milliseconds. */
  startedAt: number | null;
  endedAt: number | null;
}

let made = 0;

/** An empty conversation. */
export function createConversation(): Conversation {
  return {
    key: `conversation-${++made}`,
    session: null,
    title: '',
    workspace: '',
    items: [],
    todos: [],
    constraints: [],
    usage: { input: 0, output: 0, estimated: false, cost: null },
    startedAt: null,
    endedAt: null,
  };
}
