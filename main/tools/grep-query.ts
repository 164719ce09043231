import { ToolFault } from './fault';

/** What Grep looks for. */
export interface GrepQuery {
  pattern: string;
  include: string | undefined;
  caseSensitive: boolean;
  contextLines: number;
}

export interface FileMatches {
  path: string;
  /** "12: text" for a match, "13- text" for a line around one. */
  lines: string[];
  matches: number;
}

export interface GrepFound {
  files: FileMatches[];
  cut: 'time' | 'enough' | null;
  errors: string[];
}

/** A search that takes longer returns what it has found, milliseconds. */
export const timeBudget = 20_000;
/** So many matches are enough for any model. */
export const mostMatches = 2000;

/** @throws ToolFault INVALID_PARAM, which says what is wrong with the pattern */
export function refuse(pattern: string, why: string): never {
  throw new ToolFault('INVALID_PARAM', `${pattern}: ${why}.`, 'Escape special characters with a backslash: \\( \\[ \\{ \\. \\*');
}
