import { eachMatch } from './each-match';
import { findNamed } from './named-secrets';
import { isReal } from './private-patterns';
import { PLACED_SHAPES, TOKEN, TOKEN_RUN, type SecretKind } from './secret-shapes';

export interface FoundSecret {
  /** UTF-16 offsets. */
  start: number;
  end: number;
  kind: SecretKind;
}

/** What to look for beside the shapes that everybody's secrets have. */
export interface Wanted {
  /** Values that are secret whatever they look like, with what they are. */
  known: ReadonlyMap<string, SecretKind>;
  /** Of the person's own choice. Each with the `g` flag. */
  patterns: readonly RegExp[];
}

/** No secret that is known by its surroundings or its name stands in a text without one of these; most names and ids have none. */
const PLACED = /[\s:=]|[^\x00-\x7F]|\.c/;

/** The secrets in a text, in order, none overlapping: where two do, the earlier and longer one is taken. */
export function findSecrets(text: string, wanted: Wanted): FoundSecret[] {
  if (text.length < 4) return [];
  const found: FoundSecret[] = [];
  for (const [value, kind] of wanted.known) {
    for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
      if (value.length >= 12 || standsAlone(text, at, value)) found.push({ start: at, end: at + value.length, kind });
    }
  }
  for (const pattern of wanted.patterns) {
    eachMatch(pattern, text, ({ 0: value, index }) => {
      if (value !== '' && isReal(pattern, value)) found.push({ start: index, end: index + value.length, kind: 'private' });
    });
  }
  found.push(...findTokens(text));
  if (PLACED.test(text)) {
    for (const { pattern, kind } of PLACED_SHAPES) {
      eachMatch(pattern, text, (match) => {
        const end = match.index + match[0].length;
        found.push({ start: end - (match[1] ?? match[0]).length, end, kind });
      });
    }
    found.push(...findNamed(text));
  }
  return withoutOverlap(found.filter(({ start, end }) => !isPlaceholder(text.slice(start, end))));
}

function findTokens(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  eachMatch(TOKEN_RUN, text, ({ 0: run, index }) => {
    if (!/\d/.test(run)) return;
    const from = Math.max(0, index - 1);
    eachMatch(TOKEN, text.slice(from, index + run.length + 1), (match) => {
      const start = from + match.index;
      found.push({ start, end: start + match[0].length, kind: match[0].startsWith('eyJ') ? 'token' : 'key' });
    });
  });
  return found;
}

/** What a secret was replaced by is none. */
function isPlaceholder(text: string): boolean {
  return /^\[{0,2}(?:SECRET|PRIVATE)_\d+\]{0,2}$/.test(text) || /^\[(?:key|token|password|private key|cookie|private)\]$/.test(text);
}

function standsAlone(text: string, at: number, value: string): boolean {
  const around = (index: number): boolean => /[\p{L}\p{N}_]/u.test(text[index] ?? ' ');
  const edge = (character: string | undefined): boolean => /[\p{L}\p{N}_]/u.test(character ?? '');
  return !(edge(value[0]) && around(at - 1)) && !(edge(value.at(-1)) && around(at + value.length));
}

function withoutOverlap(found: FoundSecret[]): FoundSecret[] {
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  const kept: FoundSecret[] = [];
  for (const secret of found) {
    const last = kept.at(-1);
    if (!last || secret.start >= last.end) kept.push({ ...secret });
    // Overlapping finds are one secret: a part must not stay readable.
    else last.end = Math.max(last.end, secret.end);
  }
  return kept;
}
