import { isAlias, isMap, isScalar, parseDocument, type Document } from 'yaml';
import { readPlainYaml } from './plain-yaml';

/** Why a SKILL.md is not taken; the words are in main/locales/skills.ts. */
export type LoadFault = 'no_front_matter' | 'bad_yaml' | 'no_name' | 'bad_name' | 'no_description';
/** What is amiss with one that is taken all the same. The strict rules for new ones are the skill creator's. */
export type LoadWarning = 'repaired_yaml' | 'name_not_folder' | 'name_from_folder' | 'description_too_long' | 'description_angle_brackets' | 'compatibility_too_long';

/** A front matter as it is taken; texts in one line, without blanks around. */
export interface FrontMatter {
  name: string;
  description: string;
  license: string | null;
  compatibility: string | null;
  allowedTools: string | null;
  warnings: LoadWarning[];
}

/** Limits of the standard, in characters (code points). */
const LIMITS = { name: 64, description: 1_024, compatibility: 500 } as const;
/** Keys whose values are one text: these can be quoted without a change of meaning. */
const TEXT_KEYS = 'name|description|license|compatibility|allowed-tools';
/** More uses of anchors than this are a trap, not a description. */
const MOST_ALIASES = 20;

/** Lower-case letters, digits and single hyphens between them, at most 64. */
export function isSkillName(name: string): boolean {
  return name.length <= LIMITS.name && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
}

/** Takes all that can be understood beyond doubt; what is missing or odd beside it is a warning. */
export function readFrontMatter(folder: string, text: string): { ok: FrontMatter } | { fault: LoadFault } {
  const parts = partsOf(text);
  if (!parts) return { fault: 'no_front_matter' };
  const plain = parse(parts.yaml);
  const document = plain ?? parse(quoted(parts.yaml), { uniqueKeys: false });
  if (!document) return { fault: 'bad_yaml' };
  const warnings: LoadWarning[] = plain ? [] : ['repaired_yaml'];
  const description = document.textOf('description');
  if (!description) return { fault: 'no_description' };
  const given = document.textOf('name');
  const named = given !== null && isSkillName(given);
  if (!named && !isSkillName(folder)) return { fault: document.isAbsent('name') ? 'no_name' : 'bad_name' };
  if (!named) warnings.push('name_from_folder');
  else if (given !== folder) warnings.push('name_not_folder');
  const compatibility = document.textOf('compatibility');
  if (tooLong(description, LIMITS.description)) warnings.push('description_too_long');
  if (/[<>]/.test(description)) warnings.push('description_angle_brackets');
  if (tooLong(compatibility ?? '', LIMITS.compatibility)) warnings.push('compatibility_too_long');
  return { ok: { name: named ? given : folder, description, license: document.textOf('license'), compatibility, allowedTools: document.textOf('allowed-tools'), warnings } };
}

/** The Markdown below the front matter; all of it where there is none. */
export function bodyOf(text: string): string {
  return (partsOf(text)?.body ?? text).trim();
}

function partsOf(text: string): { yaml: string; body: string } | null {
  const found = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m.exec(text);
  return found?.index === 0 ? { yaml: found[1] ?? '', body: text.slice(found[0].length) } : null;
}

/** The front matter's keys. */
interface Head {
  /** In one line; null when it is no text. */
  textOf(key: string): string | null;
  isAbsent(key: string): boolean;
}

/** Null when it can't be read whole, or is no set of keys. */
function parse(yaml: string, { uniqueKeys = true } = {}): Head | null {
  const simple = readPlainYaml(yaml);
  if (simple) {
    const textOfSimple = (key: string): string | null => (simple[key] === undefined || typeof simple[key] === 'object' ? null : inOneLine(String(simple[key])));
    return { textOf: textOfSimple, isAbsent: (key) => simple[key] === undefined || textOfSimple(key) === '' };
  }
  try {
    const document = parseDocument(yaml, { uniqueKeys, prettyErrors: false, logLevel: 'silent' });
    if (document.errors.length > 0 || !(document.contents === null || isMap(document.contents))) return null;
    document.toJS({ maxAliasCount: MOST_ALIASES });
    return { textOf: (key) => textOf(document, key), isAbsent: (key) => isNothing(document.get(key)) };
  } catch {
    return null;
  }
}

/**
 * Plain texts that YAML can't take (most often an unquoted `: `) in quotes, with the lines that go on
 * with them. What is quoted already, a block, a list or a set of keys stays as it is.
 */
function quoted(yaml: string): string {
  const line = new RegExp(`^(${TEXT_KEYS}):[ \\t]+(?=[^\\s"'|>[{&*#])(.*(?:\\r?\\n[ \\t]+\\S.*)*)$`, 'gm');
  return yaml.replace(line, (_, key: string, text: string) => `${key}: ${JSON.stringify(text.replace(/\s*\r?\n\s*/g, ' ').trim())}`);
}

function textOf(document: Document, key: string): string | null {
  const found = document.get(key, true);
  const node = isAlias(found) ? found.resolve(document) : found;
  if (!isScalar(node) || node.value === null) return null;
  return inOneLine(typeof node.value === 'string' ? node.value : (node.source ?? String(node.value)));
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Whether it has more characters than `most`, however they are encoded. */
function tooLong(text: string, most: number): boolean {
  return text.length > most && [...text.trim()].length > most;
}
