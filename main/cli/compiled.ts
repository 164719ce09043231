import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

const DIGEST_BYTES = 32;

/**
 * Runs a program of ours as `node FILE` would, from the form that V8 compiled it to where the build has kept that in
 * `folder`: functions are then not compiled anew when each is first called. That file's first 32 bytes are the SHA-256 of
 * the source and of what follows; one for another source, another V8 or other flags is passed over. Says what it ran from.
 */
export function runCompiled(file: string, folder: string): 'compiled' | 'source' {
  const source = readFileSync(file);
  const cachedData = keptFor(source, path.join(folder, compiledName(file)));
  const script = new Script(Module.wrap(source.toString()), { filename: file, ...(cachedData ? { cachedData } : {}) });
  const program: unknown = script.runInThisContext();
  const module = { exports: {} };
  if (typeof program !== 'function') throw new TypeError(`${file} is no program.`);
  Reflect.apply(program, module.exports, [module.exports, createRequire(file), module, file, path.dirname(file)]);
  return cachedData && !script.cachedDataRejected ? 'compiled' : 'source';
}

/** V8 says no to what another version of it wrote; the name spares reading that. */
function compiledName(file: string): string {
  return `${path.basename(file)}.${process.versions.v8}.${process.arch}`;
}

function keptFor(source: Buffer, file: string): Buffer | null {
  try {
    const kept = readFileSync(file);
    const compiled = kept.subarray(DIGEST_BYTES);
    // V8 itself compares no more of the source than its length.
    return createHash('sha256').update(source).update(compiled).digest().equals(kept.subarray(0, DIGEST_BYTES)) ? compiled : null;
  } catch {
    return null;
  }
}
