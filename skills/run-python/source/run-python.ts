import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Answer, SkillContext } from '../../serve';
import { answerOf } from './answer';
import { findBubblewrap } from './bubblewrap';
import type { Cage, CagedRun } from './cage';
import { findDocker } from './docker';
import { hiddenIn, type Hidden } from './hidden-files';
import { limits } from './limits';
import { holdFolder, madeSince, snapshotOf, takeOver } from './made-files';
import { isInside, readRequest, Refusal } from './request';
import { runCaged } from './run-caged';

/** More holes than this make the start of a cage slow, and the workspace is then not one to share as a whole. */
const mostHoles = 2000;

/** Finds a cage, or says why there is none. */
export type FindCage = () => Promise<Cage | string>;

export interface Means {
  /** The first that is found is used. */
  find: readonly FindCage[];
  allMemory: number;
}

const usual: Means = { find: process.platform === 'linux' ? [findBubblewrap, findDocker] : [findDocker], allMemory: limits.allMemory };

/** Runs the program of a call in a cage, or refuses. Never rejects. */
export async function runPython(args: Record<string, unknown>, context: SkillContext, means: Partial<Means> = {}): Promise<Answer> {
  const { find, allMemory } = { ...usual, ...means };
  try {
    const reasons: string[] = [];
    let cage: Cage | null = null;
    for (const finder of find) {
      const found = await finder();
      if (typeof found !== 'string') {
        cage = found;
        break;
      }
      reasons.push(found);
    }
    if (cage === null) throw new Refusal(`Nothing was run, because it can’t be isolated here: ${reasons.join('; ')}.`, 'Ask the person to install one of them. Don’t run it without isolation.', 'UNSUPPORTED');
    return await runIn(cage, args, context, allMemory);
  } catch (error) {
    if (error instanceof Refusal) return { status: 'error', message: error.message, hint: error.hint, code: error.code };
    throw error;
  }
}

async function runIn(cage: Cage, args: Record<string, unknown>, context: SkillContext, allMemory: number): Promise<Answer> {
  const workspace = realpathSync(context.workspace);
  const request = readRequest(args, workspace);
  const own = mkdtempSync(join(tmpdir(), 'deskwright-python-'));
  const name = own.slice(own.lastIndexOf('/') + 1).toLowerCase();
  let held: { release(): void } | null = null;
  try {
    held = holdFolder(request.output, name);
    const code = request.code === null ? null : join(own, 'program.py');
    if (code !== null) writeFileSync(code, request.code ?? '');
    const hidden = withoutOurs(hiddenIn(workspace), workspace, context.data);
    if (hidden.folders.length + hidden.unsearched.length + hidden.files.length > mostHoles) {
      throw new Refusal('Nothing was run: the workspace is too large to look through for secrets that must be hidden.', 'Choose a smaller folder as the workspace.', 'TOO_LARGE');
    }
    const run: CagedRun = { request, workspace, hidden, launch: realpathSync(join(context.folder, 'scripts', 'launch.py')), code, allMemory, name };
    const before = snapshotOf(request.output);
    const end = await runCaged(cage, run);
    if (cage.ownsFiles) takeOver(request.output);
    return answerOf(end, run, cage.kind, madeSince(before, request.output), context.language);
  } finally {
    rmSync(own, { recursive: true, force: true });
    held?.release();
  }
}

/** What the app keeps is no part of a workspace that holds it. */
function withoutOurs(hidden: Hidden, workspace: string, data: string): Hidden {
  const ours = dirname(dirname(data));
  return ours !== workspace && isInside(ours, workspace) ? { ...hidden, folders: [...hidden.folders, ours] } : hidden;
}
