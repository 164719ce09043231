import { levels, type Level } from '../../preload/contract/approval';
import type { Judgement, Reason } from './verdict';

/** Rank of a level, 0 for observe. */
export function rank(level: Level): number {
  return levels.indexOf(level);
}

/**
 * The judgement over several parts of one call: the gravest level, the reasons of that level first,
 * and a scope only if one part's scope covers all that would ask.
 */
export function gravest(parts: readonly Judgement[]): Judgement {
  const level = parts.map((part) => part.level).reduce((a, b) => (rank(a) >= rank(b) ? a : b), 'observe');
  const sorted = [...parts].sort((a, b) => rank(b.level) - rank(a.level));
  const asking = sorted.filter((part) => rank(part.level) >= rank('reversible'));
  const scopes = new Set(asking.map((part) => part.scope));
  const command = asking.find((part) => part.scope?.startsWith('command:'));
  // An exact command names every path and effect of the call, so its scope covers the other parts.
  const scope = command?.scope ?? (scopes.size === 1 ? (asking[0]?.scope ?? null) : null);
  return { level, reasons: each(sorted.flatMap((part) => part.reasons)), scope: mayBeGranted(level) ? scope : null };
}

/** Two parts of a call often have one reason, which is told once. */
function each(reasons: readonly Reason[]): Reason[] {
  return [...new Map(reasons.map((reason) => [`${reason.code} ${reason.detail ?? ''}`, reason])).values()];
}

function mayBeGranted(level: Level): boolean {
  return level === 'risky' || level === 'reversible';
}
