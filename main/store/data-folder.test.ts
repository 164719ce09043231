import path from 'node:path';
import { expect, test } from 'vitest';
import { dataFolder } from './data-folder';

test('DESKWRIGHT_HOME wins and becomes absolute', () => {
  expect(dataFolder({ DESKWRIGHT_HOME: 'here' }, '/home/ada', 'linux')).toBe(path.resolve('here'));
});

test("each system's usual place is used otherwise", () => {
  expect(dataFolder({}, '/home/ada', 'linux')).toBe('/home/ada/.config/deskwright');
  expect(dataFolder({ XDG_CONFIG_HOME: '/x' }, '/home/ada', 'linux')).toBe('/x/deskwright');
  expect(dataFolder({}, '/Users/ada', 'darwin')).toBe('/Users/ada/Library/Application Support/Deskwright');
});
