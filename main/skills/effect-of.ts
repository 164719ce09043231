import { levels } from '../../preload/contract/approval';
import type { SkillDeclaration, SkillEffect, SkillSource } from './skill';

/**
 * What a call may do, by its declaration, and the action that a yes to it covers; what comes from outside is never taken
 * for less than risky.
 */
export function effectOf(source: SkillSource, declaration: Pick<SkillDeclaration, 'effect' | 'effects'>, args: Readonly<Record<string, unknown>>): { effect: SkillEffect; action: string | null } {
  const given = declaration.effects.flatMap(({ argument, levels: each }, index) => {
    const value = args[argument] === undefined ? null : String(args[argument]);
    const level = value !== null && Object.hasOwn(each, value) ? each[value] : undefined;
    // What the first argument says is the action even where it has no level of its own.
    return value !== null && (index === 0 || level !== undefined) ? [{ words: valueInWords(argument, value, index), level }] : [];
  });
  const highest = given.reduce<SkillEffect | undefined>((most, { level }) => (level !== undefined && (most === undefined || rank(level) > rank(most)) ? level : most), undefined) ?? declaration.effect;
  // A yes to one action must not cover the same with more: so all that raises it is in its name.
  const action = given.length > 0 ? given.map(({ words }) => words).join(', ') : null;
  return { effect: source !== 'bundled' && rank(highest) < rank('risky') ? 'risky' : highest, action };
}

/** How the value of an argument that `effects` names is told: the first such argument is the action itself. */
export function valueInWords(argument: string, value: string, index: number): string {
  return index === 0 ? value : `${argument}: ${value}`;
}

function rank(effect: SkillEffect): number {
  return levels.indexOf(effect);
}
