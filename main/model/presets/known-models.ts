import { isLoopback } from '../base-url';
import type { Price } from '../model';

export interface KnownModel {
  /** Tokens of request and answer together. */
  contextWindow?: number;
  price?: Price;
}

interface Row extends KnownModel {
  /** The host whose prices and windows these are. */
  host: string;
  model: RegExp;
}

const price = (input: number, output: number): Price => ({ input, output });

/**
 * What providers publish of their own models, as far as it is certain; anything else stays
 * unknown and can be entered in Settings. Sources: OpenAI's model and price pages (March 2026),
 * DeepSeek's "Models & Pricing" (128K; its prices changed too often to be kept here), Moonshot's
 * and Zhipu's model pages for the windows. Dated snapshots cost what their model costs.
 */
const rows: readonly Row[] = [
  { host: 'api.openai.com', model: /^gpt-5(\.1)?(-\d{4}-\d\d-\d\d)?$/, contextWindow: 400_000, price: price(1.25, 10) },
  { host: 'api.openai.com', model: /^gpt-5-mini\b/, contextWindow: 400_000, price: price(0.25, 2) },
  { host: 'api.openai.com', model: /^gpt-5-nano\b/, contextWindow: 400_000, price: price(0.05, 0.4) },
  { host: 'api.openai.com', model: /^gpt-4\.1(-\d{4}-\d\d-\d\d)?$/, contextWindow: 1_047_576, price: price(2, 8) },
  { host: 'api.openai.com', model: /^gpt-4\.1-mini\b/, contextWindow: 1_047_576, price: price(0.4, 1.6) },
  { host: 'api.openai.com', model: /^gpt-4\.1-nano\b/, contextWindow: 1_047_576, price: price(0.1, 0.4) },
  { host: 'api.openai.com', model: /^gpt-4o-mini\b/, contextWindow: 128_000, price: price(0.15, 0.6) },
  { host: 'api.openai.com', model: /^gpt-4o(-2024-\d\d-\d\d)?$/, contextWindow: 128_000, price: price(2.5, 10) },
  { host: 'api.openai.com', model: /^o3(-\d{4}-\d\d-\d\d)?$/, contextWindow: 200_000, price: price(2, 8) },
  { host: 'api.openai.com', model: /^o4-mini\b/, contextWindow: 200_000, price: price(1.1, 4.4) },
  { host: 'api.deepseek.com', model: /^deepseek-(chat|reasoner)$/, contextWindow: 128_000 },
  { host: 'api.moonshot.cn', model: /^kimi-k2-(0905|turbo)/, contextWindow: 262_144 },
  { host: 'api.moonshot.cn', model: /^moonshot-v1-8k/, contextWindow: 8_192 },
  { host: 'api.moonshot.cn', model: /^moonshot-v1-32k/, contextWindow: 32_768 },
  { host: 'api.moonshot.cn', model: /^moonshot-v1-128k/, contextWindow: 131_072 },
  { host: 'open.bigmodel.cn', model: /^glm-4\.6$/, contextWindow: 200_000 },
  { host: 'open.bigmodel.cn', model: /^glm-4\.5(-air|-x)?$/, contextWindow: 128_000 },
];

/** What is published of a model at an address. On this computer tokens cost nothing. */
export function knownModel(baseUrl: string, model: string): KnownModel {
  if (isLoopback(baseUrl)) return { price: price(0, 0) };
  const row = rows.find((one) => one.host === hostOf(baseUrl) && one.model.test(model));
  if (!row) return {};
  const { contextWindow, price: cost } = row;
  return { ...(contextWindow === undefined ? {} : { contextWindow }), ...(cost === undefined ? {} : { price: cost }) };
}

function hostOf(address: string): string {
  try {
    return new URL(address).hostname;
  } catch {
    return '';
  }
}
