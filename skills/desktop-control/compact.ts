import type { SeenElement } from './protocol';

const shortRoles: Record<string, string> = {
  'push button': '', button: '', 'menu item': '', 'toggle button': 'toggle', 'check box': 'check', 'check menu item': 'check', 'radio button': 'radio', 'radio menu item': 'radio',
  'combo box': 'combo', 'page tab': 'tab', 'tool bar': 'toolbar', text: 'field', entry: 'field', 'password text': 'password', label: 'label',
};
const containers = new Set(['frame', 'dialog', 'alert', 'window', 'tool bar', 'menu bar', 'panel', 'page tab list', 'page tab', 'table', 'tree', 'tree table', 'list', 'statusbar', 'status bar', 'document spreadsheet', 'document text', 'document web', 'root pane', 'popup menu', 'file chooser']);
const longestName = 60;
const longestValue = 160;

/**
 * The elements as text for a model: a line a container, its leaves joined on one line as
 * `e12 Save`; roles are left out for plain buttons; what has neither name nor value is left out.
 */
export function compact(elements: SeenElement[]): string {
  const lines: string[] = [];
  let leaves: { depth: number; items: string[] } | null = null;
  const flush = (): void => {
    if (leaves) lines.push(`${' '.repeat(leaves.depth)}${leaves.items.join(' · ')}`);
    leaves = null;
  };
  elements.forEach((element, index) => {
    const next = elements[index + 1];
    const container = containers.has(element.role) && next !== undefined && next.depth > element.depth;
    const text = container ? headOf(element) : itemOf(element);
    if (text === '') return;
    if (container) {
      flush();
      lines.push(`${' '.repeat(element.depth)}${text}:`);
      return;
    }
    if (leaves && leaves.depth === element.depth) leaves.items.push(text);
    else {
      flush();
      leaves = { depth: element.depth, items: [text] };
    }
  });
  flush();
  return lines.join('\n');
}

function headOf(element: SeenElement): string {
  const role = shortRoles[element.role] ?? element.role;
  return `${element.ref} ${role || element.role}${element.name ? ` "${cut(element.name, longestName)}"` : ''}${statesOf(element)}`;
}

function itemOf(element: SeenElement): string {
  if (element.role === 'table cell') return `${element.name}=${cellValue(element)}${element.formula ? ` (${element.formula})` : ''}${element.states.includes('focused') ? ' (focused)' : ''}`;
  if (element.name === '' && (element.value ?? '') === '' && !element.states.includes('focused') && !element.states.includes('editable')) return '';
  const role = shortRoles[element.role] ?? element.role;
  const value = element.value === undefined ? '' : ` = ${cut(element.value, longestValue)}`;
  return [element.ref, role, cut(element.name, longestName)].filter((part) => part !== '').join(' ') + value + statesOf(element);
}

/** A text that looks like a number as Calc writes it; a formula without a value is mostly an error, which the program does not tell. */
function cellValue({ value = '', formula, isText }: SeenElement): string {
  return value === '' && formula ? '?' : `${isText ? "'" : ''}${cut(value, longestValue)}`;
}

const told = new Set(['focused', 'checked', 'selected', 'pressed', 'disabled', 'expanded', 'modal', 'required']);

function statesOf(element: SeenElement): string {
  const states = element.states.filter((state) => told.has(state));
  return states.length > 0 ? ` (${states.join(', ')})` : '';
}

/** Never inside a surrogate pair. */
function cut(text: string, longest: number): string {
  const flat = text.replace(/\s+/g, ' ');
  const characters = [...flat];
  return characters.length <= longest ? flat : `${characters.slice(0, longest).join('')}…`;
}
