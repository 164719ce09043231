import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { ToolFault } from './fault';

/** How a text file's bytes are to be read and written back. */
export interface Encoding {
  /** Name for people and for iconv: "utf-8", "utf-16le", "gb18030", "shift_jis", "windows-1252"… */
  name: string;
  /** Bytes before the text, kept as they are. */
  mark: Buffer;
}

export interface DecodedText {
  encoding: Encoding;
  /** Without the byte order mark; line endings as in the file. */
  text: string;
}

/** The longer ones first: that of UTF-32 begins like that of UTF-16. */
const marks: [string, Buffer][] = [
  ['utf-32le', Buffer.from([0xff, 0xfe, 0, 0])],
  ['utf-32be', Buffer.from([0, 0, 0xfe, 0xff])],
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

const none = Buffer.alloc(0);

/**
 * The text of a file, or null when it is binary. An encoding counts only if it gives back the very
 * same bytes, so that an edit can never damage what it doesn't touch.
 */
export function decodeText(bytes: Buffer): DecodedText | null {
  for (const [name, mark] of marks) {
    if (!bytes.subarray(0, mark.length).equals(mark)) continue;
    const text = faithful(bytes.subarray(mark.length), name);
    if (text !== null) return { encoding: { name, mark }, text };
  }
  if (bytes.includes(0)) return decodeUnmarked(bytes);
  if (looksBinary(bytes)) return null;
  // Nearly every file is UTF-8: the others are thought of only when it isn't.
  for (const name of isUtf8(bytes) ? ['utf-8'] : legacyOrder(bytes)) {
    const text = faithful(bytes, name);
    if (text !== null) return { encoding: { name, mark: none }, text };
  }
  return null;
}

/**
 * Bytes of `text` in an encoding, without its mark.
 * @throws ToolFault ENCODING when a character doesn't exist in it
 */
export function encodeText(text: string, encoding: Encoding): Buffer {
  const bytes = encode(text, encoding.name);
  if (decode(bytes, encoding.name) !== text) {
    const lost = [...text].find((character) => decode(encode(character, encoding.name), encoding.name) !== character) ?? '';
    throw new ToolFault(
      'ENCODING',
      `The file is ${encoding.name}, which has no “${lost}”. Nothing was written.`,
      'Use characters of that encoding, or write the text to a new file.',
    );
  }
  return bytes;
}

/** Bytes of `text` without checking that they read back; for measuring offsets in text that came from the file. */
export function encode(text: string, name: string): Buffer {
  return name === 'utf-8' ? Buffer.from(text, 'utf8') : iconv.encode(text, name, { addBOM: false });
}

function decode(bytes: Buffer, name: string): string {
  return name === 'utf-8' ? bytes.toString('utf8') : iconv.decode(bytes, name, { stripBOM: false });
}

function faithful(bytes: Buffer, name: string): string | null {
  // What is valid comes back as it was.
  if (name === 'utf-8') return isUtf8(bytes) ? bytes.toString('utf8') : null;
  const text = decode(bytes, name);
  return encode(text, name).equals(bytes) ? text : null;
}

/** Text of UTF-16 without its mark: every other byte of what is written with Latin letters is zero, and no control character is in it. */
function decodeUnmarked(bytes: Buffer): DecodedText | null {
  if (bytes.length % 2 !== 0) return null;
  const zeros = [0, 0];
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.min(even, odd) > 0 || Math.max(even, odd) < bytes.length * 0.2) return null;
  const name = odd > 0 ? 'utf-16le' : 'utf-16be';
  const text = faithful(bytes, name);
  return text === null || /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]/u.test(text) ? null : { encoding: { name, mark: none }, text };
}

/** Many control characters mean a program's data. */
function looksBinary(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 65536);
  let control = 0;
  for (const byte of head) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12 && byte !== 27) control++;
  return control > head.length / 20;
}

/** Legacy encodings, likeliest first: judged by how well the bytes form the pairs that each uses most. */
function legacyOrder(bytes: Buffer): string[] {
  let kana = 0;
  let chinese = 0;
  let accented = 0;
  let high = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    const next = bytes[i + 1] ?? 0;
    if (byte < 0x80) continue;
    high++;
    const before = bytes[i - 1] ?? 0;
    if (before < 0x80 && next < 0x80 && byte >= 0xc0) accented++;
    if ((byte === 0x82 && next >= 0x9f && next <= 0xf1) || (byte === 0x83 && next >= 0x40 && next <= 0x96)) kana++;
    if (byte >= 0xb0 && byte <= 0xd7 && next >= 0xa1 && next <= 0xfe) chinese++;
    if (byte >= 0x81 && next >= 0x40) i++;
  }
  const west = ['windows-1252', 'iso-8859-1'];
  const east = kana * 4 > high || kana > chinese ? ['shift_jis', 'gb18030'] : ['gb18030', 'shift_jis'];
  return accented * 2 > high ? [...west, ...east] : [...east, ...west];
}
