export interface DiffLine {
  kind: 'add' | 'remove' | 'hunk' | 'same';
  text: string;
}

const fileHeader = /^(diff |index |Index: |=====|--- |\+\+\+ )/;

/**
 * The lines of a unified diff with their kinds. File headers are left out (the path is shown
 * beside it), but only before a hunk: inside one, `--- x` is a removed line.
 */
export function splitDiff(text: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let inHunk = false;
  for (const line of text.replace(/\n$/, '').split('\n')) {
    if (line.startsWith('@@')) {
      inHunk = true;
      lines.push({ kind: 'hunk', text: line });
    } else if (!inHunk && fileHeader.test(line)) {
      continue;
    } else if (line.startsWith('+')) {
      lines.push({ kind: 'add', text: line });
    } else if (line.startsWith('-')) {
      lines.push({ kind: 'remove', text: line });
    } else {
      lines.push({ kind: line.startsWith('\\') ? 'hunk' : 'same', text: line });
    }
  }
  return lines;
}

/** A diff of a replacement known only by its two texts: all old lines out, all new lines in. */
export function replacementDiff(before: string, after: string): string {
  const sign = (text: string, mark: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n').map((line) => mark + line));
  return [...sign(before, '-'), ...sign(after, '+')].join('\n');
}
