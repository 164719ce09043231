import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAgent } from '../bench/agent-run.mjs';
import { inRoot } from '../lib/paths.mjs';

const PROGRAM = 'dist/main/cli-program.js';
const FOLDER = 'dist/compiled';
const LIMIT_MS = 120_000;

/**
 * Lets the built command line do a small task with a scripted model and keeps what V8 compiled for it: the first turns of
 * each later run have nothing to compile then. Without it the command line does the same, a little later.
 * @returns {Promise<string[]>} the files that were made, from the root
 */
export async function rehearse() {
  rmSync(inRoot(FOLDER), { recursive: true, force: true });
  mkdirSync(inRoot(FOLDER), { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'deskwright-rehearsal-'));
  try {
    const workspace = join(folder, 'work');
    mkdirSync(workspace);
    writeFileSync(join(workspace, 'note.txt'), 'One line\nand another, café 合计\n'.repeat(50));
    await runAgent({
      workspace,
      dataFolder: join(folder, 'data'),
      calls: CALLS,
      timeoutMs: LIMIT_MS,
      program: [inRoot('scripts/build/compile-program.mjs'), inRoot(PROGRAM), inRoot(FOLDER)],
    });
  } catch (error) {
    console.error(`The command line will start without what a rehearsal compiles: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return readdirSync(inRoot(FOLDER)).map((name) => `${FOLDER}/${name}`);
}

/** One use of each tool that needs no yes, those of every turn more often. */
const CALLS = [
  { name: 'LS', arguments: {} },
  { name: 'Read', arguments: { path: 'note.txt' } },
  { name: 'Read', arguments: { path: 'note.txt', start_line: 10, limit: 5 } },
  { name: 'Read', arguments: { path: 'missing.txt' } },
  { name: 'Glob', arguments: { pattern: '**/*.txt' } },
  { name: 'Grep', arguments: { pattern: 'café' } },
  { name: 'Write', arguments: { path: 'new.md', content: '# New\n\nText.\n' } },
  { name: 'Edit', arguments: { path: 'new.md', old_string: 'Text.', new_string: 'Other text.' } },
  { name: 'Read', arguments: { path: 'new.md' } },
  { name: 'TodoWrite', arguments: { summary: 'A task', todos: [{ content: 'One step', status: 'completed' }] } },
  { name: 'Bash', arguments: { command: 'head -n 2 note.txt | sort' } },
];
