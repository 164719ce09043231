import { createVault } from '../store/privacy/vault';
import type { Model } from './model';
import { privateModel, type SentRequest } from './private-model';

/** A question waits this long for its answer, milliseconds. */
const PATIENCE = 90_000;

interface Keep {
  /** What stays here, in whatever it stands. */
  secrets: readonly string[];
  patterns: readonly string[];
  /** Is told each request as it left this machine. */
  sent(request: SentRequest): void;
}

/** Asks a model one thing, without tools and outside any session; its fast model where it has one. */
export async function askOnce(model: Model, system: string, question: string, keep: Keep): Promise<string> {
  const asked = privateModel(model.fast ?? model, createVault({ known: keep.secrets, patterns: keep.patterns }), keep.sent);
  const messages = [{ role: 'system' as const, text: system }, { role: 'user' as const, text: question }];
  const { text } = await asked.turn({ messages, tools: [] }, { signal: AbortSignal.timeout(PATIENCE), onDelta: () => undefined, onNotice: () => undefined });
  return text;
}
