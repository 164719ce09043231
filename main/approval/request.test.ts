import { expect, it } from 'vitest';
import type { PreparedCall } from '../tools/call';
import type { InputFact } from '../tools/tool';
import { classifyInput } from './classify-input';
import { approvalRequest } from './request';

const saveDialog: InputFact = {
  action: 'key',
  keys: ['delete', 'enter'],
  app: 'soffice',
  window: { title: 'Save', own: false, terminal: false, dialog: true },
  target: { role: 'text', name: '', own: false, password: false, value: '/home/ada/budget.ods' },
};

function shown(input: InputFact, params: Record<string, unknown> = {}) {
  const judgement = classifyInput(input);
  const level = judgement.level === 'consequential' ? 'consequential' : 'risky';
  const call = { id: 'a', tool: { name: 'Computer' }, params, hash: '' } as unknown as PreparedCall;
  return approvalRequest('1', call, { input }, { ...judgement, level }, 'en');
}

it('asks about saving with the destination that stands in the field, and the keys as they will be pressed', () => {
  const request = shown(saveDialog, { keys: 'delete enter' });
  expect(request.title).toBe('Save a file?');
  expect(request.what).toBe('Press delete enter in “Save”.');
  expect(request.where).toContainEqual({ kind: 'text', label: 'In the field now', text: '/home/ada/budget.ods' });
});

it('names LibreOffice the same in its documents and its dialogs, so that one grant covers both', () => {
  const document = { ...saveDialog, action: 'key', keys: ['ctrl', 's'], app: 'libreoffice', window: { ...saveDialog.window, title: 'a.ods', dialog: false } };
  expect(shown(saveDialog).session_scope).toBe(shown(document).session_scope);
  expect(shown(saveDialog).session_scope).toContain('LibreOffice');
});

it('says when something can’t be taken back, and does not call a program’s name typed text', () => {
  expect(shown({ ...saveDialog, action: 'click', keys: [], target: { role: 'button', name: 'Send', own: false, password: false } }).title).toMatch(/can’t be taken back/);
  const launch = shown({ ...saveDialog, action: 'open_app', keys: [], text: 'calc', launches: 'LibreOffice Calc' });
  expect(launch.title).toBe('Start a program?');
  expect(launch.where).toEqual([]);
});
