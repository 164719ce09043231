import { NotReadable } from './not-readable';
import { Scanner, type Value, type WrittenCall } from './scanner';

const close = '</parameter>';

/**
 * Calls as tags: <function=name><parameter=key>text</parameter>…</function>, each within `envelope`
 * if it has one. A parameter is text as it stands, and ends at its closing tag, which must be
 * followed by the next parameter or the function's end: text that holds the tag itself can't be
 * written in this form and is not guessed at.
 */
export function readFunctions(text: string, envelope: readonly [string, string] | null): WrittenCall[] {
  const scanner = new Scanner(text);
  const calls: WrittenCall[] = [];
  do {
    if (envelope) scanner.space().expect(envelope[0]);
    calls.push(readFunction(scanner));
    // A server that stops at the closing tag leaves it out of the answer.
    if (envelope && !scanner.space().take(envelope[1]) && !scanner.done) throw new NotReadable(`After the call comes ${scanner.near()}.`);
  } while (!scanner.space().done);
  return calls;
}

/** One <function=…>…</function> at the scanner. */
export function readFunction(scanner: Scanner): WrittenCall {
  scanner.space().expect('<function=');
  const name = scanner.name();
  scanner.expect('>');
  const given = new Map<string, Value>();
  while (!scanner.space().take('</function>')) {
    scanner.expect('<parameter=');
    const key = scanner.name();
    scanner.expect('>');
    if (given.has(key)) throw new NotReadable(`The parameter ${key} is given twice.`);
    given.set(key, content(scanner));
  }
  return { name, arguments: given };
}

function content(scanner: Scanner): string {
  const end = scanner.text.indexOf(close, scanner.at);
  if (end < 0) throw new NotReadable('A parameter is never closed.');
  const text = scanner.text.slice(scanner.at, end);
  scanner.at = end + close.length;
  const ahead = new Scanner(scanner.text, scanner.at).space();
  if (!ahead.take('<parameter=') && !ahead.take('</function>')) throw new NotReadable(`After a parameter comes ${ahead.near()}.`);
  // The template puts each value on lines of its own; those two breaks are not part of it.
  return text.startsWith('\n') && text.endsWith('\n') && text.length > 1 ? text.slice(1, -1) : text;
}
