import { z } from 'zod';
import type { ListedModel, LocalServer, ModelList } from '../../../preload/contract/model-servers';
import type { Language } from '../../../preload/contract/settings';
import { say } from '../../locales/say';
import { normaliseBaseUrl } from '../base-url';
import { connectTo } from '../connection';
import { explainError } from '../explain-error';
import { knownModel } from './known-models';
import { presets } from './presets';
import { APIError } from 'openai/core/error';

const LIST_MS = 10_000;
/** A server on this computer answers at once or isn't there. */
const LOCAL_MS = 800;
const MOST_MODELS = 2_000;

/** The forms in which servers list models; OpenRouter adds windows and prices, vLLM and LM Studio windows. */
const entrySchema = z.object({
  id: z.string(),
  context_length: z.number().nullish(),
  max_model_len: z.number().nullish(),
  context_window: z.number().nullish(),
  loaded_context_length: z.number().nullish(),
  max_context_length: z.number().nullish(),
  /** Dollars for one token, as text. */
  pricing: z.object({ prompt: z.coerce.number(), completion: z.coerce.number() }).nullish().catch(null),
});

/** Asks a server for its models. Never rejects: `problem` says why there is no list. */
export async function listModels(baseUrl: string, apiKey: string, language: Language): Promise<ModelList> {
  const to = { baseUrl, model: '', language };
  try {
    const models = await modelsAt(normaliseBaseUrl(baseUrl), apiKey, AbortSignal.timeout(LIST_MS));
    return models.length ? { models, problem: '' } : { models, problem: say(language, 'list.empty') };
  } catch (error) {
    return { models: [], problem: error instanceof APIError && error.status === 404 ? say(language, 'list.none') : explainError(error, to).message };
  }
}

/** The local servers that answer at their usual ports, this computer's own address only. */
export async function findLocalServers(language: Language): Promise<LocalServer[]> {
  const found = await Promise.all(
    presets(language).filter(({ local }) => local).map(async ({ name, url }) => {
      try {
        const models = await modelsAt(url, '', AbortSignal.timeout(LOCAL_MS));
        return [{ name, url, models: models.map(({ id }) => id) }];
      } catch {
        return [];
      }
    }),
  );
  return found.flat();
}

async function modelsAt(base: string, apiKey: string, signal: AbortSignal): Promise<ListedModel[]> {
  const answer = await connectTo(base, apiKey).get('/models', signal);
  const body = await answer.json();
  const rows = z.union([z.object({ data: z.array(z.unknown()) }).transform(({ data }) => data), z.array(z.unknown())]).parse(body);
  return rows.slice(0, MOST_MODELS).flatMap((row) => {
    const entry = entrySchema.safeParse(row);
    return entry.success ? [listed(base, entry.data)] : [];
  });
}

function listed(base: string, entry: z.infer<typeof entrySchema>): ListedModel {
  const known = knownModel(base, entry.id);
  const million = (perToken: number | undefined): number | null => (perToken !== undefined && perToken >= 0 ? Number((perToken * 1_000_000).toPrecision(6)) : null);
  return {
    id: entry.id,
    context_window: entry.loaded_context_length ?? entry.context_length ?? entry.max_model_len ?? entry.context_window ?? entry.max_context_length ?? known.contextWindow ?? null,
    price_input: million(entry.pricing?.prompt) ?? known.price?.input ?? null,
    price_output: million(entry.pricing?.completion) ?? known.price?.output ?? null,
  };
}
