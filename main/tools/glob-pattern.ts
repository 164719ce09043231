/** A glob's fixed folder at its beginning ("src/lib" of "src/lib/**\/*.ts") and the rest. */
export function splitGlob(pattern: string): { prefix: string; rest: string } {
  const parts = pattern.replace(/^(\.\/)+/, '').split('/');
  const wild = parts.findIndex((part) => /[*?[{\\!]/.test(part));
  const fixed = wild === -1 ? parts.length - 1 : wild;
  const prefix = parts.slice(0, fixed).join('/');
  const absolute = pattern.startsWith('/') && prefix === '' && fixed > 0;
  const rest = parts.slice(fixed).join('/');
  // With its folder cut off, a name that stood in that folder must not fit at any depth.
  const anchored = fixed > 0 && !rest.startsWith('**') && !rest.includes('/');
  return { prefix: absolute ? '/' : prefix, rest: anchored ? `/${rest}` : rest };
}

/** Whether every file fits a pattern. */
export function matchesAll(pattern: string): boolean {
  return /^\/?(\*\*\/)*\*{1,2}$/.test(pattern) && pattern !== '/*';
}

/** A glob over a whole relative path as a regular expression, by the rules of .gitignore; null when it isn't valid. */
export function fullGlobPattern(pattern: string): RegExp | null {
  if (count(pattern, '{') !== count(pattern, '}')) return null;
  const anywhere = !pattern.includes('/');
  const source = pattern.replace(/^\//, '').replace(/\\.|\*\*\/|\/\*\*$|\*\*|\*|\?|\[!?[^\]]+\]|\{|\}|,|[.+^$()|\\[\]]/g, (token) => {
    if (token.startsWith('\\') && token.length > 1) return /\w/.test(token[1] ?? '') ? token.slice(1) : token;
    if (token === '**/') return '(?:.*/)?';
    if (token === '/**') return '/.*';
    if (token === '**') return '.*';
    if (token === '*') return '[^/]*';
    if (token === '?') return '[^/]';
    if (token === '{') return '(?:';
    if (token === '}') return ')';
    if (token === ',') return pattern.includes('{') ? '|' : ',';
    if (token.startsWith('[') && token.length > 2) return token.replace('[!', '[^');
    return `\\${token}`;
  });
  try {
    return new RegExp(`^${anywhere ? '(?:.*/)?' : ''}${source}$`);
  } catch {
    return null;
  }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
