import { isAlias, isMap, isScalar, parseDocument, type Document } from 'yaml';

/** What the standard's rules find in a SKILL.md; the words are in main/locales/skills.ts. */
export type FrontMatterFault =
  | 'no_front_matter' | 'bad_yaml' | 'no_name' | 'bad_name' | 'name_not_folder' | 'name_from_folder' | 'repaired_yaml'
  | 'no_description' | 'bad_description' | 'description_too_long' | 'description_angle_brackets' | 'description_sentences'
  | 'bad_license' | 'bad_compatibility' | 'compatibility_too_long' | 'bad_metadata' | 'bad_allowed_tools' | 'unknown_key'
  | 'body_empty' | 'body_too_long';

/** Why a SKILL.md is not taken. */
export type LoadFault = Extract<FrontMatterFault, 'no_front_matter' | 'bad_yaml' | 'no_name' | 'bad_name' | 'no_description'>;
/** What is amiss with one that is taken all the same. */
export type LoadWarning = Extract<FrontMatterFault, 'repaired_yaml' | 'name_not_folder' | 'name_from_folder' | 'description_too_long' | 'description_angle_brackets' | 'compatibility_too_long'>;

/** A front matter as it is taken; texts in one line, without blanks around. */
export interface FrontMatter {
  name: string;
  description: string;
  license: string | null;
  compatibility: string | null;
  allowedTools: string | null;
  warnings: LoadWarning[];
}

/** Limits of the standard, in characters (code points) and lines. */
const LIMITS = { name: 64, description: 1_024, compatibility: 500, sentences: 3, bodyLines: 500 } as const;
const KEYS = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'];
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
  const description = textOf(document, 'description');
  if (!description) return { fault: 'no_description' };
  const given = textOf(document, 'name');
  const named = given !== null && isSkillName(given);
  if (!named && !isSkillName(folder)) return { fault: isAbsent(document, 'name') ? 'no_name' : 'bad_name' };
  if (!named) warnings.push('name_from_folder');
  else if (given !== folder) warnings.push('name_not_folder');
  const compatibility = textOf(document, 'compatibility');
  if (tooLong(description, LIMITS.description)) warnings.push('description_too_long');
  if (/[<>]/.test(description)) warnings.push('description_angle_brackets');
  if (tooLong(compatibility ?? '', LIMITS.compatibility)) warnings.push('compatibility_too_long');
  return { ok: { name: named ? given : folder, description, license: textOf(document, 'license'), compatibility, allowedTools: textOf(document, 'allowed-tools'), warnings } };
}

/** Every fault by the standard's rules for a new skill; empty when it is in order. */
export function validateFrontMatter(folder: string, text: string): FrontMatterFault[] {
  const parts = partsOf(text);
  if (!parts) return ['no_front_matter'];
  const document = parse(parts.yaml);
  if (!document) return ['bad_yaml'];
  const value = document.toJS() as Record<string, unknown> | null;
  const { name, description, license, compatibility, metadata, 'allowed-tools': allowedTools } = value ?? {};
  const lines = parts.body.trimEnd().split(/\r?\n/);
  const checks: [boolean, FrontMatterFault][] = [
    [isNothing(name), 'no_name'],
    [!isNothing(name) && (typeof name !== 'string' || !isSkillName(name)), 'bad_name'],
    [typeof name === 'string' && isSkillName(name) && name !== folder, 'name_not_folder'],
    [isNothing(description), 'no_description'],
    [!isNothing(description) && typeof description !== 'string', 'bad_description'],
    [tooLong(description, LIMITS.description), 'description_too_long'],
    [typeof description === 'string' && /[<>]/.test(description), 'description_angle_brackets'],
    [typeof description === 'string' && sentences(description) > LIMITS.sentences, 'description_sentences'],
    [license !== undefined && typeof license !== 'string', 'bad_license'],
    [compatibility !== undefined && typeof compatibility !== 'string', 'bad_compatibility'],
    [tooLong(compatibility, LIMITS.compatibility), 'compatibility_too_long'],
    [metadata !== undefined && !isTextMap(metadata), 'bad_metadata'],
    [allowedTools !== undefined && typeof allowedTools !== 'string', 'bad_allowed_tools'],
    [Object.keys(value ?? {}).some((key) => !KEYS.includes(key)), 'unknown_key'],
    [parts.body.trim() === '', 'body_empty'],
    [lines.length >= LIMITS.bodyLines, 'body_too_long'],
  ];
  return checks.filter(([wrong]) => wrong).map(([, fault]) => fault);
}

/** The Markdown below the front matter; all of it where there is none. */
export function bodyOf(text: string): string {
  return (partsOf(text)?.body ?? text).trim();
}

function partsOf(text: string): { yaml: string; body: string } | null {
  const found = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m.exec(text);
  return found?.index === 0 ? { yaml: found[1] ?? '', body: text.slice(found[0].length) } : null;
}

/** The front matter's keys; null when it can't be read whole, or is no set of keys. */
function parse(yaml: string, { uniqueKeys = true } = {}): Document | null {
  try {
    const document = parseDocument(yaml, { uniqueKeys, prettyErrors: false, logLevel: 'silent' });
    if (document.errors.length > 0 || !(document.contents === null || isMap(document.contents))) return null;
    document.toJS({ maxAliasCount: MOST_ALIASES });
    return document;
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
  return (typeof node.value === 'string' ? node.value : (node.source ?? String(node.value))).replace(/\s+/g, ' ').trim();
}

function isAbsent(document: Document, key: string): boolean {
  return isNothing(document.get(key));
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Whether it has more characters than `most`, however they are encoded. */
function tooLong(text: unknown, most: number): boolean {
  return typeof text === 'string' && text.length > most && [...text.trim()].length > most;
}

/** A point ends a sentence before a capital or the end; a full-width one always does. */
function sentences(text: string): number {
  return text.split(/(?<=[.!?]["')\]]*)\s+(?=["'([]*\p{Lu})|(?<=[。！？])/u).filter((part) => part.trim() !== '').length;
}

function isTextMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((item) => typeof item === 'string');
}
