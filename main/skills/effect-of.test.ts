import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readDeclaration } from './declaration';
import { effectOf } from './effect-of';

const declared = (said: object) => readDeclaration(JSON.stringify({ type: 'object', 'x-deskwright': said })).declaration;

it('the highest of the arguments that name a level counts, and the action names each of them', () => {
  const declaration = declared({ effect: 'reversible', effects: { action: { read: 'observe', send: 'consequential' }, overwrite: { true: 'risky' } } });
  const effect = (args: object) => effectOf('bundled', declaration, { ...args });
  expect(effect({ action: 'read' })).toEqual({ effect: 'observe', action: 'read' });
  expect(effect({ action: 'read', overwrite: false })).toEqual({ effect: 'observe', action: 'read' });
  expect(effect({ action: 'read', overwrite: true })).toEqual({ effect: 'risky', action: 'read, overwrite: true' });
  expect(effect({ action: 'send', overwrite: true })).toEqual({ effect: 'consequential', action: 'send, overwrite: true' });
  expect(effect({ action: 'other' })).toEqual({ effect: 'reversible', action: 'other' });
  expect(effect({ action: 'constructor' })).toEqual({ effect: 'reversible', action: 'constructor' });
  expect(effect({})).toEqual({ effect: 'reversible', action: null });
});

it('what comes from outside is never less than risky', () => {
  const declaration = declared({ effect: 'observe', effects: { action: { read: 'observe', send: 'consequential' } } });
  expect([{ action: 'read' }, { action: 'send' }, {}].map((args) => effectOf('person', declaration, args).effect)).toEqual(['risky', 'consequential', 'risky']);
});

it('a document is only looked at when it is read, whatever else a call may do', () => {
  const { declaration } = readDeclaration(readFileSync('skills/office-documents/schema.json', 'utf8'));
  const effect = (args: object) => effectOf('bundled', declaration, { ...args }).effect;
  expect([effect({ action: 'read', file: 'a.docx' }), effect({ action: 'create', target: 'a.docx' }), effect({ action: 'create', target: 'a.docx', overwrite: true })]).toEqual(['observe', 'reversible', 'risky']);
});
