import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SecretProtection } from './secrets';
import { createSettings, DEFAULT_BASE_URL, hasModel, type SettingsOptions } from './settings';
import type { Environment } from './environment';

let folder: string;
let working: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskwright-settings-'));
  working = mkdtempSync(path.join(tmpdir(), 'deskwright-working-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(working, { recursive: true, force: true });
});

const open = (environment: Environment = {}, options: SettingsOptions = {}) =>
  createSettings(folder, environment, { workingFolder: working, ...options });
const file = () => path.join(folder, 'settings.json');

/** Turns every byte over: enough to see whether plain text reached the disk. */
const ring: SecretProtection = {
  strong: () => true,
  seal: (text) => Uint8Array.from(Buffer.from(text), (byte) => byte ^ 0xff),
  open: (sealed) => Buffer.from(sealed.map((byte) => byte ^ 0xff)).toString(),
};

test('a person who chose nothing gets defaults, no model and no notice', () => {
  const settings = open();
  expect(settings.view()).toMatchObject({ approval_mode: 'balanced', key_set: false, onboarded: false });
  expect(settings.model()).toBeNull();
  expect(hasModel(settings.view())).toBe(false);
  expect(settings.notices()).toEqual([]);
});

test('what is saved is there after a restart, and what a newer version wrote stays', () => {
  writeFileSync(file(), JSON.stringify({ theme: 'dark', from_the_future: [1] }));
  open().save({ language: 'zh', max_steps: 7 });
  expect(open().current()).toMatchObject({ theme: 'dark', language: 'zh', max_steps: 7 });
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ from_the_future: [1] });
  expect(readdirSync(folder)).toEqual(['settings.json']);
});

test('a damaged file is kept aside, said, and defaults are used', () => {
  writeFileSync(file(), '{"theme": "dark"');
  const settings = open();
  expect(settings.current().theme).toBe('system');
  const [notice] = settings.notices();
  expect(notice?.code).toBe('settings_bad');
  expect(readFileSync(notice!.values['kept']!, 'utf8')).toBe('{"theme": "dark"');
  settings.save({ theme: 'light' });
  expect(open().notices()).toEqual([]);
});

test('a damaged file is kept aside once, however often it is read', () => {
  writeFileSync(file(), '{"theme": "dark"');
  const [first] = open().notices();
  expect(open().notices()).toEqual([first]);
  writeFileSync(file(), '{"theme": "light"');
  expect(open().notices()[0]?.values['kept']).not.toBe(first?.values['kept']);
  expect(readdirSync(folder).filter((name) => name.includes('.bad-'))).toHaveLength(2);
});

test('one bad value loses only itself', () => {
  writeFileSync(file(), JSON.stringify({ theme: 'dark', max_steps: -3, approval_mode: 'never' }));
  const settings = open();
  expect(settings.current()).toMatchObject({ theme: 'dark', max_steps: 50, approval_mode: 'balanced' });
  expect(settings.notices()[0]?.values['what']).toBe('approval_mode, max_steps');
});

test('a save that cannot be written throws and changes nothing', () => {
  const settings = createSettings(path.join(working, 'file', 'below'), {}, { workingFolder: working });
  writeFileSync(path.join(working, 'file'), '');
  expect(() => settings.save({ theme: 'dark' })).toThrow();
  expect(settings.current().theme).toBe('system');
});

test('the key is sealed on disk, read back for the model, and never in the view', () => {
  const settings = open({}, { protection: ring });
  const view = settings.save({ model: 'm', api_key: ' sk-secret ' });
  expect(view).toMatchObject({ key_set: true, key_protected: true });
  expect(hasModel(view)).toBe(true);
  expect(JSON.stringify(view)).not.toContain('sk-secret');
  for (const name of readdirSync(folder)) expect(readFileSync(path.join(folder, name), 'utf8')).not.toContain('sk-secret');
  expect(settings.model()).toEqual({ baseUrl: DEFAULT_BASE_URL, apiKey: 'sk-secret', model: 'm' });
  settings.save({ api_key: '' });
  expect(settings.view().key_set).toBe(false);
});

test('without a key ring the key is said to be unprotected, and is readable by its owner only', () => {
  const settings = open();
  expect(settings.save({ model: 'm', api_key: 'sk-plain' })).toMatchObject({ key_set: true, key_protected: false });
  expect(statSync(path.join(folder, 'secrets.json')).mode & 0o077).toBe(0);
  expect(open().model()?.apiKey).toBe('sk-plain');
});

