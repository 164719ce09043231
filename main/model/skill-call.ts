import type { Turn, TurnRequest } from './model';

/** Names that a call may have: the tools', and the skills' as they are and as identifiers. */
export function callNames({ tools, skills = [] }: Pick<TurnRequest, 'tools' | 'skills'>): Set<string> {
  const hasSkill = tools.some(({ name }) => name === 'Skill');
  return new Set([...tools.map(({ name }) => name), ...(hasSkill ? skills.flatMap((name) => [name, identifier(name)]) : [])]);
}

/** A turn whose calls of skills by their own names (`calculator(expression="2+2")`) are calls of Skill, which the gate judges. */
export function throughSkill(turn: Turn, request: Pick<TurnRequest, 'tools' | 'skills'>): Turn {
  const { tools, skills = [] } = request;
  if (turn.calls.length === 0 || skills.length === 0 || !tools.some(({ name }) => name === 'Skill')) return turn;
  const calls = turn.calls.map((call) => {
    if (tools.some(({ name }) => name === call.name)) return call;
    const name = skills.find((skill) => skill === call.name) ?? skills.find((skill) => identifier(skill) === call.name);
    if (name === undefined) return call;
    // Arguments may not be whole JSON yet: they go on as text, which the registry mends or refuses as a whole.
    return { ...call, name: 'Skill', arguments: JSON.stringify({ name, args: objectIn(call.arguments) }) };
  });
  return { ...turn, calls };
}

function identifier(name: string): string {
  return name.replace(/-/g, '_');
}

function objectIn(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
