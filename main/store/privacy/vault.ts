import { maskDeep, replaceSecrets } from '../mask';
import { findSecrets } from './find-secrets';
import { readPatterns, type PrivatePatterns } from './private-patterns';
import type { SecretKind } from './secret-shapes';

/**
 * The secrets of one session: each has a placeholder (`[[SECRET_1]]`, `[[PRIVATE_2]]` for the
 * person's own patterns) that stays the same, stands for it in requests, logs and traces, and is
 * put back in what the model wants done. Values are in memory only: no file holds them.
 */
export interface Vault {
  /** The text with a placeholder for each secret. */
  conceal(text: string): string;
  /** The same for every string inside a value, JSON inside a string included. A value that was concealed once must not change. */
  concealDeep<T>(value: T): T;
  /** The text with the secrets that its placeholders stand for; unknown ones stay. */
  reveal(text: string): string;
  /** The same where the text is JSON: values are put in as JSON strings hold them. */
  revealJson(text: string): string;
  /** Placeholders that were given out before this process began, whose values nobody knows any more. */
  lost(text: string): string[];
  /** Placeholders in `text` are taken: numbers go on after them. */
  reserve(text: string): void;
  /** Values that are secret from now on, whatever they look like. */
  learn(values: readonly string[]): void;
  /** The person's patterns from now on; gives back those that can't be used. */
  usePatterns(lines: readonly string[]): PrivatePatterns['bad'];
  /** Changes whenever a new secret became known: what was concealed before may hold it. */
  readonly version: number;
}

const PLACEHOLDER = /\[\[(?:SECRET|PRIVATE)_(\d{1,6})\]\]/g;
/** A word this plain may be a password, but hiding it everywhere would hide other things. */
const PLAIN_WORD = /^(?:.{1,5}|[a-z]{1,11}|[A-Z][a-z]{1,10}|\d{1,7})$/s;
/** A shorter value would hide too much else. */
const SHORTEST_KNOWN = 6;
/** Characters of texts and answers that are remembered at most. */
const MOST_REMEMBERED = 8_000_000;

/** `known` are values that are secret whatever they look like; `patterns` as the person wrote them, see `readPatterns`. */
export function createVault(options: { known: readonly string[]; patterns: readonly string[] }): Vault {
  const known = new Map<string, SecretKind>();
  let { patterns } = readPatterns(options.patterns);
  const placeholders = new Map<string, string>();
  const values = new Map<string, string>();
  let taken = 0;
  let version = 0;
  const learn = (values: readonly string[]): void => {
    const unknown = values.filter((value) => value.length >= SHORTEST_KNOWN && !known.has(value));
    for (const value of unknown) known.set(value, 'key');
    if (unknown.length > 0) version++;
  };
  learn(options.known);

  const placeholderOf = (value: string, kind: SecretKind): string => {
    const given = placeholders.get(value);
    if (given) return given;
    const placeholder = `[[${kind === 'private' ? 'PRIVATE' : 'SECRET'}_${++taken}]]`;
    placeholders.set(value, placeholder);
    values.set(placeholder, value);
    if (!PLAIN_WORD.test(value)) known.set(value, kind);
    version++;
    return placeholder;
  };
  // What a step says is concealed for the request, the log, the trace and the screen: it is looked through once.
  const concealed = new Map<string, string>();
  const whole = new WeakMap<object, { version: number; value: unknown }>();
  let remembered = { version, characters: 0 };
  const once = (text: string, make: (text: string) => string): string => {
    if (remembered.version !== version || remembered.characters > MOST_REMEMBERED) {
      concealed.clear();
      remembered = { version, characters: 0 };
    }
    const given = concealed.get(text);
    if (given !== undefined) return given;
    const made = make(text);
    if (remembered.version === version) {
      concealed.set(text, made);
      remembered.characters += text.length + made.length;
    }
    return made;
  };
  const conceal = (text: string): string => replaceSecrets(text, findSecrets(text, { known, patterns }), placeholderOf);
  const concealJson = (text: string): string => {
    // The envelope of a result is JSON with lines of the loop after it: inside it fields have names.
    const [first = '', ...rest] = text.split('\n');
    const value = parse(text);
    const part = value === undefined ? parse(first) : value;
    if (part === undefined) return conceal(text);
    const safe = deep(part);
    const json = safe === part ? (value === undefined ? first : text) : JSON.stringify(safe);
    return value === undefined ? [json, concealText(rest.join('\n'))].join('\n') : json;
  };
  const concealText = (text: string): string => once(text, /^\s*[[{]/.test(text) ? concealJson : conceal);
  const deep = (value: unknown): unknown => maskDeep(value, concealText, (secret) => placeholderOf(secret, 'password'));
  const put = (text: string, write: (value: string) => string): string =>
    text.replace(PLACEHOLDER, (placeholder) => {
      const value = values.get(placeholder);
      if (value === undefined) return placeholder;
      // From here on it stands in calls and results, however plain it is: it must not go out again from there.
      if (!known.has(value)) {
        known.set(value, 'password');
        version++;
      }
      return write(value);
    });

  return {
    conceal: concealText,
    concealDeep<T>(value: T): T {
      if (typeof value !== 'object' || value === null) return deep(value) as T;
      const given = whole.get(value);
      if (given?.version === version) return given.value as T;
      const before = version;
      const made = deep(value);
      // A secret found on the way may stand, unrecognised, in what was looked at before it.
      if (version === before) whole.set(value, { version, value: made });
      return made as T;
    },
    reveal: (text) => put(text, (value) => value),
    revealJson: (text) => put(text, (value) => JSON.stringify(value).slice(1, -1)),
    lost: (text) => [...new Set([...text.matchAll(PLACEHOLDER)].filter(([placeholder, number]) => Number(number) <= taken && !values.has(placeholder)).map(([placeholder]) => placeholder))],
    reserve(text) {
      for (const [, number] of text.matchAll(PLACEHOLDER)) taken = Math.max(taken, Number(number));
    },
    learn,
    usePatterns(lines) {
      const read = readPatterns(lines);
      patterns = read.patterns;
      version++;
      return read.bad;
    },
    get version() {
      return version;
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
