/**
 * Characters that are drawn as nothing or turn the order of what follows: controls (but newline and
 * tab), soft hyphen, zero-width and bidirectional marks, and joiners beside ASCII, where no script needs them.
 */
const hidden = new RegExp(
  [
    '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb]',
    '\\r(?!\\n|$)',
    '(?<=[\\u0000-\\u007f])[\\u200c\\u200d]|[\\u200c\\u200d](?=[\\u0000-\\u007f])',
    '[\\u{e0000}-\\u{e007f}]',
  ].join('|'),
  'gu',
);

/** The text with hidden characters written out, ⟨U+202E⟩: what a person approves must look like what it is. */
export function visible(text: string): string {
  return text.replace(hidden, (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
}
