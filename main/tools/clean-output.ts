/** Anything that is no plain text of one line after another. */
const control = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;
const introduced = /[\x1b\x90-\x9f]/;

/** What tells a terminal to do something: colours and movements; titles, links and pictures up to their end; the rest. */
const sequences: readonly RegExp[] = [/(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]/g, /(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90-\x9f\n]*(?:\x07|\x1b\\|\x9c)/g, /\x1b[ -/]*[0-~]/g];

/**
 * A program's output as a terminal would show it in the end: without colours, cursor movements and other control
 * characters, an overwritten line in its last state. The time it takes grows with the length alone, however long a line is.
 */
export function cleanOutput(text: string): string {
  if (!control.test(text)) return text;
  const plain = introduced.test(text) ? sequences.reduce((rest, pattern) => rest.replace(pattern, ''), text) : text;
  const shown = plain.includes('\r') ? plain.split('\n').map(lastState).join('\n') : plain;
  return shown.replace(/[^\n\x08]\x08/g, '').replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '');
}

function lastState(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end--;
  return end === 0 ? '' : line.slice(line.lastIndexOf('\r', end - 1) + 1, end);
}
