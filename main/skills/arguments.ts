import { createHash } from 'node:crypto';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { ToolFault } from '../tools/fault';
import { nearestName } from '../tools/nearest';
import type { JsonSchema, Skill } from './skill';

/** Faults named in one answer; more help nobody. */
const MOST_FAULTS = 5;
const LONGEST_SHOWN = 60;

/**
 * The arguments as the skill's schema wants them: bent where the meaning is beyond doubt ("true" → true,
 * "3" → 3, JSON text → a list, one text → a list of it), then checked, defaults filled in.
 * @throws ToolFault INVALID_PARAM naming each parameter, what was expected, and the nearest right name
 */
export async function skillArguments(skill: Skill, given: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const { program, name, source } = skill;
  if (program === null) throw new ToolFault('INVALID_PARAM', `${name} takes no arguments: it is a manual to follow.`, `Call Skill {"name": "${name}"} without args and do what it says.`);
  const check = await checkerOf(name, program.schema, source === 'bundled');
  const args = coerce(program.schema, structuredClone(given), program.schema) as Record<string, unknown>;
  if (check(args)) return args;
  const lines = [...new Set((check.errors ?? []).filter(isTelling).map((error) => faultOf(error, program.schema, args)))];
  throw new ToolFault('INVALID_PARAM', `${name}: ${lines.slice(0, MOST_FAULTS).join('; ')}.`, `Arguments of ${name}: ${describeArguments(program.schema)}`);
}

/** The arguments in words: name, kind, whether required, what they mean. */
export function describeArguments(schema: JsonSchema): string {
  const required = new Set(listOf(schema['required']));
  const each = Object.entries(propertiesOf(schema)).map(([name, property]) => {
    const about = typeof property['description'] === 'string' ? `: ${property['description']}` : '';
    return `${name} (${kindOf(property)}${required.has(name) ? ', required' : ''})${about}`;
  });
  return each.join('; ') || 'none';
}

export function requiredNames(schema: JsonSchema): string[] {
  return listOf(schema['required']);
}

const checkers = new Map<string, Promise<ValidateFunction>>();

/** Compiling a schema costs more than many checks; schemas are few, and known by their content. */
function checkerOf(name: string, schema: JsonSchema, isOurs: boolean): Promise<ValidateFunction> {
  const key = createHash('sha1').update(JSON.stringify([isOurs, schema])).digest('base64');
  const known = checkers.get(key) ?? compile(name, schema, isOurs);
  checkers.set(key, known);
  return known;
}

async function compile(name: string, { $schema, ...schema }: JsonSchema, isOurs: boolean): Promise<ValidateFunction> {
  // Schemas are checked by a schema themselves, whose compiling takes longer than all else of a first call; a test has checked ours.
  const options = { meta: !isOurs, validateSchema: !isOurs, allErrors: true, strict: false, useDefaults: true, validateFormats: false, verbose: true, logger: false } as const;
  // Loaded when the first skill is called: the start must not wait for it. What a list of items means changed with 2020.
  const isOld = typeof $schema === 'string' && /draft-0[4-7]/.test($schema);
  const Validator = isOld ? (await import('ajv')).Ajv : (await import('ajv/dist/2020')).Ajv2020;
  try {
    return new Validator(options).compile(schema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolFault('UNSUPPORTED', `The schema.json of ${name} can't be used: ${reason}`, 'This is a fault of the skill, not of the call. Do without it, and tell the person.');
  }
}

/** A value bent towards its schema; what can't be bent comes back as it is, for the check to name. */
function coerce(schema: JsonSchema, value: unknown, root: JsonSchema): unknown {
  const target = resolved(schema, root);
  const kinds = typesOf(target);
  const options = target['enum'];
  if (Array.isArray(options) && typeof value === 'string' && !options.includes(value)) {
    const meant = options.find((option) => String(option).toLowerCase() === value.trim().toLowerCase());
    if (meant !== undefined) return meant;
  }
  const has = (kind: string): boolean => kinds.includes(kind);
  if (typeof value === 'string' && !has('string')) {
    if ((has('number') || has('integer')) && /^\s*-?\d{1,15}(\.\d+)?\s*$/.test(value)) return Number(value);
    if (has('boolean') && /^\s*(true|false)\s*$/i.test(value)) return value.trim().toLowerCase() === 'true';
    if (has('array') || has('object')) return coerceInside(target, listed(target, fromText(value), root), root);
    return value;
  }
  if ((typeof value === 'number' || typeof value === 'boolean') && kinds.length > 0 && kinds.every((kind) => kind === 'string')) return String(value);
  return coerceInside(target, value, root);
}

/** One text where a list of texts is wanted is a list of one. */
function listed({ type, items }: JsonSchema, value: unknown, root: JsonSchema): unknown {
  if (typeof value !== 'string' || value.trim() === '' || type !== 'array' || !isSchema(items)) return value;
  const item = resolved(items, root);
  return typesOf(item).includes('string') || listOf(item['enum']).includes(value) ? [value] : value;
}

function coerceInside(target: JsonSchema, value: unknown, root: JsonSchema): unknown {
  const items = target['items'];
  if (Array.isArray(value)) return isSchema(items) ? value.map((item) => coerce(items, item, root)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const properties = propertiesOf(target);
  const required = listOf(target['required']);
  const entries = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    // Many models send null for what they leave out.
    if (property && item === null && !required.includes(key) && !typesOf(resolved(property, root)).includes('null')) return [];
    return [[key, property ? coerce(property, item, root) : item]];
  });
  return Object.fromEntries(entries);
}

