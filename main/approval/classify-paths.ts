import { dirname } from 'node:path';
import type { PathFact } from '../tools/workspace';
import { gravest } from './levels';
import type { Judgement } from './verdict';

/**
 * Judges by where the paths lead: inside the workspace runs, outside asks, secrets and our own
 * data are refused. Paths named by a command count only where they are worse than the command.
 */
export function classifyPaths(paths: readonly PathFact[], inCommand: boolean): Judgement {
  return gravest(paths.map((path) => classifyPath(path, inCommand)));
}

function classifyPath(path: PathFact, inCommand: boolean): Judgement {
  if (path.place === 'secret') return { level: 'forbidden', reasons: [{ code: 'reason.path.secret', detail: path.real }], scope: null };
  if (path.place === 'own') return { level: 'forbidden', reasons: [{ code: 'reason.path.own', detail: path.real }], scope: null };
  if (path.place === 'outside') {
    const way = path.access === 'write' ? 'write' : 'read';
    const folder = dirname(path.real);
    // The disk's root is no folder to grant: everything lies in it.
    const scope = dirname(folder) === folder || inCommand ? null : `${way}:${folder}`;
    return { level: 'risky', reasons: [{ code: `reason.path.outside_${way}`, detail: path.real }], scope };
  }
  if (path.access === 'write' && !inCommand && isGitInternal(path.real)) {
    return { level: 'risky', reasons: [{ code: 'reason.path.git_internal', detail: path.real }], scope: null };
  }
  if (path.access === 'write' && !inCommand && isOfSkill(path.real)) return { level: 'risky', reasons: [{ code: 'reason.path.skill', detail: path.real }], scope: null };
  if (path.access === 'read' || inCommand) return { level: 'observe', reasons: [], scope: null };
  return { level: 'reversible', reasons: [{ code: 'reason.path.edit' }], scope: 'edit:' };
}

/** What stands in `.git` can name programs that a mere `git status` then runs. */
function isGitInternal(real: string): boolean {
  return real.toLowerCase().split(/[\\/]/).slice(0, -1).includes('.git');
}

/** What stands in a skill is followed by models and run as a program, once the person trusts it. */
function isOfSkill(real: string): boolean {
  return /[\\/]\.agents[\\/]skills[\\/]/i.test(real);
}
