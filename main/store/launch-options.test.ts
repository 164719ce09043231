import { expect, test } from 'vitest';
import { launchOptions } from './launch-options';

test('both spellings of a flag are read among others', () => {
  const argv = ['electron', '--disable-gpu', '/app', '--data-dir', 'data', '--workspace=/w'];
  expect(launchOptions(argv, {}, '/here')).toEqual({ dataFolder: '/here/data', workspace: '/w' });
});

test('without flags the environment and the settings decide', () => {
  expect(launchOptions(['electron'], { DESKWRIGHT_HOME: '/data' }, '/here')).toEqual({ dataFolder: '/data', workspace: null });
});
