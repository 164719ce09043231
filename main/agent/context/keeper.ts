import type { Envelope } from '../../../preload/contract/envelope';
import type { RunEvent } from '../../../preload/contract/run-event';
import type { Language } from '../../../preload/contract/settings';
import { say } from '../../locales/say';
import { ModelError, type Message, type Model, type TurnRequest } from '../../model/model';
import { archiveText } from '../compaction/archive-text';
import { compact } from '../compaction/compact';
import type { Conversation } from '../conversation';
import { assemble } from './assemble';
import { TokenCounter } from './counter';
import { fitRequest, fitResult, type KeepWhole } from './fit-result';
import { squeeze } from './squeeze';

/** Where a model's window is not known, tokens. A server that takes less says so, and is believed. */
const UNKNOWN_WINDOW = 64_000;

/** Parts of the window. Compaction at 80 % is C2; the rest leaves room for the answer. */
const SHARE = {
  compactAt: 0.8,
  compactTo: 0.5,
  /** No request is longer: a tenth is the answer's. */
  most: 0.9,
  /** All results of one turn together, and a person's request. */
  result: 0.25,
  archive: 0.12,
  projectRules: 0.1,
} as const;

export interface KeeperOptions {
  conversation: Conversation;
  model: Model;
  /** `--context-window`; the model's own otherwise. */
  contextWindow?: number;
  tools: TurnRequest['tools'];
  /** Skills that may be called by their own names now. */
  skills?(): readonly string[];
  /** L1. */
  system: string;
  /** L2; `most` is the room for project rules, in characters. */
  standing(most: number): Promise<string>;
  /** The person's standing constraints: each must be in every request, word for word. */
  bounds(): string[];
  keepWhole: KeepWhole;
  keepArchive(text: string): string;
  language: Language;
  emit(event: RunEvent): void;
}

/** Keeps each request of a run inside the model's window: counts, compacts, cuts honestly. */
export class ContextKeeper {
  private readonly counter: TokenCounter;
  private window: number;
  private archive = { of: -1, text: '' };

  constructor(private readonly options: KeeperOptions) {
    this.counter = new TokenCounter(options.model.name);
    this.window = options.model.byRules ? Infinity : (options.contextWindow ?? options.model.contextWindow ?? UNKNOWN_WINDOW);
  }

  /** The next request, inside the window. Rejects with ModelError CONTEXT_LENGTH when that can't be. */
  async next(signal: AbortSignal): Promise<TurnRequest> {
    let request = await this.build();
    if (this.window === Infinity || this.counter.surelyFits(request, this.window * SHARE.compactAt)) return request;
    if (this.counter.request(request) <= this.window * SHARE.compactAt) return request;
    if ((await this.counter.sharpen()) && this.counter.request(request) <= this.window * SHARE.compactAt) return request;
    for (const target of [SHARE.compactTo, 0]) {
      if (!(await this.compactTo(target, request, signal))) continue;
      request = await this.build();
      this.checkBounds(request);
      if (this.counter.request(request) <= this.window * SHARE.compactAt) return request;
    }
    return this.cut(request);
  }

  /** After a refusal: from here on the window is what the server says, or smaller than what it refused. False when there is nothing left to try. */
  learn(refused: TurnRequest, named: number | undefined): boolean {
    const sent = this.counter.request(refused);
    const window = named !== undefined && named < this.window ? named : Math.floor(Math.min(this.window, sent) * 0.7);
    if (window < 1_000) return false;
    this.window = window;
    this.options.emit({ type: 'notice', code: 'CONTEXT_WINDOW_LEARNED', text: say(this.options.language, 'context.window_learned', { window }) });
    return true;
  }

  /** A result as the model will see it; `beside` is the number of calls in the same turn. */
  fitResult(envelope: Envelope, beside: number): string {
    const most = Math.max(250, Math.floor((this.window * SHARE.result) / beside));
    return fitResult(envelope, most, (text) => this.counter.text(text), this.options.keepWhole);
  }

  fitRequest(text: string): string {
    return fitRequest(text, Math.floor(this.window * SHARE.result), (one) => this.counter.text(one), this.options.keepWhole);
  }

  private async build(): Promise<TurnRequest> {
    const { conversation, system, tools } = this.options;
    // Three characters a token: the rules may be in any language.
    const standing = await this.options.standing(Math.floor(Math.min(this.window * SHARE.projectRules, 4_000) * 3));
    if (this.archive.of !== conversation.archives.length) {
      const covered = conversation.messages.slice(0, conversation.archived);
      const text = archiveText(conversation.archives, covered, this.window * SHARE.archive, (one) => this.counter.text(one), this.options.keepArchive);
      this.archive = { of: conversation.archives.length, text };
    }
    const skills = this.options.skills?.() ?? [];
    return { messages: assemble(conversation, { system, standing, archive: this.archive.text }), tools, ...(skills.length > 0 ? { skills } : {}) };
  }

  private async compactTo(share: number, request: TurnRequest, signal: AbortSignal): Promise<boolean> {
    const { conversation, model, emit, language } = this.options;
    const fixed = this.counter.request(request) - this.counter.messages(conversation.recent);
    const before = conversation.archived;
    try {
      const done = await compact({
        conversation,
        counter: this.counter,
        keep: Math.max(0, this.window * share - fixed),
        most: Math.min(1_200, Math.max(150, Math.floor(this.window * 0.04))),
        ...(model.fast ? { fast: model.fast } : {}),
        signal,
        onUsage: ({ inputTokens, outputTokens, estimated }) => emit({ type: 'usage', input_tokens: inputTokens, output_tokens: outputTokens, estimated }),
      });
      if (done) emit({ type: 'notice', code: 'CONTEXT_COMPACTED', text: say(language, 'context.compacted', { count: conversation.archived - before }) });
      return done;
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      emit({ type: 'notice', code: 'COMPACTION_FAILED', text: say(language, 'context.compaction_failed', { reason }) });
      return false;
    }
  }

  /** A bound that compaction lost would be broken unknowingly: such a request is not sent. */
  private checkBounds({ messages }: TurnRequest): void {
    const lost = this.options.bounds().find((text) => !messages.some((message) => message.text.includes(text)));
    if (lost !== undefined) throw new Error(`A standing constraint is missing in the request: ${lost}`);
  }

  /** The newest round alone is too long: what is sent of it is cut, the history stays. */
  private cut(request: TurnRequest): TurnRequest {
    const most = this.window * SHARE.most;
    if (this.counter.request(request) <= most) return request;
    const head = request.messages.findIndex(({ role }) => role === 'assistant' || role === 'tool');
    const fixed = head === -1 ? request.messages : request.messages.slice(0, head);
    const fits = (rest: readonly Message[]): boolean => this.counter.request({ ...request, messages: [...fixed, ...rest] }) <= most;
    const messages = [...fixed, ...squeeze(request.messages.slice(fixed.length), fits)];
    const needed = this.counter.request({ ...request, messages });
    if (needed > most) throw new ModelError('CONTEXT_LENGTH', say(this.options.language, 'context.too_small', { window: this.window, needed: Math.ceil(needed / 0.9) }));
    return { ...request, messages };
  }
}