/** Follows references inside the schema; a circle ends it. */
function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let current = schema;
  for (let step = 0; step < 8 && typeof current['$ref'] === 'string' && current['$ref'].startsWith('#/'); step++) {
    const target = current['$ref'].slice(2).split('/').reduce<unknown>((at, key) => (isSchema(at) ? at[key.replace(/~1/g, '/').replace(/~0/g, '~')] : undefined), root);
    if (!isSchema(target)) break;
    current = target;
  }
  return current;
}

/** That a condition failed is said by what its branch wanted. */
function isTelling(error: ErrorObject): boolean {
  return error.keyword !== 'if';
}

function faultOf(error: ErrorObject, schema: JsonSchema, args: Record<string, unknown>): string {
  const at = error.instancePath.slice(1).split('/').join('.').replace(/~1/g, '/').replace(/~0/g, '~');
  const parent = error.parentSchema as JsonSchema | undefined;
  const params = error.params as Record<string, unknown>;
  const known = Object.keys(propertiesOf(parent ?? {}));
  if (error.keyword === 'required') return missing(String(params['missingProperty']), propertiesOf(parent ?? {}), args, known);
  if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
    const key = String(params['additionalProperty'] ?? params['unevaluatedProperty']);
    const names = known.length > 0 ? known : Object.keys(propertiesOf(schema));
    const near = nearestName(key, names);
    return `unknown parameter ${at ? `${at}.` : ''}${key}${near ? `, did you mean ${near}?` : ''}`;
  }
  if (error.keyword === 'enum') {
    const allowed = (params['allowedValues'] as unknown[]).map(String);
    const near = typeof error.data === 'string' ? nearestName(error.data, allowed) : null;
    return `${at}: expected one of ${allowed.join(', ')}, not ${shown(error.data)}${near ? `; did you mean ${near}?` : ''}`;
  }
  if (error.keyword === 'type') return `${at || 'args'}: expected ${String(params['type']).replace(/,/g, ' or ')}, not ${shown(error.data)}`;
  return `${at || 'args'}: ${error.message ?? error.keyword}, not ${shown(error.data)}`;
}

function missing(name: string, properties: Record<string, JsonSchema>, args: Record<string, unknown>, known: readonly string[]): string {
  const about = properties[name]?.['description'];
  const instead = Object.keys(args).find((key) => !known.includes(key) && nearestName(key, [name]) === name);
  return `${name} is missing${instead ? ` (${instead} is not its name)` : typeof about === 'string' ? ` (${about})` : ''}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

function fromText(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function kindOf(property: JsonSchema): string {
  const options = property['enum'];
  if (Array.isArray(options)) return options.map(String).join('|');
  const items = property['items'];
  if (isSchema(items)) return `list of ${kindOf(items)}`;
  return typesOf(property).join(' or ') || 'any';
}

function typesOf(schema: JsonSchema): string[] {
  const type = schema['type'];
  return typeof type === 'string' ? [type] : listOf(type);
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  const properties = schema['properties'];
  return isSchema(properties) ? Object.fromEntries(Object.entries(properties).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1]))) : {};
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function isSchema(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
