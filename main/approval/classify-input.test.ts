import { describe, expect, it } from 'vitest';
import type { InputFact } from '../tools/tool';
import { classifyInput } from './classify-input';

type Change = Partial<Omit<InputFact, 'window' | 'target'>> & { window?: Partial<InputFact['window']>; target?: Partial<NonNullable<InputFact['target']>> | null };

const calc: InputFact = { action: 'click', app: 'soffice.bin', window: { title: 'Untitled 1 - LibreOffice Calc', own: false, terminal: false, dialog: false }, target: null };
const input = (change: Change): InputFact => ({
  ...calc,
  ...change,
  window: { ...calc.window, ...change.window },
  target: change.target ? { role: 'push button', name: '', own: false, password: false, ...change.target } : null,
});
const dialog = (title: string) => ({ dialog: true, title });

describe('desktop input', () => {
  it.each<[string, Change, string]>([
    ['looking', { action: 'wait' }, 'observe'],
    ['a click in a document', {}, 'reversible'],
    ['typing into a document', { action: 'type', text: 'Café 合计' }, 'reversible'],
    ['typing lines into a document', { action: 'type', text: 'a\nb\n' }, 'reversible'],
    ['scrolling', { action: 'scroll' }, 'reversible'],
    ['bringing a window to the front', { action: 'focus_window' }, 'reversible'],
    ['a menu', { target: { role: 'menu', name: 'Format' } }, 'reversible'],
    ['a harmless button', { target: { name: 'Bold' } }, 'reversible'],
    ['a name that only begins alike', { target: { name: 'Sender' } }, 'reversible'],
    ['a sentence in a document', { target: { role: 'paragraph', name: 'Delete nothing here' } }, 'reversible'],
    ['merging cells', { target: { name: 'Merge Cells' } }, 'reversible'],
    ['合并单元格', { target: { name: '合并单元格' } }, 'reversible'],
    ['Enter in a document', { action: 'key', keys: ['Return'] }, 'reversible'],
    ['Ctrl+Enter in an office document', { action: 'key', keys: ['ctrl', 'enter'] }, 'reversible'],
    ['lines typed into a field of several lines in a browser', { action: 'type', text: 'a\nb\n', app: 'firefox', enters: false, target: { role: 'entry', name: 'Comment' } }, 'reversible'],
    ['lines typed into a field of several lines in a chat', { action: 'type', text: 'a\nb', app: 'slack', enters: false }, 'reversible'],
    ['a value with lines, which presses nothing', { action: 'set_value', text: 'a\nb', app: 'firefox', enters: false }, 'reversible'],
    ['opening a copy of what another person has open', { window: dialog('Document in Use'), target: { name: 'Open Copy' } }, 'reversible'],
    ['undo', { action: 'key', keys: ['ctrl', 'z'] }, 'reversible'],
    ['Cancel in a dialog that deletes', { window: dialog('Delete file?'), target: { name: 'Cancel' } }, 'reversible'],

    ['Ctrl+S', { action: 'key', keys: ['ctrl', 's'] }, 'risky'],
    ['Save', { target: { name: 'Save' } }, 'risky'],
    ['Save with a mnemonic', { target: { name: '_Save…' } }, 'risky'],
    ['保存', { target: { name: '保存(S)' } }, 'risky'],
    ['Overwrite', { target: { name: 'Overwrite' } }, 'risky'],
    ['覆盖', { target: { name: '覆盖' } }, 'risky'],
    ['Replace', { target: { name: 'Replace' } }, 'risky'],
    ['Enter in a Save dialog', { action: 'key', keys: ['enter'], window: dialog('Save As') }, 'risky'],
    ['a line break typed in a Save dialog', { action: 'type', text: 'a.ods\n', window: dialog('Save') }, 'risky'],
    ['typing a name in a Save dialog', { action: 'type', text: 'a.ods', window: dialog('Save') }, 'reversible'],
    ['keeping a foreign format', { window: dialog('Confirm File Format'), target: { name: 'Use Excel 2007–365 Format!' } }, 'risky'],
    ['使用 Word 2007–365 格式', { window: dialog('确认文件格式'), target: { name: '使用 Word 2007–365 格式(K)!' } }, 'risky'],
    ['opening what another person has open', { window: dialog('Document in Use'), target: { name: 'Open' } }, 'risky'],
    ['Enter in an unknown dialog', { action: 'key', keys: ['enter'], window: dialog('Question') }, 'risky'],
    ['OK in a Save dialog', { window: dialog('另存为'), target: { name: '确定' } }, 'risky'],
    ['starting a program', { action: 'open_app', launches: 'gnome-calculator' }, 'risky'],
    ['starting a terminal', { action: 'open_app', launches: 'xterm' }, 'risky'],
    ['typing in a terminal', { action: 'type', text: 'l', app: 'xterm', window: { terminal: true } }, 'risky'],
    ['a key in a terminal', { action: 'key', keys: ['up'], app: 'xterm', window: { terminal: true } }, 'risky'],
    ['Enter in a browser', { action: 'key', keys: ['enter'], app: 'firefox' }, 'risky'],
    ['a line break typed in a browser', { action: 'type', text: 'name\n', app: 'chromium' }, 'risky'],
    ['Tab, then Enter in a dialog, though Cancel has the focus now', { action: 'key', keys: ['tab', 'enter'], window: dialog('Question'), target: { name: 'Cancel' } }, 'risky'],
    ['a tab and a line break typed in a dialog, though Cancel has the focus now', { action: 'type', text: '\t\n', window: dialog('Question'), target: { name: 'Cancel' } }, 'risky'],
    ['a line break typed in a field of one line in a browser', { action: 'type', text: 'name\n', app: 'chromium', enters: true, target: { role: 'entry', name: 'Name' } }, 'risky'],
    ['Alt+F4', { action: 'key', keys: ['alt', 'F4'] }, 'risky'],

    ['Send', { target: { name: 'Send' } }, 'consequential'],
    ['Send by accessibility', { action: 'press', target: { name: 'Send' } }, 'consequential'],
    ['Enter on a focused Delete', { action: 'key', keys: ['enter'], target: { name: 'Delete' }, window: dialog('x') }, 'consequential'],
    ['Space on a focused Pay', { action: 'key', keys: ['space'], target: { name: 'Pay now' } }, 'consequential'],
    ['发送', { target: { name: '发送' } }, 'consequential'],
    ['删除', { target: { role: 'menu item', name: '删除文件' } }, 'consequential'],
    ['支付', { target: { name: '立即支付' } }, 'consequential'],
    ['提交', { target: { name: '提交' } }, 'consequential'],
    ['Delete on an icon', { action: 'key', keys: ['Delete'], target: { role: 'icon', name: 'report.ods' } }, 'consequential'],
    ['Enter in a dialog that deletes', { action: 'key', keys: ['enter'], window: dialog('Delete file?') }, 'consequential'],
    ['a tab and a line break typed in a dialog that deletes, though Cancel has the focus now', { action: 'type', text: 'x\t\n', window: dialog('Delete file?'), target: { name: 'Cancel' } }, 'consequential'],
    ['Yes in a dialog that deletes', { window: dialog('Delete file?'), target: { name: 'Yes' } }, 'consequential'],
    ['a blind click in a dialog that deletes', { window: dialog('删除文件') }, 'consequential'],
    ['a password', { action: 'type', text: 'x', target: { role: 'password text', password: true } }, 'consequential'],
    ['Ctrl+Enter in a mail', { action: 'key', keys: ['ctrl', 'Return'], app: 'thunderbird' }, 'consequential'],
    ['Enter in a chat', { action: 'key', keys: ['enter'], app: 'slack' }, 'consequential'],
    ['a line break typed in a chat', { action: 'type', text: 'hello\n', app: 'telegram-desktop' }, 'consequential'],
    ["Don't Save", { target: { name: "Don’t Save" } }, 'consequential'],
    ['不保存', { target: { name: '不保存' } }, 'consequential'],

    ['our own window', { window: { own: true } }, 'forbidden'],
    ['our own element', { target: { own: true } }, 'forbidden'],
    ['a key into our own window', { action: 'key', keys: ['tab'], window: { own: true } }, 'forbidden'],
    ['bringing our own window to the front', { action: 'focus_window', window: { own: true } }, 'forbidden'],
    ['scrolling our own window', { action: 'scroll', window: { own: true } }, 'forbidden'],
    ['typing into our own window', { action: 'type', text: 'x', window: { own: true } }, 'forbidden'],
  ])('%s', (_, change, level) => {
    expect(classifyInput(input(change))).toMatchObject({ level });
  });

  it('gives a reason once, though two parts of the act have it', () => {
    expect(classifyInput(input({ action: 'type', text: 'Item\tAmount\n' })).reasons).toEqual([{ code: 'reason.input.plain' }]);
  });

  it('names what a grant covers by program', () => {
    expect(classifyInput(input({ action: 'key', keys: ['ctrl', 's'], app: 'LibreOffice Calc' })).scope).toBe('save:LibreOffice Calc');
    expect(classifyInput(input({ action: 'open_app', launches: 'xterm' })).scope).toBe('launch:xterm');
    expect(classifyInput(input({ target: { name: 'Send' } })).scope).toBeNull();
  });
});
