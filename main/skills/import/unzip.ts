import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { open as openZip, type Entry, type ZipFile } from 'yauzl';
import { ImportRefused, partsOf, type Measure } from './refusal';

/** Kinds of files in the upper half of an entry's attributes, as Unix writes them. */
const KIND = { mask: 0o170_000, link: 0o120_000, folder: 0o040_000, file: 0o100_000 } as const;
const RUNS = 0o100;
/** Of programs that pack, not of the skill. */
const NOISE = /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db)$/;

/**
 * Unpacks an archive below `into`, which is empty. What an entry weighs is counted as it comes out,
 * whatever the archive says of it. @throws ImportRefused
 */
export async function unzip(file: string, into: string, measure: Measure): Promise<void> {
  const zip = await opened(file);
  try {
    // Before anything is unpacked, where the archive itself says that it is too much.
    measure.count(zip.entryCount);
    const seen = new Set<string>();
    for (;;) {
      const entry = await nextOf(zip);
      if (!entry) return;
      if (!NOISE.test(entry.fileName)) await unpack(zip, entry, into, measure, seen);
    }
  } finally {
    zip.close();
  }
}

async function unpack(zip: ZipFile, entry: Entry, into: string, measure: Measure, seen: Set<string>): Promise<void> {
  const { fileName } = entry;
  const parts = partsOf(fileName);
  const mode = entry.externalFileAttributes >>> 16;
  const kind = mode & KIND.mask;
  const isFolder = fileName.endsWith('/') || kind === KIND.folder;
  if (kind === KIND.link) throw new ImportRefused('skills.import.link', { path: fileName });
  if (kind !== 0 && kind !== KIND.folder && kind !== KIND.file) throw new ImportRefused('skills.import.special', { path: fileName });
  if ((entry.generalPurposeBitFlag & 1) !== 0) throw new ImportRefused('skills.import.locked');
  measure.entry(fileName);
  const place = parts.join('/').toLowerCase();
  if (!isFolder && seen.has(place)) throw new ImportRefused('skills.import.twice', { path: fileName });
  if (!isFolder) seen.add(place);
  const target = path.join(into, ...parts);
  mkdirSync(isFolder ? target : path.dirname(target), { recursive: true, mode: 0o700 });
  if (isFolder) return;
  // `wx`: nothing that is there, a link above all, is written through.
  const written = await open(target, 'wx', (mode & RUNS) !== 0 ? 0o700 : 0o600);
  const stream = await streamOf(zip, entry).catch(async (error: unknown) => {
    await written.close();
    throw error;
  });
  // It may fail before the loop listens; the loop is told all the same.
  stream.on('error', () => undefined);
  try {
    for await (const chunk of stream) {
      measure.take((chunk as Buffer).length);
      await written.write(chunk as Buffer);
    }
  } catch (error) {
    throw error instanceof ImportRefused ? error : badZip(error);
  } finally {
    await written.close();
    stream.destroy();
  }
}

function opened(file: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    openZip(file, { lazyEntries: true, autoClose: false, strictFileNames: true }, (error, zip) => {
      if (error) reject(badZip(error));
      else resolve(zip);
    });
  });
}

/** The next entry, null after the last. */
function nextOf(zip: ZipFile): Promise<Entry | null> {
  return new Promise((resolve, reject) => {
    const done = (work: () => void): void => {
      zip.removeAllListeners();
      work();
    };
    zip.once('entry', (entry: Entry) => done(() => resolve(entry)));
    zip.once('end', () => done(() => resolve(null)));
    zip.once('error', (error: Error) => done(() => reject(refusalOf(error))));
    zip.readEntry();
  });
}

function streamOf(zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream & { destroy(): unknown }> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(badZip(error));
      else resolve(stream);
    });
  });
}

/** The reader refuses names that lead out by itself. */
function refusalOf(error: Error): ImportRefused {
  const name = /^(?:absolute path|invalid relative path|invalid characters in fileName): (.*)$/s.exec(error.message)?.[1];
  return name === undefined ? badZip(error) : new ImportRefused('skills.import.outside', { path: name.slice(0, 200) });
}

function badZip(error: unknown): ImportRefused {
  return new ImportRefused('skills.import.bad_zip', { reason: error instanceof Error ? error.message : String(error) });
}
