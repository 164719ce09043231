import { z } from 'zod';

/**
 * Bends a value towards a schema where the meaning is beyond doubt: "15" → 15, "true" → true,
 * 7 → "7" for text, null → absent for what is optional, a list sent as JSON text → the list.
 * What can't be bent comes back unchanged, for the check to name.
 */
export function coerce(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrap(schema);
  if (inner.optional && value === null) return undefined;
  const target = inner.schema;
  if (target instanceof z.ZodNumber) return toNumber(value);
  if (target instanceof z.ZodBoolean) return toBoolean(value);
  if (target instanceof z.ZodString) return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (target instanceof z.ZodEnum) return toOption(target, value);
  if (target instanceof z.ZodArray) {
    const list = fromText(value);
    return Array.isArray(list) ? list.map((item) => coerce(target.element as z.ZodType, item)) : value;
  }
  if (target instanceof z.ZodObject) return coerceObject(target, fromText(value));
  return value;
}

/** `coerce` for each known property; unknown ones stay, for the check to name. */
export function coerceObject(schema: z.ZodObject, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const property = Object.hasOwn(schema.shape, key) ? (schema.shape[key] as z.ZodType) : undefined;
    return [key, property ? coerce(property, item) : item];
  });
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

function unwrap(schema: z.ZodType): { schema: z.ZodType; optional: boolean } {
  let current: unknown = schema;
  let optional = false;
  while (current instanceof z.ZodOptional || current instanceof z.ZodDefault || current instanceof z.ZodNullable) {
    optional ||= !(current instanceof z.ZodNullable);
    current = current.unwrap();
  }
  return { schema: current as z.ZodType, optional };
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\s*-?\d{1,15}(\.\d+)?\s*$/.test(value) ? Number(value) : value;
}

function toBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : value;
}

function toOption(schema: z.ZodEnum, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return schema.options.find((option) => String(option).toLowerCase() === value.trim().toLowerCase()) ?? value;
}

function fromText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
