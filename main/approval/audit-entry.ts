import type { AuditEntry } from '../store/audit';
import type { PreparedCall } from '../tools/call';
import type { Facts } from '../tools/tool';
import type { Verdict } from './verdict';

/** A decision as the audit log keeps it: what was decided, by whom, why, and on what. */
export function auditEntry(call: PreparedCall, facts: Facts, { decision, by, judgement }: Verdict, mode: string, granted: string | null): AuditEntry {
  const paths = facts.paths?.filter((path) => path.place !== 'workspace' || !facts.command).map(({ real, access, place }) => ({ path: real, access, place })) ?? [];
  return {
    call: call.id,
    tool: call.tool.name,
    hash: call.hash,
    level: judgement.level,
    decision,
    by,
    mode,
    ...(granted === null ? {} : { granted }),
    reasons: judgement.reasons,
    ...(facts.command ? { command: facts.command.text, directory: facts.command.directory } : {}),
    ...(facts.skill ? { skill: { name: facts.skill.name, source: facts.skill.source, hash: facts.skill.hash, runs: facts.skill.runs } } : {}),
    ...(paths.length > 0 ? { paths } : {}),
  };
}
