import { readdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** Folders with more entries, and patterns with more matches, are cut here. */
const mostMatches = 300;

/** What a shell's wildcard pattern matches on disk, as absolute paths; names with a dot only when it asks for them. */
export function matchGlob(pattern: string, folder: string): string[] {
  const parts = pattern.split('/').filter((part) => part !== '');
  let found = [isAbsolute(pattern) ? '/' : folder];
  for (const part of parts) {
    found = found.flatMap((at) => step(at, part)).slice(0, mostMatches);
    if (found.length === 0) return [];
  }
  return found;
}

function step(folder: string, part: string): string[] {
  // A fixed name behind a wildcard counts also where it isn't there yet: the command may create it.
  if (!/[*?[]/.test(part)) return [join(folder, part)];
  const matches = globPattern(part);
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names.filter((name) => (part.startsWith('.') || !name.startsWith('.')) && matches.test(name)).slice(0, mostMatches).map((name) => join(folder, name));
}

/** One component of a shell pattern as a regular expression. */
export function globPattern(part: string): RegExp {
  const source = part.replace(/\[!/g, '[^').replace(/\[[^\]]+\]|[.+^${}()|\\\]]|\*|\?|\[/g, (token) => {
    if (token === '*') return '.*';
    if (token === '?') return '.';
    if (token.startsWith('[') && token.length > 2) return token.replace(/\\/g, '\\\\');
    return `\\${token}`;
  });
  try {
    return new RegExp(`^${source}$`, 's');
  } catch {
    return /^.*$/s;
  }
}
