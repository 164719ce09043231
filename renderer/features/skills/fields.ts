/** A field of the form that a skill's arguments are filled in with. */
export interface ArgumentField {
  name: string;
  kind: 'text' | 'number' | 'choice' | 'yes-no' | 'json';
  required: boolean;
  description: string;
  /** Of a choice. */
  options: string[];
  /** What stands in it at first. */
  start: string;
  whole: boolean;
}

type Property = Readonly<Record<string, unknown>>;

/** The fields for a JSON Schema of arguments, the required ones first. */
export function fieldsOf(schema: Readonly<Record<string, unknown>>): ArgumentField[] {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'].map(String) : []);
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const fields = Object.entries(properties).map(([name, property]) => fieldOf(name, isRecord(property) ? property : {}, required.has(name)));
  return [...fields.filter((field) => field.required), ...fields.filter((field) => !field.required)];
}

function fieldOf(name: string, property: Property, required: boolean): ArgumentField {
  const options = Array.isArray(property['enum']) ? property['enum'].map(String) : [];
  const type = Array.isArray(property['type']) ? property['type'].find((one) => one !== 'null') : property['type'];
  const kind = options.length > 0 ? 'choice' : type === 'boolean' ? 'yes-no' : type === 'number' || type === 'integer' ? 'number' : type === 'string' ? 'text' : 'json';
  const given = property['default'];
  return {
    name,
    kind,
    required,
    description: typeof property['description'] === 'string' ? property['description'] : '',
    options,
    start: given === undefined ? '' : typeof given === 'string' ? given : JSON.stringify(given),
    whole: type === 'integer',
  };
}

/** The arguments as filled in, or what is wrong in which field (a key of the locales). An empty field that need not be is left out. */
export function argumentsOf(fields: readonly ArgumentField[], values: Readonly<Record<string, string>>): { args: Record<string, unknown> } | { faults: Record<string, string> } {
  const args: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const field of fields) {
    const text = values[field.name] ?? '';
    if (text.trim() === '') {
      if (field.required) faults[field.name] = 'skills.field.missing';
      continue;
    }
    const value = valueOf(field, text);
    if (value === undefined) faults[field.name] = `skills.field.${field.kind === 'json' ? 'json' : field.whole ? 'whole' : 'number'}`;
    else args[field.name] = value;
  }
  return Object.keys(faults).length > 0 ? { faults } : { args };
}

/** undefined when the text is none of its kind. */
function valueOf({ kind, whole }: ArgumentField, text: string): unknown {
  if (kind === 'yes-no') return text === 'true';
  if (kind === 'number') {
    const number = Number(text.trim());
    return Number.isFinite(number) && (!whole || Number.isInteger(number)) ? number : undefined;
  }
  if (kind !== 'json') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
