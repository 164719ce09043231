import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keysOf, partsOf, sentencesOf } from './front-matter.mjs';

/** Characters that a short description has. */
export const SHORT = { least: 25, most: 64 };
export const LONGEST_DISPLAY_NAME = 64;

/** Words that are written in their own way. */
const AS_WRITTEN = new Map(
  [
    'ADB', 'AI', 'API', 'AWS', 'CLI', 'CPU', 'CSS', 'CSV', 'DNS', 'DOCX', 'EPUB', 'FAQ', 'FTP', 'GPU', 'GUI', 'HR', 'HTML', 'HTTP', 'IMAP', 'IP', 'JSON', 'KPI', 'LLM', 'MCP', 'OCR', 'ODF', 'ODT',
    'OKR', 'PDF', 'PPT', 'PPTX', 'PR', 'QR', 'RSS', 'SDK', 'SEO', 'SMS', 'SQL', 'SSH', 'SVG', 'UI', 'URL', 'USB', 'UX', 'VPN', 'XLSX', 'XML', 'YAML', 'ZIP',
    'AutoGLM', 'ChatGPT', 'DeepSeek', 'DingTalk', 'FFmpeg', 'GitHub', 'GitLab', 'iOS', 'iPhone', 'JavaScript', 'LaTeX', 'LibreOffice', 'LinkedIn', 'macOS', 'MySQL', 'Node.js', 'npm', 'OpenAI', 'OpenAPI',
    'PayPal', 'PostgreSQL', 'PowerPoint', 'PyPI', 'QQ', 'SQLite', 'TypeScript', 'WeChat', 'WhatsApp', 'WordPress', 'YouTube',
  ].map((word) => [word.toLowerCase().replace('.', ''), word]),
);
/** Small words, which are not capitalised inside a title. */
const SMALL = new Set(['a', 'an', 'and', 'as', 'at', 'by', 'for', 'from', 'in', 'into', 'of', 'on', 'or', 'the', 'to', 'with']);

/** “read-pdf-for-github” → “Read PDF for GitHub”. @param {string} name */
export function displayName(name) {
  const words = name.split('-').filter((word) => word !== '');
  const titled = words.map((word, index) => {
    const written = AS_WRITTEN.get(word);
    if (written !== undefined) return written;
    return index > 0 && SMALL.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1);
  });
  return cut(titled.join(' '), LONGEST_DISPLAY_NAME);
}

/** What the description says first, in 25 to 64 characters. @param {string} description @param {string} shown the display name */
export function shortDescription(description, shown) {
  const whole = description.replace(/\s+/g, ' ').trim();
  const first = (sentencesOf(whole)[0] ?? whole).replace(/[.。!！]$/u, '');
  const candidates = [first, whole, `${shown}: ${whole}`, `${shown}: a skill for your assistant`].map((text) => cut(text, SHORT.most));
  return candidates.find((text) => [...text].length >= SHORT.least) ?? cut(`A skill for your assistant: ${shown}`, SHORT.most);
}

/** At most so many characters, ended between words where there are blanks. @param {string} text @param {number} most */
function cut(text, most) {
  const characters = [...text];
  if (characters.length <= most) return text;
  const piece = characters.slice(0, most - 1).join('');
  const border = piece.lastIndexOf(' ');
  return `${(border > most / 2 ? piece.slice(0, border) : piece).replace(/[\s,;:、，；：(（–-]+$/u, '')}…`;
}

/**
 * @typedef {{ short?: string, prompt?: string, color?: string, icon?: string, onlyWhenAsked?: boolean }} CardOptions
 */

/**
 * The text of agents/openai.yaml.
 * @param {string} folder of the skill @param {CardOptions} [options]
 * @returns {string}
 * @throws {Error} when SKILL.md can't be read, or an option breaks the card's rules
 */
export function cardOf(folder, options = {}) {
  const parts = partsOf(readFileSync(path.join(folder, 'SKILL.md'), 'utf8'));
  const read = parts ? keysOf(parts.yaml) : { problem: 'It has no front matter.' };
  if ('problem' in read) throw new Error(`SKILL.md can’t be read: ${read.problem}`);
  const { name, description } = read.keys;
  if (typeof name !== 'string' || typeof description !== 'string') throw new Error('SKILL.md needs a name and a description first.');
  const shown = displayName(name);
  const short = options.short ?? shortDescription(description, shown);
  const length = [...short].length;
  if (length < SHORT.least || length > SHORT.most) throw new Error(`The short description has ${length} characters; it needs ${SHORT.least} to ${SHORT.most}.`);
  if (options.color !== undefined && !/^#[0-9a-fA-F]{6}$/.test(options.color)) throw new Error(`The color “${options.color}” is not of the form #RRGGBB.`);
  if (options.icon !== undefined && !isAsset(folder, options.icon)) throw new Error(`The icon “${options.icon}” is no file below assets/.`);
  const lines = [
    'interface:',
    `  display_name: ${JSON.stringify(shown)}`,
    `  short_description: ${JSON.stringify(short)}`,
    `  default_prompt: ${JSON.stringify(options.prompt ?? `Use the skill ${name} for this: `)}`,
    ...(options.icon === undefined ? [] : [`  icon_small: ${JSON.stringify(options.icon)}`, `  icon_large: ${JSON.stringify(options.icon)}`]),
    ...(options.color === undefined ? [] : [`  brand_color: ${JSON.stringify(options.color)}`]),
    'policy:',
    `  allow_implicit_invocation: ${String(!options.onlyWhenAsked)}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** @param {string} folder @param {unknown} icon */
export function isAsset(folder, icon) {
  if (typeof icon !== 'string') return false;
  const file = path.resolve(folder, icon);
  return file.startsWith(path.resolve(folder, 'assets') + path.sep) && existsSync(file);
}

/** @param {string} folder @param {CardOptions} [options] @returns {string} the file that was written */
export function writeCard(folder, options) {
  const text = cardOf(folder, options);
  const file = path.join(folder, 'agents', 'openai.yaml');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
