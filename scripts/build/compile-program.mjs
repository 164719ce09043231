/**
 * Runs a program and, when it ends well, keeps the form that V8 has compiled it to by then, for `main/cli/compiled.ts`:
 * `node scripts/build/compile-program.mjs FILE FOLDER [WORDS…]`. FOLDER has to exist; the program gets the words.
 */
import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

const [file = '', folder = '', ...words] = process.argv.slice(2);
const program = resolve(file);
const kept = join(resolve(folder), `${basename(program)}.${process.versions.v8}.${process.arch}`);
process.argv.splice(1, process.argv.length, program, ...words);

// What was called once at the start is to be in it too.
setFlagsFromString('--no-flush-bytecode');
const source = readFileSync(program);
const script = new Script(Module.wrap(source.toString()), { filename: program });

process.on('exit', (code) => {
  if (code !== 0) return;
  // V8 takes what it is given back only under the flags that it was made with.
  setFlagsFromString('--flush-bytecode');
  const compiled = script.createCachedData();
  const half = `${kept}.${process.pid}.tmp`;
  writeFileSync(half, Buffer.concat([createHash('sha256').update(source).update(compiled).digest(), compiled]));
  chmodSync(half, 0o644);
  renameSync(half, kept);
});

const module = { exports: {} };
script.runInThisContext().call(module.exports, module.exports, createRequire(program), module, program, dirname(program));
