import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { copyFile, chmod } from 'node:fs/promises';
import path from 'node:path';
import { ImportRefused, partsOf, type Measure } from './refusal';

const RUNS = 0o100;

/** Copies a folder's files to `into`, which is empty; a link or a device in it refuses the whole. @throws ImportRefused */
export async function copyFolder(from: string, into: string, measure: Measure): Promise<void> {
  const copy = async (relative: string): Promise<void> => {
    for (const name of readdirSync(path.join(from, relative))) {
      const inner = relative === '' ? name : `${relative}/${name}`;
      partsOf(inner);
      measure.entry(inner);
      const [source, target] = [path.join(from, inner), path.join(into, inner)];
      const stats = lstatSync(source);
      if (stats.isSymbolicLink()) throw new ImportRefused('skills.import.link', { path: inner });
      if (stats.isDirectory()) {
        mkdirSync(target, { recursive: true, mode: 0o700 });
        await copy(inner);
      } else if (stats.isFile()) {
        measure.take(stats.size);
        await copyFile(source, target);
        await chmod(target, (stats.mode & RUNS) !== 0 ? 0o700 : 0o600);
      } else throw new ImportRefused('skills.import.special', { path: inner });
    }
  };
  await copy('');
}
