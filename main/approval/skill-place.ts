import type { Place } from '../../preload/contract/approval';
import type { Language } from '../../preload/contract/settings';
import { say } from '../locales/say';
import type { SkillFact } from '../tools/tool';

/** What the dialog shows of a skill: where it is from, what it may do, how it is kept apart, and the call as it will run. */
export function skillPlace(skill: SkillFact, language: Language): Place {
  const from = skill.source !== 'bundled' && !skill.trusted ? 'untrusted' : skill.source;
  return {
    kind: 'skill',
    name: skill.name,
    from: say(language, `approval.skill.from.${from}`),
    may: [say(language, `approval.skill.may.${skill.effect}`), networkSentence(skill.network, language), isolationSentence(skill, language)],
    command: skill.runs,
    arguments: JSON.stringify(skill.arguments, null, 2),
  };
}

function networkSentence(network: readonly string[], language: Language): string {
  if (network.length === 0) return say(language, 'approval.skill.network.none');
  return network.includes('any') ? say(language, 'approval.skill.network.any') : say(language, 'approval.skill.network.hosts', { hosts: network.join(', ') });
}

function isolationSentence({ isolation }: SkillFact, language: Language): string {
  if (!isolation) return say(language, 'approval.skill.isolation.bundled');
  if (isolation.kind === 'none') return say(language, `approval.isolation.${isolation.cause ?? 'refused'}`, { detail: isolation.detail ?? '' });
  const folders = isolation.writable.length > 0 ? isolation.writable.join(', ') : say(language, 'approval.skill.isolation.nothing');
  return say(language, isolation.network ? 'approval.skill.isolation.network' : 'approval.skill.isolation.closed', { folders });
}
