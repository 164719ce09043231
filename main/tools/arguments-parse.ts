import { jsonrepair } from 'jsonrepair';
import { ToolFault } from './fault';

/** Models encode arguments twice, rarely three times; more is a sign of something else. */
const mostEncodings = 3;

/**
 * The arguments object in a model's text. Mends what models get wrong (trailing commas, quotes,
 * code fences, double encoding) but only if every letter and digit stays in place, and never
 * completes a text that was cut off.
 * @throws ToolFault TRUNCATED for a cut text, INVALID_PARAM for anything that isn't one object
 */
export function parseArguments(text: string): Record<string, unknown> {
  let rest: unknown = stripFence(text.trim());
  for (let depth = 0; depth < mostEncodings && typeof rest === 'string'; depth++) {
    rest = rest.trim() === '' ? {} : parseText(rest.trim());
  }
  if (typeof rest !== 'object' || rest === null || Array.isArray(rest)) {
    throw new ToolFault('INVALID_PARAM', 'The arguments are not one JSON object.', 'Send one object, for example {"path": "notes.txt"}.');
  }
  return rest as Record<string, unknown>;
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return repaired(text);
  }
}

function repaired(text: string): unknown {
  if (isCutOff(text)) {
    throw new ToolFault('TRUNCATED', 'The arguments end in the middle, so nothing was run.', 'Send the whole call again, in smaller pieces if it is long.');
  }
  try {
    const mended = jsonrepair(text);
    if (essence(mended) === essence(text)) return JSON.parse(mended);
  } catch {
    // Falls through to the one message for text that can't be mended safely.
  }
  throw new ToolFault('INVALID_PARAM', 'The arguments are not valid JSON.', 'Send one valid JSON object: double quotes, escaped quotes and line breaks in strings.');
}

function stripFence(text: string): string {
  return /^```(?:json)?\s*\n([\s\S]*?)\n?```$/.exec(text)?.[1] ?? text;
}

/** Letters and digits only, escapes undone: what a repair must not change. */
function essence(text: string): string {
  return text
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replace(/\\[nrtbf]/g, '')
    .replace(/\bTrue\b/g, 'true')
    .replace(/\bFalse\b/g, 'false')
    .replace(/\bNone\b/g, 'null')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Whether brackets or a string are still open at the end; quotes inside strings may mislead it towards yes only. */
function isCutOff(text: string): boolean {
  const open: string[] = [];
  let quote = '';
  let last = '';
  for (let i = 0; i < text.length; i++) {
    const character = text[i] as string;
    if (quote !== '') {
      if (character === '\\') i++;
      else if (character === quote) quote = '';
    } else if (character === '"' || (character === "'" && !/[\p{L}\p{N}]/u.test(last))) quote = character;
    else if (character === '{' || character === '[') open.push(character);
    else if (character === '}' || character === ']') open.pop();
    if (character.trim() !== '') last = character;
  }
  return quote !== '' || open.length > 0 || !/[}\]"']$/.test(text);
}
