import { strFromU8, unzipSync } from 'fflate';
import { ToolFault } from '../fault';
import { isOldOffice, passwordFault } from './old-office';

/** Unpacked bytes of one part that we accept; a zip may claim, or hide, far more than it weighs. */
const LARGEST_PART = 64 * 1024 * 1024;

/**
 * The named parts of an office file (a zip of XML) as text; parts that are not there are absent.
 * @throws ToolFault UNSUPPORTED when it is protected by a password, ENCODING when it is no zip, TOO_LARGE when a part unpacks to over 64 MiB.
 */
export function readParts(bytes: Uint8Array, wanted: (name: string) => boolean): Map<string, string> {
  // Office keeps an encrypted document in the container of its old formats.
  if (isOldOffice(bytes)) throw passwordFault();
  let parts: Record<string, Uint8Array>;
  try {
    parts = unzipSync(bytes, {
      filter: (file) => {
        if (!wanted(file.name)) return false;
        if (file.originalSize > LARGEST_PART) {
          throw new ToolFault('TOO_LARGE', `${file.name} inside the file unpacks to ${file.originalSize} bytes.`, 'Open it in its own program.');
        }
        return true;
      },
    });
  } catch (error) {
    if (error instanceof ToolFault) throw error;
    throw new ToolFault('ENCODING', 'The file is damaged, or not what its ending says.', 'Open it in its own program to see what it says.');
  }
  return new Map(Object.entries(parts).map(([name, part]) => [name, strFromU8(part)]));
}

/**
 * A part without which the file isn't what its ending says.
 * @throws ToolFault ENCODING when it is missing.
 */
export function requiredPart(parts: ReadonlyMap<string, string>, name: string): string {
  const part = parts.get(name);
  if (part === undefined) throw new ToolFault('ENCODING', `The file has no part ${name}: it is not what its ending says.`, 'Open it in its own program, or look at it with Bash and file.');
  return part;
}
