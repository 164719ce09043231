import { z } from 'zod';
import { connectTo } from '../connection';

const MODELS = z.object({ models: z.array(z.object({ name: z.string(), model: z.string().optional(), context_length: z.number().optional() })) });
const PROPS = z.object({ default_generation_settings: z.object({ n_ctx: z.number() }) });

const ASK_MS = 2_000;

/**
 * The window a local server has given the model it holds, tokens; null when it doesn't say. Ollama
 * tells it at /api/ps of what is loaded, llama.cpp at /props. Both cut off what is longer.
 */
export async function servedWindow(normalisedBase: string, model: string): Promise<number | null> {
  const server = connectTo(new URL(normalisedBase).origin, '');
  const ask = async (path: string): Promise<unknown> => (await server.get(path, AbortSignal.timeout(ASK_MS))).json();
  const [running, props] = await Promise.all([ask('/api/ps').catch(() => null), ask('/props').catch(() => null)]);
  const loaded = MODELS.safeParse(running).data?.models.find(({ name, model: other }) => [name, other].some((one) => one === model || one === `${model}:latest`));
  return loaded?.context_length ?? PROPS.safeParse(props).data?.default_generation_settings.n_ctx ?? null;
}
