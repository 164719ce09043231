import type { SkillFact } from '../tools/tool';
import { rank } from './levels';
import type { Judgement, Reason } from './verdict';

/**
 * Judges a skill's program. Bundled ones are taken at their word, but what goes out to the network asks;
 * one from outside asks at least, whatever it says of itself, and its `allowed-tools` grants nothing.
 */
export function classifySkill(skill: SkillFact): Judgement {
  const { name, source, action } = skill;
  if (source !== 'bundled' && !skill.trusted) return { level: 'forbidden', reasons: [{ code: 'reason.skill.untrusted', detail: name }], scope: null };
  const isOutside = source !== 'bundled';
  const reasons: Reason[] = [];
  if (isOutside) reasons.push({ code: source === 'project' ? 'reason.skill.project' : 'reason.skill.person', detail: name });
  if (skill.isolation?.kind === 'none') reasons.push({ code: 'reason.skill.not_isolated', detail: name });
  // Where the declaration tells its actions apart, it has said of this one what it does on the network.
  const reaches = skill.network.length > 0 && (isOutside || action === null || rank(skill.effect) >= rank('risky'));
  if (reaches) reasons.push({ code: skill.network.includes('any') ? 'reason.skill.network_any' : 'reason.skill.network', detail: skill.network.includes('any') ? name : skill.network.join(', ') });
  const least = isOutside || reaches ? 'risky' : 'observe';
  const level = rank(skill.effect) > rank(least) ? skill.effect : least;
  if (level === 'consequential') reasons.unshift({ code: 'reason.skill.consequential', detail: shownName(skill) });
  else if (!isOutside && level !== 'observe' && !reaches) reasons.push({ code: level === 'reversible' ? 'reason.skill.reversible' : 'reason.skill.risky', detail: shownName(skill) });
  return { level, reasons, scope: level === 'consequential' || level === 'observe' ? null : skillScope(skill) };
}

/** What "for this session" covers: exactly these contents of the skill, and one of its actions where it tells them apart. */
export function skillScope({ name, hash, action }: SkillFact): string {
  return `skill:${name}:${hash}${action === null ? '' : `:${action}`}`;
}

export function shownName({ name, action }: SkillFact): string {
  return action === null ? name : `${name} (${action})`;
}
