/**
 * Characters that are drawn as nothing or turn the order of what follows: controls (but newline and
 * tab), soft hyphen, zero-width and bidirectional marks, fillers, and joiners beside ASCII, where no script needs them.
 */
const hidden = new RegExp(
  [
    '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb]',
    '\\r(?!\\n|$)',
    '(?<=[\\u0000-\\u007f])[\\u200c\\u200d]|[\\u200c\\u200d](?=[\\u0000-\\u007f])',
    '[\\u{e0000}-\\u{e007f}]',
    '(?<!\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]',
  ].join('|'),
  'gu',
);

/** Characters that look like a plain space, hyphen or slash and are none, and variants of plain characters that are none. */
const pretending = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2010\u2011\u2212\u2044\u2215\u29f8]|(?<=[\u0020-\u007e])[\ufe00-\ufe0f]/gu;

/** Letters of other scripts that are drawn like a Latin one. */
const twins = /^[аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅανοριυκΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]$/u;

/** The text with hidden characters written out, ⟨U+202E⟩: what a person approves must look like what it is. */
export function visible(text: string): string {
  return text.replace(hidden, writtenOut);
}

/**
 * `visible` for what is taken literally, commands and paths: also what passes for a plain space, hyphen or slash is
 * written out, and letters of another script among Latin ones that nobody could tell from them.
 */
export function literal(text: string): string {
  return visible(text).replace(pretending, writtenOut).replace(/[\p{L}\p{M}]+/gu, untwinned);
}

function writtenOut(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** A word of Latin letters whose others are all twins of Latin ones; one in which another script shows deceives nobody. */
function untwinned(word: string): string {
  const others = [...word].filter((letter) => !/[\p{Script=Latin}\p{M}]/u.test(letter));
  if (others.length === 0 || !/\p{Script=Latin}/u.test(word) || !others.every((letter) => twins.test(letter))) return word;
  return [...word].map((letter) => (twins.test(letter) ? writtenOut(letter) : letter)).join('');
}