test('a key sealed by a key ring that is gone is a notice, not a crash', () => {
  open({}, { protection: ring }).save({ model: 'm', base_url: 'http://localhost:1/v1', api_key: 'sk-x' });
  const settings = open();
  expect(settings.model()).toEqual({ baseUrl: 'http://localhost:1/v1', apiKey: '', model: 'm' });
  expect(settings.notices().map((notice) => notice.code)).toEqual(['key_unreadable']);
  expect(existsSync(path.join(folder, 'secrets.json'))).toBe(true);
});

test('the environment beats .env of the working folder, which beats .env of the data folder', () => {
  writeFileSync(path.join(folder, '.env'), 'MODEL_NAME=data\nOPENAI_API_KEY=sk-data\nOPENAI_BASE_URL=http://data.example/v1\n');
  expect(open().model()).toEqual({ baseUrl: 'http://data.example/v1', apiKey: 'sk-data', model: 'data' });
  writeFileSync(path.join(working, '.env'), 'MODEL_NAME="working"\n');
  expect(open().model()?.model).toBe('working');
  expect(open({ MODEL_NAME: 'environment' }).model()?.model).toBe('environment');
});

test('the window prefers what was saved there, the command line the environment', () => {
  open().save({ model: 'saved', base_url: 'http://saved.example/v1' });
  const environment = { MODEL_NAME: 'environment' };
  expect(open(environment).model()?.model).toBe('saved');
  expect(open(environment, { first: 'environment' }).model()).toMatchObject({ model: 'environment', baseUrl: 'http://saved.example/v1' });
});

test("an address from a project's .env never gets the person's own key", () => {
  writeFileSync(path.join(working, '.env'), 'OPENAI_BASE_URL=https://elsewhere.example/v1\n');
  expect(open({ OPENAI_API_KEY: 'sk-mine', MODEL_NAME: 'm' }).model()?.apiKey).toBe('');
  writeFileSync(path.join(working, '.env'), 'OPENAI_BASE_URL=http://127.0.0.1:8080/v1\n');
  expect(open({ OPENAI_API_KEY: 'sk-mine', MODEL_NAME: 'm' }).model()?.apiKey).toBe('sk-mine');
});

test("an address the person gives wins over a project's .env, and gets their key", () => {
  writeFileSync(path.join(working, '.env'), 'OPENAI_BASE_URL=https://elsewhere.example/v1\n');
  const access = open({ OPENAI_API_KEY: 'sk-mine', MODEL_NAME: 'm' }).model({ base_url: 'https://mine.example/v1' });
  expect(access).toEqual({ baseUrl: 'https://mine.example/v1', apiKey: 'sk-mine', model: 'm' });
});

test('a key without a model name is said, and the planner is used', () => {
  const settings = open({ OPENAI_API_KEY: 'sk-x' });
  expect(settings.model()).toBeNull();
  expect(settings.notices().map((notice) => notice.code)).toEqual(['model_name_missing']);
});

test('values on trial are used without being saved', () => {
  const settings = open();
  expect(settings.model({ base_url: 'http://localhost:1/v1', model: 'try', api_key: 'sk-try' })).toEqual({
    baseUrl: 'http://localhost:1/v1',
    apiKey: 'sk-try',
    model: 'try',
  });
  expect(settings.model()).toBeNull();
});

test('a file that can not be read is said and left alone', () => {
  // A folder in its place can't be read by anyone, root included.
  mkdirSync(file());
  expect(open().notices()[0]?.code).toBe('settings_unreadable');
  expect(readdirSync(folder)).toEqual(['settings.json']);
});

test('a further model has its own key, or that of the main model on the same server, never on another', () => {
  const settings = open({}, { protection: ring });
  settings.save({ base_url: 'https://mine.example/v1', model: 'm', api_key: 'sk-main', fast_model: 'small', vision_model: 'eyes', vision_base_url: 'https://other.example/v1' });
  const main = settings.model()!;
  expect(settings.tier('fast', main)).toEqual({ baseUrl: main.baseUrl, apiKey: 'sk-main', model: 'small' });
  expect(settings.tier('vision', main)).toEqual({ baseUrl: 'https://other.example/v1', apiKey: '', model: 'eyes' });
  expect(settings.save({ vision_api_key: 'sk-eyes' })).toMatchObject({ key_set: true, vision_key_set: true, fast_key_set: false });
  expect(settings.tier('vision', main)?.apiKey).toBe('sk-eyes');
  settings.save({ api_key: '' });
  expect(settings.view()).toMatchObject({ key_set: false, vision_key_set: true });
  expect(open({}, { protection: ring }).tier('vision', main)?.apiKey).toBe('sk-eyes');
  settings.save({ vision_model: '' });
  expect(settings.tier('vision', main)).toBeNull();
});
