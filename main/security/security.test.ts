import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isOurs } from './origin';

// The package `electron` is only a path outside Electron; these rules are pure but live beside its calls.
vi.mock('electron', () => ({ protocol: {}, shell: {} }));
const { answerPage, locate } = await import('./protocol');
const { mayOpen } = await import('./external-links');
const { isAllowed } = await import('./requests');

let folder: string;
beforeAll(() => {
  const parent = mkdtempSync(path.join(tmpdir(), 'deskwright-pages-'));
  folder = path.join(parent, 'renderer');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'index.html'), '<p>hello</p>');
  writeFileSync(path.join(parent, 'secret.html'), 'secret');
});
afterAll(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

const get = (url: string, method = 'GET') => answerPage({ url, method }, folder);

test('our page is served with the content policy', async () => {
  const response = await get('app://deskwright/index.html');
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('<p>hello</p>');
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
});

test.each([
  'app://elsewhere/index.html',
  'app://deskwright:80/index.html',
  'file:///etc/passwd',
  'app://deskwright/..%2fsecret.html',
  'app://deskwright/%2e%2e%2fsecret.html',
  'app://deskwright/..%5csecret.html',
  'app://deskwright/index.html%00.js',
  'app://deskwright/%',
  'app://deskwright/missing.html',
  'app://deskwright/',
])('%s is refused', async (address) => {
  const response = await get(address);
  expect(response.ok).toBe(false);
  expect(await response.text()).not.toContain('secret');
});

test('nothing but reading is answered', async () => {
  expect((await get('app://deskwright/index.html', 'POST')).status).toBe(400);
});

test('no path leads out of the folder', () => {
  const piece = fc.constantFrom('..', '.', '%2e%2e', '%2f', '/', '\\', '%5c', 'a', '%00', '%25');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const file = locate(`app://deskwright/${pieces.join('')}`, folder);
      expect(file === null || file.startsWith(folder + path.sep)).toBe(true);
    }),
  );
});

test('only our scheme and host are ours', () => {
  expect(isOurs('app://deskwright/approval.html')).toBe(true);
  for (const other of ['app://deskwright.example/', 'app://x@deskwright/', 'https://deskwright/', 'about:blank', '']) {
    expect(isOurs(other)).toBe(false);
  }
});

test('only https links leave for the browser', () => {
  expect(mayOpen('https://example.org/a?b#c')).toBe(true);
  for (const other of ['http://example.org', 'file:///etc/passwd', 'javascript:alert(1)', 'https://user:pw@example.org', 'smb://x/y', 'HTTPS', '']) {
    expect(mayOpen(other)).toBe(false);
  }
});

test('the pages ask nobody else for anything', () => {
  expect(isAllowed('app://deskwright/assets/a.js')).toBe(true);
  expect(isAllowed('data:image/png;base64,AA==')).toBe(true);
  for (const other of ['https://example.org/pixel.png', 'http://127.0.0.1/', 'file:///etc/passwd', 'ws://127.0.0.1/']) {
    expect(isAllowed(other)).toBe(false);
  }
});
