import { describe, expect, it } from 'vitest';
import en from '../../locales/en.json';
import zh from '../../locales/zh.json';
import { describeCall } from './describe-call';

function lookUp(locale: object, key: string): unknown {
  return key.split('.').reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], locale);
}

const tools = ['LS', 'Glob', 'Grep', 'Read', 'Write', 'Edit', 'MultiEdit', 'Bash', 'TodoWrite', 'AskUser', 'Skill', 'Observe', 'Unheard'];
const actions = ['click', 'double_click', 'triple_click', 'right_click', 'middle_click', 'move', 'mouse_down', 'mouse_up', 'drag', 'scroll', 'type', 'key', 'hold_key', 'press', 'set_value', 'open_app', 'focus_window', 'wait', 'dance'];

describe('describeCall', () => {
  it.each([...tools.map((tool) => [tool, {}] as const), ...actions.map((action) => ['Computer', { action }] as const)])('has words in both languages for %s %j', (tool, args) => {
    const { key } = describeCall(tool, args);
    expect(lookUp(en, key)).toBeTypeOf('string');
    expect(lookUp(zh, key)).toBeTypeOf('string');
  });

  it('names the element, else the point, else the ref', () => {
    expect(describeCall('Computer', { action: 'click', ref: 'e3' }, 'Save').values).toEqual({ target: '“Save”' });
    expect(describeCall('Computer', { action: 'click', x: 12, y: 0 }).values).toEqual({ target: '12, 0' });
    expect(describeCall('Computer', { action: 'click', ref: 'e3' }).values).toEqual({ target: 'e3' });
  });

  it('writes keys as keyboards do', () => {
    expect(describeCall('Computer', { action: 'key', keys: 'ctrl+s alt+f4' }).values).toEqual({ keys: 'Ctrl+S Alt+F4' });
    expect(describeCall('Computer', { action: 'key', keys: 'enter' }).values).toEqual({ keys: 'Enter' });
  });

  it('shows the file, not its folders', () => {
    expect(describeCall('Read', { path: 'C:\\notes\\a.txt' }).values).toEqual({ file: 'a.txt' });
  });

  it('calls the working folder by its name, not by a dot', () => {
    expect(describeCall('LS', {}).key).toBe('call.lsHere');
    expect(describeCall('LS', { path: '.' }).key).toBe('call.lsHere');
    expect(describeCall('LS', { path: 'notes' })).toEqual({ key: 'call.ls', values: { path: 'notes' } });
    expect(lookUp(zh, 'call.lsHere')).toBeTypeOf('string');
  });

  it('survives arguments of any shape', () => {
    for (const args of [null, undefined, 'text', 7, [], { path: { deep: true } }, { action: ['click'] }]) {
      expect(describeCall('Read', args).key).toBe('call.read');
      expect(describeCall('Computer', args).key).toMatch(/^call\./);
    }
  });
});
