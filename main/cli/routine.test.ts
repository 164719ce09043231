import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { storeRoutine } from '../model/routines/routine';
import { UsageError } from './read-words';
import { chosenRoutine } from './routine';

it('fills blanks by their names and by what the person called them in the window', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cli-routine-'));
  storeRoutine(folder, { format: 'deskwright-routine', version: 1, name: 'r', created: '', from: 's', blanks: { file: 'a.ods', text_1: 'Ada' }, labels: { text_1: 'Who' }, steps: [{ kind: 'call', why: '', tool: 'Write', arguments: {} }] });
  expect(chosenRoutine(folder, 'r', ['file=b=c.ods', 'Who=Alan'], 'en').values).toEqual({ file: 'b=c.ods', text_1: 'Alan' });
  for (const wrong of ['Nobody=x', '=x', 'file']) expect(() => chosenRoutine(folder, 'r', [wrong], 'en')).toThrow(UsageError);
  expect(() => chosenRoutine(folder, 'other', [], 'en')).toThrow('There is no routine other');
});
