import type { Dialect } from '../dialect';
import { nativeDialect } from '../native-dialect';
import { autoglmDialect } from './autoglm';
import { fara } from './fara';
import { guiOwl } from './gui-owl';
import { jsonDialect } from './json';
import { mobileAgent } from './mobile-agent';
import { qwen25, qwen3, qwen3Xml } from './qwen';
import { reactDialect } from './react';
import { responsesDialect } from './responses/dialect';
import { doubao, uiTars10, uiTars15 } from './ui-tars';

/** Every dialect, with other names it goes by and the models that speak it; the first whose pattern fits is theirs. */
const table: readonly { dialect: Dialect; also: readonly string[]; models: RegExp | null }[] = [
  { dialect: nativeDialect, also: ['tools'], models: null },
  { dialect: responsesDialect, also: ['openai-responses', 'computer'], models: /computer-use/i },
  { dialect: reactDialect, also: ['text'], models: null },
  { dialect: jsonDialect, also: [], models: null },
  { dialect: doubao, also: ['doubao-ui-tars'], models: /doubao.*ui-?tars/i },
  { dialect: uiTars15, also: ['ui-tars', 'ui-tars-2'], models: /ui-?tars[-_ ]?v?(?:1\.5|1-5|2(?!b)|2\.\d)(?![\d.]*b)/i },
  { dialect: uiTars10, also: ['ui-tars-1'], models: /ui-?tars/i },
  { dialect: autoglmDialect, also: ['autoglm-phone'], models: /auto-?glm/i },
  { dialect: mobileAgent, also: ['mobile-agent'], models: /mobile-?agent/i },
  { dialect: guiOwl, also: ['guiowl'], models: /gui-?owl/i },
  { dialect: fara, also: ['fara-7b'], models: /(?:^|[^a-z])fara(?:[^a-z]|$)/i },
  { dialect: qwen25, also: ['qwen-2.5-vl'], models: /qwen-?2\.?5-?vl|qwen-vl/i },
  { dialect: qwen3, also: ['qwen-3-vl'], models: /qwen-?3(?:\.\d)?-?vl/i },
  { dialect: qwen3Xml, also: [], models: null },
];

/** What `--dialect` takes. */
export const dialectNames: readonly string[] = table.map(({ dialect }) => dialect.name);

/** The dialect of that name, however it is spelled ("UI-TARS 1.5", "qwen2.5"); null when there is none. */
export function dialectNamed(name: string): Dialect | null {
  const wanted = plain(name);
  return table.find(({ dialect, also }) => [dialect.name, ...also].some((each) => plain(each) === wanted))?.dialect ?? null;
}

export interface ModelFacts {
  /** The model's name. */
  model: string;
  /** Whether Observe and Computer are offered: without them a model of screens has nothing to do. */
  desktop: boolean;
  /** What the person chose; "" leaves it to the model's name. */
  chosen: string;
}

/** The client's dialect, and the one for when the server turns out to take no function calls. */
export interface Chosen {
  dialect: Dialect;
  withoutTools?: Dialect;
}

/**
 * The dialect for a model: the person's choice, else by its name if that is a model of screens, else
 * native calls, and ReAct from when the client finds that those don't work. Null when the chosen name is none.
 */
export function chooseDialect({ model, desktop, chosen }: ModelFacts): Chosen | null {
  const own = table.find(({ models }) => models?.test(model))?.dialect;
  const dialect = chosen.trim() ? dialectNamed(chosen) : own && desktop ? own : nativeDialect;
  if (dialect === null) return null;
  return { dialect, ...(dialect === nativeDialect ? { withoutTools: reactDialect } : {}) };
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
