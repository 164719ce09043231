import type { Message, Model, Usage } from '../../model/model';
import type { TokenCounter } from '../context/counter';
import { roundStarts } from '../context/rounds';
import type { Conversation } from '../conversation';
import { summariseByModel } from './by-model';
import { summariseByRules, type SummaryRequest } from './by-rules';
import { ledgerOf, tally } from './ledger';

export interface CompactionOptions {
  conversation: Conversation;
  counter: TokenCounter;
  /** Tokens of recent rounds that stay as they are; the newest round always does. */
  keep: number;
  /** Most tokens of the summary. */
  most: number;
  /** Who writes the summary; rules do without one, and when its answer doesn't hold. */
  fast?: Model;
  signal: AbortSignal;
  onUsage(usage: Usage): void;
}

/**
 * Lets a summary stand for the older rounds. False when there is nothing whose summary would be
 * smaller. Rejects, with nothing changed, when the summary can't be kept.
 */
export async function compact(options: CompactionOptions): Promise<boolean> {
  const { conversation, counter, fast, signal } = options;
  const { recent, archived } = conversation;
  const end = cutAt(recent, options.keep, counter);
  const source = recent.slice(0, end);
  const kept = new Set(conversation.requests);
  const gone = counter.messages(source.filter((message) => !kept.has(message)));
  const request: SummaryRequest = {
    source,
    before: conversation.messages.slice(0, archived + end),
    kept,
    most: Math.min(options.most, Math.floor(gone * 0.8)),
    count: (text) => counter.text(text),
  };
  if (gone === 0) return false;
  const byModel = fast ? await attempt(() => summariseByModel(fast, request, { signal }, options.onUsage), signal) : null;
  const summary = byModel ?? smaller([summariseByRules(request), `(${tally(ledgerOf(source))})`], gone, counter);
  if (summary === null) return false;
  conversation.archive(archived + end, summary, byModel === null ? 'rules' : 'model');
  return true;
}

/** Index in `recent` before which all is summarised: as many of the newest rounds stay as `keep` has room for. */
function cutAt(recent: readonly Message[], keep: number, counter: TokenCounter): number {
  const starts = roundStarts(recent);
  const last = starts.at(-1) ?? 0;
  return starts.find((start) => start === last || counter.messages(recent.slice(start)) <= keep) ?? 0;
}

/** The first text that is smaller than what it stands for. */
function smaller(texts: readonly string[], than: number, counter: TokenCounter): string | null {
  return texts.find((text) => counter.text(text) < than) ?? null;
}

/** A model that fails to summarise is no reason to stop: rules do it then. A stop is. */
async function attempt(work: () => Promise<string | null>, signal: AbortSignal): Promise<string | null> {
  try {
    return await work();
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
