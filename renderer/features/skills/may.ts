import type { SkillMay, SkillView } from '../../../preload/contract/skills';

/** One thing that a skill may do: a sentence of the locales, and how much it matters. */
export interface MayLine {
  key: string;
  values: Record<string, string>;
  tone: 'plain' | 'warn';
}

/** What a skill may do in plain words, what matters most first. */
export function mayLines({ may, source }: Pick<SkillView, 'may' | 'source'>): MayLine[] {
  if (may === null) return [{ key: 'skills.may.instructions', values: {}, tone: 'plain' }];
  const lines: MayLine[] = [...effects(may), ...network(may)];
  const list = (key: string, values: readonly string[], tone: MayLine['tone']): void => {
    if (values.length > 0) lines.push({ key, values: { list: values.join(', ') }, tone });
  };
  list('skills.may.reads', may.reads, 'plain');
  list('skills.may.writes', may.writes, 'warn');
  if (source !== 'bundled') lines.push({ key: 'skills.may.caged', values: {}, tone: 'plain' });
  if (may.secrets.length > 0) list('skills.may.secrets', may.secrets, 'warn');
  else lines.push({ key: 'skills.may.noSecrets', values: {}, tone: 'plain' });
  if (may.untrusted) lines.push({ key: 'skills.may.untrusted', values: {}, tone: 'plain' });
  if (may.watches) lines.push({ key: 'skills.may.watches', values: {}, tone: 'plain' });
  return lines;
}

function effects({ effect, by_action: byAction }: SkillMay): MayLine[] {
  const tone = (level: string): MayLine['tone'] => (level === 'observe' || level === 'reversible' ? 'plain' : 'warn');
  if (byAction.length === 0) return [{ key: `skills.may.effect.${effect}`, values: {}, tone: tone(effect) }];
  return byAction.map(({ effect: level, values }) => ({ key: `skills.may.action.${level}`, values: { list: values.join(', ') }, tone: tone(level) }));
}

function network({ network: hosts }: SkillMay): MayLine[] {
  if (hosts.length === 0) return [{ key: 'skills.may.noNetwork', values: {}, tone: 'plain' }];
  if (hosts.includes('any')) return [{ key: 'skills.may.anyNetwork', values: {}, tone: 'warn' }];
  return [{ key: 'skills.may.network', values: { list: hosts.join(', ') }, tone: 'warn' }];
}
