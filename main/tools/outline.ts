import { extname } from 'node:path';
import { shortenLine } from './text-page';

export interface OutlineEntry {
  /** From 1. */
  line: number;
  /** Depth, 1 for the outermost. */
  level: number;
  title: string;
}

/** How the lines that structure a file look, by its ending: the whole match is a title, its indentation the depth. */
const patterns: [RegExp, RegExp][] = [
  [/^\.(md|markdown|mdx)$/, /^#{1,6}\s.*/],
  [/^\.(rst|adoc)$/, /^=+\s.*/],
  [/^\.(py|pyi)$/, /^\s*(async\s+def|def|class)\s+\w+.*/],
  [/^\.(rb)$/, /^\s*(def|class|module)\s+\S+.*/],
  [/^\.(go)$/, /^(func|type|var|const)\s+\S+.*/],
  [/^\.(rs)$/, /^\s*(pub(\([^)]*\))?\s+)?(async\s+)?(fn|struct|enum|trait|impl|mod|type|const|static)\b.*/],
  [/^\.(c|h|cc|cpp|hpp|cs|java|kt|swift|scala|php)$/, /^\s*((public|private|protected|internal|static|final|abstract|override|virtual|async|export|inline|extern|fun|func|function)\s+)*(class|struct|interface|enum|namespace|trait|object|fun|func|function|[\w:<>[\]*&]+\s+\**[\w:~]+\s*\([^;]*$).*/],
  [/^\.([cm]?[jt]sx?|vue|svelte)$/, /^\s*(export\s+(default\s+)?)?(declare\s+)?(async\s+)?(function|class|interface|type|enum|namespace|abstract\s+class)\b.*|^(export\s+)?(const|let)\s+\w+.*|^\s+(public|private|protected|static|async|get|set)\s+\w+\s*\(.*/],
  [/^\.(sh|bash|zsh)$/, /^\s*(function\s+\w+|\w+\s*\(\))/],
  [/^\.(ya?ml)$/, /^( {0,2})[\w."'-]+:.*/],
  [/^\.(toml|ini|cfg|conf|properties)$/, /^\[.*\]/],
  [/^\.(json|jsonc)$/, /^( {0,4}|\t{0,2})"[^"]+":.*/],
  [/^\.(css|scss|less)$/, /^[^\s{}@/][^{}]*\{/],
  [/^\.(html?|xml|svg)$/, /^\s*<(h[1-6]|section|article|main|nav|header|footer|form|table|title)\b.*/i],
  [/^\.(sql)$/, /^\s*(create|alter|drop)\s+.*/i],
  [/^\.(tex)$/, /^\s*\\(part|chapter|section|subsection|subsubsection)\b.*/],
];

/** Headings, functions and keys of a text with their lines, found by how such lines look in files of its ending. */
export function outlineOf(path: string, text: string): OutlineEntry[] {
  const ending = extname(path).toLowerCase();
  const pattern = patterns.find(([endings]) => endings.test(ending))?.[1];
  if (pattern === undefined) return [];
  return text.split(/\r?\n/).flatMap((line, index) => {
    const match = pattern.exec(line)?.[0];
    return match === undefined || /^\s*(if|for|while|switch|return|else|case)\b/.test(match) ? [] : [{ line: index + 1, level: levelOf(match), title: shortenLine(match.trim().replace(/\s*\{$/, ''), 160) }];
  });
}

function levelOf(line: string): number {
  const marks = /^(#+|=+)\s/.exec(line)?.[1];
  if (marks !== undefined) return marks.length;
  const indentation = /^\s*/.exec(line)?.[0].replace(/\t/g, '    ').length ?? 0;
  return 1 + Math.min(5, Math.floor(indentation / 2));
}
