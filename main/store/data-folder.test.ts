import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dataFolder } from './data-folder';

test('DESKWRIGHT_HOME wins and becomes absolute', () => {
  expect(dataFolder({ DESKWRIGHT_HOME: 'here' }, '/work', '/home/ada', 'linux')).toBe('/work/here');
});

test("each system's usual place is used otherwise", () => {
  expect(dataFolder({}, '/', '/home/ada', 'linux')).toBe('/home/ada/.config/deskwright');
  expect(dataFolder({ XDG_CONFIG_HOME: '/x' }, '/', '/home/ada', 'linux')).toBe('/x/deskwright');
  expect(dataFolder({}, '/', '/Users/ada', 'darwin')).toBe('/Users/ada/Library/Application Support/Deskwright');
});

test('.env of the working folder may name it, the environment wins', () => {
  const working = mkdtempSync(path.join(tmpdir(), 'deskwright-working-'));
  try {
    writeFileSync(path.join(working, '.env'), 'DESKWRIGHT_HOME=/from/file\n');
    expect(dataFolder({}, working)).toBe('/from/file');
    expect(dataFolder({ DESKWRIGHT_HOME: '/from/environment' }, working)).toBe('/from/environment');
  } finally {
    rmSync(working, { recursive: true });
  }
});
