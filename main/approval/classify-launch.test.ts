import { expect, test } from 'vitest';
import type { InputFact } from '../tools/tool';
import { classifyInput } from './classify-input';

const ours: InputFact = { action: 'click', app: 'Deskwright', window: { title: 'Deskwright', own: true, terminal: false, dialog: false }, target: null };

test('a program can be started while our own window is in front', () => {
  expect(classifyInput({ ...ours, action: 'open_app', launches: 'LibreOffice Calc' })).toMatchObject({ level: 'risky', scope: 'launch:LibreOffice Calc' });
});

test('input to our own window stays forbidden', () => {
  for (const action of ['click', 'key', 'type', 'move', 'focus_window']) expect(classifyInput({ ...ours, action }).level).toBe('forbidden');
});
