import type { Message } from '../model/model';
import { forgetOldPictures } from './context/pictures';
import { isPersons } from './context/rounds';

/** Messages whose pictures are kept in memory; what the model is sent shows fewer. */
const PICTURES_STORED = 8;

/** A summary that took the place of a part of the history. It is final: none is ever summarised again. */
export interface Archive {
  /** Number of the last message it covers, counted as the session's log does. */
  through: number;
  summary: string;
  by: 'model' | 'rules';
}

export interface ConversationStart {
  messages?: Message[];
  /** Those of `messages` that the log does not hold: answers that were made up for a cut history. */
  unlogged?: ReadonlySet<Message>;
  /** Summaries of an earlier run, in order. */
  archives?: Archive[];
  /** How many of `messages` they cover. */
  archived?: number;
  /** Called with each message as it is added, so that a store can keep it. */
  onAdd?(message: Message): void;
  /** Called with each summary before it counts; when it throws, nothing has changed. */
  onArchive?(archive: Archive): void;
}

/** What was said in a session, and which part of it now stands as summaries. Nothing said is ever removed from it. */
export class Conversation {
  readonly messages: Message[];
  readonly archives: Archive[];
  private covered: number;
  private readonly unlogged: ReadonlySet<Message>;

  constructor(
    readonly session: string,
    private readonly start: ConversationStart = {},
  ) {
    this.messages = start.messages ?? [];
    this.archives = start.archives ?? [];
    this.covered = start.archived ?? 0;
    this.unlogged = start.unlogged ?? new Set();
  }

  add(message: Message): void {
    this.messages.push(message);
    forgetOldPictures(this.messages, PICTURES_STORED);
    this.start.onAdd?.(message);
  }

  /** How many messages the summaries cover. */
  get archived(): number {
    return this.covered;
  }

  /** What is sent as it was said. */
  get recent(): Message[] {
    return this.messages.slice(this.covered);
  }

  /** The person's first request and the present one: they stay word for word, whatever summaries cover. */
  get requests(): Message[] {
    const asked = this.messages.filter(isPersons);
    const [first] = asked;
    const last = asked.at(-1);
    return first && last ? [...new Set([first, last])] : [];
  }

  /** Those of the kept requests that summaries cover. */
  get keptRequests(): Message[] {
    const recent = new Set(this.recent);
    return this.requests.filter((message) => !recent.has(message));
  }

  /** Lets a summary stand for everything before the message at `end`, an index where a round begins. */
  archive(end: number, summary: string, by: Archive['by']): void {
    const numbered = this.messages.slice(0, end).filter((message) => !this.unlogged.has(message)).length;
    const archive = { through: numbered - 1, summary, by };
    this.start.onArchive?.(archive);
    this.archives.push(archive);
    this.covered = end;
  }
}
