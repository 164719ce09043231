import { readdir, readFile } from 'node:fs/promises';

/** The mode of an entry that stands for a repository in a folder of its own, a submodule: 0160000. */
const gitlink = 0xe000;

/**
 * The paths of the other repositories that a repository's index names. Null when it can't be read: then it may name any.
 * Source: gitformat-index(5), versions 2 to 4; a split index keeps most entries in a file beside it.
 * @param store where the index is
 * @param isLong whether names of objects have 32 bytes, not 20
 */
export async function gitlinksIn(store: string, isLong: boolean): Promise<string[] | null> {
  const shared = (await readdir(store).catch(() => [])).filter((name) => name.startsWith('sharedindex.'));
  const found: string[] = [];
  for (const name of ['index', ...shared]) {
    const bytes = await readFile(`${store}/${name}`).catch(() => null);
    // Nearly no index has any, and to look for the mode alone takes a hundredth of the time.
    if (bytes === null || !bytes.includes(Buffer.from([0, 0, 0xe0, 0]))) continue;
    const links = gitlinksOf(bytes, isLong ? 32 : 20);
    if (links === null) return null;
    found.push(...links);
  }
  return found;
}

function gitlinksOf(bytes: Buffer, hash: number): string[] | null {
  if (bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'DIRC') return null;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return null;
  const found: string[] = [];
  let at = 12;
  let path = Buffer.alloc(0);
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const start = at;
    at += 40 + hash;
    if (at + 4 > bytes.length) return null;
    at += bytes.readUInt16BE(at) & 0x4000 ? 4 : 2;
    let kept = 0;
    if (version === 4) {
      // How much of the path before is left out at its end, seven bits a byte.
      let dropped = (bytes[at] ?? 0) & 0x7f;
      while ((bytes[at++] ?? 0) & 0x80) dropped = ((dropped + 1) << 7) | ((bytes[at] ?? 0) & 0x7f);
      kept = path.length - dropped;
    }
    const end = bytes.indexOf(0, at);
    if (end === -1 || kept < 0) return null;
    path = Buffer.concat([path.subarray(0, kept), bytes.subarray(at, end)]);
    if (bytes.readUInt32BE(start + 24) === gitlink) found.push(path.toString());
    // Up to version 3 an entry is filled up to a multiple of eight bytes.
    at = version === 4 ? end + 1 : start + (((end - start + 8) >> 3) << 3);
  }
  return found.some((name) => name.includes('\ufffd')) ? null : found;
}
