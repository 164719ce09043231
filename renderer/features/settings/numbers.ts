import type { ListedModel } from '../../../preload/contract/model-servers';
import type { Settings } from '../../../preload/contract/settings';

/** The settings that are a number or nothing, as the contract bounds them. */
export const NUMBERS = {
  context_window: { from: 1_000, to: 100_000_000, whole: true },
  price_input: { from: 0, to: 100_000, whole: false },
  price_output: { from: 0, to: 100_000, whole: false },
  max_tokens: { from: 1_000, to: 1_000_000_000, whole: true },
  max_cost: { from: 0.000_001, to: 100_000, whole: false },
  max_minutes: { from: 0.01, to: 100_000, whole: false },
} as const satisfies Partial<Record<keyof Settings, { from: number; to: number; whole: boolean }>>;

export type NumberName = keyof typeof NUMBERS;
/** Text until it is saved, so that typing isn't corrected under the person's hands. */
export type Numbers = Record<NumberName, string>;

export const numberNames = Object.keys(NUMBERS) as NumberName[];

/** The number typed, null when the field is empty, undefined when it can't be saved. Thousands may be parted by commas or blanks. */
export function numberOf(name: NumberName, text: string): number | null | undefined {
  const typed = text.replace(/[,\s](?=\d{3}\b)/g, '').trim();
  if (typed === '') return null;
  const value = Number(typed);
  const { from, to, whole } = NUMBERS[name];
  return Number.isFinite(value) && value >= from && value <= to && (!whole || Number.isInteger(value)) ? value : undefined;
}

/** The fields as the settings stand. */
export function numbersOf(settings: Pick<Settings, NumberName>): Numbers {
  return Object.fromEntries(numberNames.map((name) => [name, settings[name] === null ? '' : String(settings[name])])) as Numbers;
}

/** The fields as values; null when one of them can't be saved. */
export function valuesOf(numbers: Numbers): Pick<Settings, NumberName> | null {
  const values = numberNames.map((name) => [name, numberOf(name, numbers[name])] as const);
  return values.some(([, value]) => value === undefined) ? null : (Object.fromEntries(values) as Pick<Settings, NumberName>);
}

/** What a server publishes of a model, as fields; empty where it says nothing, and for a model it doesn't list. */
export function published(model: ListedModel | undefined): Pick<Numbers, 'context_window' | 'price_input' | 'price_output'> {
  const text = (value: number | null | undefined): string => (value === null || value === undefined ? '' : String(value));
  return { context_window: text(model?.context_window), price_input: text(model?.price_input), price_output: text(model?.price_output) };
}
