import { lastPart, oneLine } from '../../lib/format';

/** A sentence of the locales with its blanks filled. */
export interface Description {
  key: string;
  values: Record<string, string>;
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function words(value: unknown, limit = 60): string {
  if (Array.isArray(value)) return value.map((part) => words(part)).join('+');
  return typeof value === 'string' || typeof value === 'number' ? oneLine(String(value), limit) : '';
}

/** "ctrl+s alt+f4" as keyboards write it: "Ctrl+S Alt+F4". */
function chords(keys: string): string {
  return keys.replace(/[^\s+]+/g, (name) => name.charAt(0).toUpperCase() + name.slice(1));
}

const clicks = new Set(['click', 'double_click', 'triple_click', 'right_click', 'middle_click', 'move', 'press']);

function computer(call: Record<string, unknown>, name: string | null): Description {
  const action = words(call.action);
  const text = words(call.text);
  const keys = words(call.keys);
  const point = call.x !== undefined && call.y !== undefined ? `${words(call.x)}, ${words(call.y)}` : '';
  const target = name === null ? point || words(call.ref) : `“${words(name)}”`;
  if (clicks.has(action)) return { key: `call.computer.${action}`, values: { target } };
  if (action === 'key' || action === 'hold_key') return { key: 'call.computer.key', values: { keys: chords(keys || text) } };
  if (['type', 'set_value', 'open_app', 'focus_window'].includes(action)) return { key: `call.computer.${action}`, values: { text: text || target } };
  if (['scroll', 'drag', 'wait', 'mouse_down', 'mouse_up'].includes(action)) return { key: `call.computer.${action}`, values: {} };
  return { key: 'call.other', values: { tool: 'Computer' } };
}

/**
 * A call in plain words: a key of the locales (`call.*`) with its values. `target` is the name of the
 * screen element it is about, where that is known. The tool's own name is for unknown tools.
 */
export function describeCall(tool: string, args: unknown, target: string | null = null): Description {
  const call = fields(args);
  const path = words(call.path);
  switch (tool) {
    case 'LS':
      return path === '' || path === '.' ? { key: 'call.lsHere', values: {} } : { key: 'call.ls', values: { path } };
    case 'Glob':
    case 'Grep':
      return { key: `call.${tool.toLowerCase()}`, values: { pattern: words(call.pattern) } };
    case 'Read':
    case 'Write':
    case 'Edit':
    case 'MultiEdit':
      return { key: `call.${tool.toLowerCase()}`, values: { file: lastPart(path) } };
    case 'Bash':
      return { key: 'call.bash', values: { command: words(call.command) } };
    case 'TodoWrite':
    case 'AskUser':
      return { key: `call.${tool.toLowerCase()}`, values: {} };
    case 'Observe':
      return { key: call.window ? 'call.observeWindow' : 'call.observe', values: { window: words(call.window) } };
    case 'Computer':
      return computer(call, target);
    case 'Skill':
      return { key: 'call.skill', values: { name: words(call.name) } };
    default:
      return { key: 'call.other', values: { tool } };
  }
}
