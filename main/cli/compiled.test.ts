import { buildSync } from 'esbuild';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
let program: string;
let kept: string;
const environment = { ...process.env, NODE_OPTIONS: '' };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deskwright-compiled-'));
  program = join(folder, 'program.js');
  kept = join(folder, 'kept');
  mkdirSync(kept);
  writeFileSync(join(folder, 'beside.js'), "exports.word = 'café 合计';");
  writeFileSync(program, "const { word } = require('./beside.js');\nfunction later(n) { return n + 1; }\nif (process.argv[2] === 'fail') throw new Error('no');\nconsole.log(JSON.stringify([__filename, __dirname, process.argv.slice(2), word, later(1)]));\n");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const loaderFolder = mkdtempSync(join(tmpdir(), 'deskwright-loader-'));
const loader = join(loaderFolder, 'loader.js');
beforeAll(() => {
  buildSync({ entryPoints: [resolve('main/cli/compiled.ts')], bundle: true, platform: 'node', format: 'cjs', target: 'node18', outfile: loader });
});
afterAll(() => rmSync(loaderFolder, { recursive: true, force: true }));

/** Runs the program once and keeps what was compiled of it. */
const rehearsed = (...words: string[]) => spawnSync(process.execPath, [resolve('scripts/build/compile-program.mjs'), program, kept, ...words], { env: environment, encoding: 'utf8' });

/** What the program printed, and what it ran from. */
function run(...flags: string[]): { printed: unknown; from: string } {
  const start = 'const [loader, program, kept, ...words] = process.argv.slice(1); process.argv.splice(1, 3, program); console.log(require(loader).runCompiled(program, kept));';
  const [printed = '', from = ''] = execFileSync(process.execPath, [...flags, '-e', start, loader, program, kept, 'a', 'b c'], { env: environment, encoding: 'utf8' }).trim().split('\n');
  return { printed: JSON.parse(printed), from };
}

const keptFile = (): string => join(kept, readdirSync(kept)[0] ?? '');
const whole = (two = 2): unknown => [program, folder, ['a', 'b c'], 'café 合计', two];

describe('a program', () => {
  it('does the same from what was compiled of it as from its source', () => {
    expect(run()).toEqual({ printed: whole(), from: 'source' });
    const { stdout } = rehearsed('a', 'b c');
    expect(JSON.parse(stdout)).toEqual(whole());
    expect(run()).toEqual({ printed: whole(), from: 'compiled' });
  });

  it('that was changed since is run as it is now, also where it is as long as before', () => {
    rehearsed();
    writeFileSync(program, readFileSync(program, 'utf8').replace('n + 1', 'n + 2'));
    expect(run()).toEqual({ printed: whole(3), from: 'source' });
  });

  it('is run from its source under flags that it was not compiled for', () => {
    rehearsed();
    expect(run('--no-flush-bytecode')).toEqual({ printed: whole(), from: 'source' });
  });

  it('is run from its source where what was kept is damaged, cut off or empty', () => {
    rehearsed();
    const bytes = readFileSync(keptFile());
    for (const harmed of [bytes.map((byte, index) => (index === bytes.length - 40 ? byte ^ 1 : byte)), bytes.subarray(0, bytes.length - 40), Buffer.alloc(0)]) {
      writeFileSync(keptFile(), harmed);
      expect(run()).toEqual({ printed: whole(), from: 'source' });
    }
  });

  it('of which a rehearsal fails keeps nothing', () => {
    expect(rehearsed('fail').status).not.toBe(0);
    expect(readdirSync(kept)).toEqual([]);
  });
});
