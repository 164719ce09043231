import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from 'fflate';
import { Fault } from './fault';

/** The parts of a document that is a zip, by name, in their order. */
export type Package = Map<string, Uint8Array>;

/** What no office document needs; a small zip may claim far more than it weighs. */
const LARGEST_PART = 64 * 1024 * 1024;
const LARGEST_WHOLE = 256 * 1024 * 1024;
const MOST_PARTS = 10_000;

/**
 * @throws Fault UNSUPPORTED when a password protects it, ENCODING when it is no zip, TOO_LARGE when it unpacks to too much.
 */
export function readPackage(bytes: Uint8Array): Package {
  // The container of the old formats holds what Office encrypts.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw locked();
  let whole = 0;
  let count = 0;
  let parts: Record<string, Uint8Array>;
  try {
    parts = unzipSync(bytes, {
      filter: ({ originalSize }) => {
        whole += originalSize;
        count += 1;
        if (originalSize > LARGEST_PART || whole > LARGEST_WHOLE || count > MOST_PARTS) throw new Fault('TOO_LARGE', 'The document unpacks to more than a document holds.', 'Do not trust it. Open it in its own program only if you know where it is from.');
        return true;
      },
    });
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault('ENCODING', 'The file is damaged, or not what its ending says.', 'Open it in its own program; it may offer to repair it.');
  }
  const read = new Map(Object.entries(parts).filter(([name]) => !name.endsWith('/')));
  if (partText(read, 'META-INF/manifest.xml')?.includes('encryption-data')) throw locked();
  return read;
}

function locked(): Fault {
  return new Fault('UNSUPPORTED', 'A password protects the document, or it has an older format than its ending says.', 'Ask for a copy without password.');
}

/** An ODF document's `mimetype` stands first and is stored as it is, as the format demands. */
export function writePackage(parts: Package): Uint8Array {
  const entries: Zippable = {};
  const mimetype = parts.get('mimetype');
  if (mimetype) entries['mimetype'] = [mimetype, { level: 0 }];
  for (const [name, bytes] of parts) if (name !== 'mimetype') entries[name] = bytes;
  return zipSync(entries);
}

export function partText(parts: Package, name: string): string | undefined {
  const bytes = parts.get(name);
  return bytes && strFromU8(bytes);
}

/**
 * A part without which the document isn't what its ending says.
 * @throws Fault ENCODING when it is missing.
 */
export function requiredText(parts: Package, name: string): string {
  const text = partText(parts, name);
  if (text === undefined) throw new Fault('ENCODING', `The file has no part ${name}: it is not what its ending says.`, 'Check where it is from, and its ending.');
  return text;
}

export function packageOf(parts: Record<string, string>): Package {
  return new Map(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]));
}
