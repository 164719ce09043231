import type { ToolSpec } from '../model';

/** For grammars that have no words for tools: what the rules above say of them doesn't apply. */
export const onlyTheScreen = 'Of what is named above only these actions exist for you; there are no other tools and no refs.';

/** The tools as text: name, description, and each argument with its kind. */
export function toolList(tools: readonly ToolSpec[]): string {
  return tools.map((tool) => `- ${tool.name}: ${tool.description.replace(/\n/g, '\n  ')}\n  Arguments: ${argumentsOf(tool.parameters)}`).join('\n');
}

interface Property {
  type?: string;
  description?: string;
  enum?: unknown[];
  items?: Property;
  properties?: Record<string, Property>;
}

function argumentsOf(schema: Record<string, unknown>): string {
  const properties = (schema['properties'] ?? {}) as Record<string, Property>;
  const required = new Set((schema['required'] ?? []) as string[]);
  const each = Object.entries(properties).map(([name, property]) => {
    const about = property.description ? `: ${property.description}` : '';
    return `${name} (${kindOf(property)}${required.has(name) ? ', required' : ''})${about}`;
  });
  return each.join('; ') || 'none';
}

function kindOf(property: Property): string {
  if (property.enum) return property.enum.map(String).join('|');
  if (property.items) return `list of ${property.items.properties ? `{${Object.keys(property.items.properties).join(', ')}}` : kindOf(property.items)}`;
  return property.type ?? 'any';
}
