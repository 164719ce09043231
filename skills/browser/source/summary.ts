import type { Target, View } from './view';
import { consequenceOf } from './consequence';

const textPart = 5000;
const mostLinks = 40;
const mostButtons = 40;

/** What a page says and offers, for a model: never more than about 10,000 characters. `part`: of its text, from 1. */
export function summarise(view: View, part = 1): { text: string; parts: number } {
  const parts = cutInParts(view.text, textPart);
  const number = Math.min(Math.max(1, part), Math.max(1, parts.length));
  const lines = [`Page: ${view.title || '(no title)'} — ${shortUrl(view.url)}`];
  if (number === 1 && view.headings.length > 1) lines.push('', 'Headings:', ...view.headings.slice(0, 30).map(({ level, text }) => `${'  '.repeat(Math.max(0, level - 1))}- ${text}`));
  lines.push('', parts.length > 1 ? `Text (part ${number} of ${parts.length}; the next with part: ${number + 1}):` : 'Text:', parts[number - 1] ?? '(none)');
  if (number === 1) lines.push(...formLines(view), ...buttonLines(view), ...linkLines(view));
  const hidden = Object.entries(view.hidden);
  if (hidden.length > 0) {
    const total = hidden.reduce((sum, [, length]) => sum + length, 0);
    lines.push('', `Hidden: ${total} characters of text that people do not see are left out (${hidden.map(([why, length]) => `${why} ${length}`).join(', ')}).`);
  }
  if (view.isCut) lines.push('The page holds more than was looked at.');
  return { text: lines.join('\n'), parts: Math.max(1, parts.length) };
}

function formLines({ targets, forms }: View): string[] {
  const lines: string[] = [];
  const isField = (target: Target): boolean => !['button', 'link', 'clickable', 'tab', 'menuitem', 'option'].includes(target.role);
  const fields = targets.filter(isField);
  const seen = new Set<unknown>();
  for (const first of fields) {
    const key = first.formFact ?? 'none';
    if (seen.has(key)) continue;
    seen.add(key);
    const members = targets.filter((each) => (each.formFact ?? 'none') === key && (isField(each) || (each.submits && first.formFact !== null)));
    const name = first.formFact?.name ?? '';
    lines.push('', first.formFact === null ? 'Fields:' : `Form${name === '' ? (forms.length > 1 ? ` ${forms.indexOf(first.formFact) + 1}` : '') : ` “${name}”`}:`);
    lines.push(...members.slice(0, 30).map(fieldLine), ...(members.length > 30 ? [`  … ${members.length - 30} more`] : []));
    if (lines.length > 120) break;
  }
  return lines;
}

function fieldLine(target: Target): string {
  const { ref, role, name, placeholder, value, options, states, type } = target;
  const kind = role === 'textbox' && !['', 'text'].includes(type) ? type : role;
  const parts = [`  ${ref} ${kind} “${name || placeholder}”`];
  if (value !== '') parts.push(`= “${value.slice(0, 80)}”`);
  if (options.length > 0) parts.push(`of ${options.slice(0, 12).map((option) => `“${option.slice(0, 40)}”`).join(', ')}${options.length > 12 ? ', …' : ''}`);
  if (states.length > 0) parts.push(`(${states.join(', ')})`);
  return parts.join(' ') + consequence(target);
}

function buttonLines({ targets }: View): string[] {
  const buttons = targets.filter(({ role, submits, formFact }) => ['button', 'clickable', 'tab', 'menuitem', 'option'].includes(role) && !(submits && formFact));
  if (buttons.length === 0) return [];
  const line = (target: Target): string => {
    const alike = buttons.filter(({ name }) => name === target.name).length > 1 && target.near !== '' ? ` in “${target.near.slice(0, 50)}”` : '';
    return `  ${target.ref} ${target.role === 'clickable' ? 'element' : target.role} “${target.name.slice(0, 80)}”${alike}${target.states.length > 0 ? ` (${target.states.join(', ')})` : ''}${consequence(target)}`;
  };
  return ['', 'Buttons:', ...buttons.slice(0, mostButtons).map(line), ...(buttons.length > mostButtons ? [`  … ${buttons.length - mostButtons} more; use find`] : [])];
}

const consequence = (target: Target): string => (consequenceOf(target, target.formFact) === null ? '' : ' [commit]');

function linkLines({ targets, url }: View): string[] {
  const links = targets.filter(({ role }) => role === 'link').sort((a, b) => Number(b.inMain) - Number(a.inMain));
  const once = links.filter((link, at) => link.name !== '' && links.findIndex((each) => each.name === link.name && each.href === link.href) === at);
  if (once.length === 0) return [];
  const base = originOf(url);
  const line = ({ ref, name, href }: Target): string => `  ${ref} “${name.slice(0, 80)}” → ${shortUrl(href.startsWith(`${base}/`) ? href.slice(base.length) : href)}`;
  return ['', 'Links:', ...once.slice(0, mostLinks).map((link) => line(link) + consequence(link)), ...(once.length > mostLinks ? [`  … ${once.length - mostLinks} more; use find`] : [])];
}

const shortUrl = (url: string): string => (url.length > 120 ? `${url.slice(0, 120)}…` : url);

function originOf(url: string): string {
  try {
    return new URL(url).origin;
  } catch {
    return url;
  }
}

function cutInParts(lines: readonly string[], most: number): string[] {
  const parts: string[] = [];
  let part = '';
  for (const line of lines.flatMap((each) => (each.length > most ? (each.match(new RegExp(`.{1,${most}}`, 'gsu')) ?? []) : [each]))) {
    if (part !== '' && part.length + line.length > most) {
      parts.push(part);
      part = '';
    }
    part += part === '' ? line : `\n${line}`;
  }
  return part === '' ? parts : [...parts, part];
}
