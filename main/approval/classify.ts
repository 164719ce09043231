import type { PreparedCall } from '../tools/call';
import type { Facts, SkillFact } from '../tools/tool';
import { classifyCommand } from './command/classify-command';
import { classifyInput } from './classify-input';
import { classifyPaths } from './classify-paths';
import { classifySkill, skillScope } from './classify-skill';
import { gravest, rank } from './levels';
import type { Judgement } from './verdict';

/**
 * What a call could do, from its facts alone: the model's words and the tool's promises can raise
 * the level (a call that the model or its server wants confirmed), never lower it. A tool that
 * writes and gives no facts is risky, because nothing is known of it.
 */
export async function classify(call: Pick<PreparedCall, 'tool' | 'caution'>, facts: Facts): Promise<Judgement> {
  if (facts.fault) return { level: 'observe', reasons: [], scope: null };
  const judgement = await classifyFacts(call, facts);
  if (call.caution === undefined) return judgement;
  return gravest([judgement, { level: 'consequential', reasons: [{ code: 'reason.model.caution', detail: call.caution }], scope: null }]);
}

async function classifyFacts(call: Pick<PreparedCall, 'tool'>, facts: Facts): Promise<Judgement> {
  const parts: Judgement[] = [];
  if (facts.paths) parts.push(classifyPaths(facts.paths, facts.command !== undefined));
  if (facts.command) parts.push(await classifyCommand(facts.command));
  if (facts.input) parts.push(classifyInput(facts.input));
  if (facts.irreversible !== undefined) parts.push({ level: 'risky', reasons: [{ code: 'reason.path.not_kept', detail: facts.irreversible }], scope: null });
  if (facts.skill) return classifyWithSkill(facts.skill, parts);
  if (parts.length > 0) return gravest(parts);
  if (call.tool.access === 'read') return { level: 'observe', reasons: [], scope: null };
  return { level: 'risky', reasons: [{ code: 'reason.tool.unknown_effect', detail: call.tool.name }], scope: null };
}

/** Files of the workspace that it changes as it says belong to what the skill does; a grant of it covers them. */
function classifyWithSkill(skill: SkillFact, parts: readonly Judgement[]): Judgement {
  const whole = gravest([classifySkill(skill), ...parts]);
  const others = parts.every(({ level }) => rank(level) <= rank('reversible'));
  return others && (whole.level === 'risky' || whole.level === 'reversible') ? { ...whole, scope: skillScope(skill) } : whole;
}
