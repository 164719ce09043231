import { createVault } from '../store/privacy/vault';
import type { Model } from './model';
import { privateModel } from './private-model';

/** A question waits this long for its answer, milliseconds. */
const PATIENCE = 90_000;

/** Asks a model one thing, without tools and outside any session; its fast model where it has one. Secrets stay here. */
export async function askOnce(model: Model, system: string, question: string, keep: { secrets: readonly string[]; patterns: readonly string[] }): Promise<string> {
  const asked = privateModel(model.fast ?? model, createVault({ known: keep.secrets, patterns: keep.patterns }), () => undefined);
  const messages = [{ role: 'system' as const, text: system }, { role: 'user' as const, text: question }];
  const { text } = await asked.turn({ messages, tools: [] }, { signal: AbortSignal.timeout(PATIENCE), onDelta: () => undefined, onNotice: () => undefined });
  return text;
}
