import { describe, expect, it } from 'vitest';
import { replacementDiff, splitDiff } from './split-diff';

const kinds = (text: string): string[] => splitDiff(text).map((line) => line.kind);

describe('splitDiff', () => {
  it('leaves out the file headers and tells the lines apart', () => {
    expect(kinds('--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n\\ No newline at end of file\n')).toEqual(['hunk', 'same', 'remove', 'add', 'hunk']);
  });

  it('takes a removed line that looks like a header for what it is', () => {
    expect(splitDiff('@@ -1 +1 @@\n--- old title\n+++ new title')).toMatchObject([{ kind: 'hunk' }, { kind: 'remove' }, { kind: 'add' }]);
  });
});

describe('replacementDiff', () => {
  it('removes all of the one and adds all of the other', () => {
    expect(replacementDiff('a\nb\n', 'c')).toBe('-a\n-b\n+c');
    expect(replacementDiff('', 'c\n')).toBe('+c');
  });
});
