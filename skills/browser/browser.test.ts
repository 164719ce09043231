import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, SkillContext } from '../serve';
import { createHandler } from './source/handle';
import { servePages } from './test-pages';

let folder: string;
let workspace: string;
let pages: Awaited<ReturnType<typeof servePages>>;
const { handle, close } = createHandler();
let context: SkillContext;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'browser-'));
  workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  context = { workspace, language: 'en', folder: __dirname, data: join(folder, 'data'), environment: {}, progress: () => undefined, notice: () => undefined };
  pages = await servePages(join(folder, 'ran'));
});
afterAll(async () => {
  await close();
  pages.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** On a busy machine a page may take long to be still. */
const call = (args: Record<string, unknown>): Promise<Answer> => handle({ seconds: 60, ...args }, context);

async function done(args: Record<string, unknown>): Promise<{ text: string; result: Record<string, unknown> }> {
  const answer = await call(args);
  if (answer.status !== 'ok') throw new Error(`${answer.message} ${answer.hint ?? ''}`);
  return { text: answer.text ?? '', result: answer.result as Record<string, unknown> };
}

async function refused(args: Record<string, unknown>): Promise<{ code: string; message: string; hint: string }> {
  const answer = await call(args);
  if (answer.status !== 'error') throw new Error(`It was done: ${answer.text ?? ''}`);
  return { code: answer.code ?? '', message: answer.message, hint: answer.hint ?? '' };
}

const open = (path: string): Promise<{ text: string; result: Record<string, unknown> }> => done({ action: 'open_local', url: `${pages.address}${path}` });

describe('a page in Chromium', { timeout: 180_000 }, () => {
  it('is read as a summary, and acted on by words although it never rests', async () => {
    const { text } = await open('/shop');
    expect(text).toMatch(/Page: Test page.*Tea shop.*Green tea costs 3\.50\..*searchbox “Search”.*button “Add” in “Green Add”.*button “Delete all” \[commit\].*Links:.*“Second page” → \/second/s);
    expect(text).not.toMatch(/<\w|function say/);
    expect((await done({ action: 'wait', target: 'Late one button' })).text).toContain('there and still');
    expect((await done({ action: 'click', target: 'the Late one button' })).text).toContain('“late pressed”');
    expect((await done({ action: 'click', target: 'Card of the day' })).text).toContain('“card opened”');
    const several = await refused({ action: 'click', target: 'Add' });
    expect(several).toMatchObject({ code: 'NOT_UNIQUE', message: expect.stringMatching(/fits 2 elements: e\d+ button “Add” in “Green Add”; e\d+ button “Add” in “Black Add”/) });
    expect((await done({ action: 'click', target: 'the second Add button' })).text).toContain('“black added”');
    expect((await refused({ action: 'click', target: 'Buy coffee button' })).code).toBe('NOT_FOUND');
    expect(await refused({ action: 'click', target: 'Moving offer', seconds: 1 })).toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining('keeps moving') });
    await done({ action: 'fill', target: 'search box', text: 'oolong' });
    expect((await done({ action: 'press', key: 'Enter', target: 'search box' })).text).toMatch(/now http.*\/search\?q=oolong.*Results/s);
    expect((await done({ action: 'back' })).text).toContain('Tea shop');
  });

  it('shows nothing that people do not see, and says that there is more', async () => {
    const { text } = await open('/hiding');
    expect(text).not.toContain('INJECTED');
    expect(text).toMatch(/White on black is read\..*VISIBLE-ORDER.*Hidden: \d+ characters/s);
    for (const why of ['not displayed', 'aria-hidden', 'outside the page', 'the colour of its background', 'too small to read', 'transparent', 'invisible', 'no size']) expect(text).toContain(why);
  });

  it('is not made to send, pay or delete by a click: that is an act of its own, bound to what the person saw', async () => {
    await open('/contact');
    await done({ action: 'fill', target: 'Your name', text: 'Ada 李' });
    await done({ action: 'select', target: 'Topic list', text: 'praise' });
    expect((await done({ action: 'select', target: 'Send me a copy' })).text).toContain('checked');
    expect((await refused({ action: 'fill', target: 'Password', text: 'x' })).code).toBe('ACCESS_DENIED');
    const enter = await refused({ action: 'press', key: 'Enter', target: 'Your name' });
    expect(enter).toMatchObject({ code: 'DENIED', message: expect.stringContaining('Enter') });
    const { code, hint } = await refused({ action: 'click', target: 'Send message' });
    expect(code).toBe('DENIED');
    const proposed = JSON.parse(/\{.*\}/.exec(hint)?.[0] ?? '{}') as Record<string, string>;
    expect(proposed).toMatchObject({ action: 'commit', expect: 'Send message', page: `${pages.address}/contact` });
    expect((await refused({ ...proposed, expect: 'Save draft' })).code).toBe('CONFLICT');
    expect((await refused({ ...proposed, page: 'https://elsewhere.example/' })).code).toBe('CONFLICT');
    expect(pages.asked.filter((line) => line.startsWith('POST'))).toEqual([]);
    expect((await done(proposed)).text).toContain('Thank you');
    expect(pages.asked.filter((line) => line.startsWith('POST'))).toEqual(['POST /sent']);
  });

  it('has its questions dismissed unless the person said yes, and its popups as tabs', async () => {
    await open('/shop');
    const commit = { action: 'commit', target: 'Delete all button', expect: 'Delete all', page: `${pages.address}/shop` };
    expect((await done(commit)).text).toMatch(/“kept”.*confirm: “Really delete\?”, which was dismissed/s);
    expect((await done({ ...commit, dialog: 'accept' })).text).toMatch(/“deleted”.*accepted/s);
    const opened = /opened tab (\d+)/.exec((await done({ action: 'click', target: 'Open help' })).text)?.[1];
    expect((await done({ action: 'read', tab: Number(opened) })).text).toContain('Help text');
    expect((await done({ action: 'tabs' })).text).toMatch(/\/shop.*\n.*\/second/);
    await done({ action: 'close', tab: Number(opened) });
    await open('/shop');
    // However late its server answers, a tab is what the click did.
    const late = /opened tab (\d+)/.exec((await done({ action: 'click', target: 'Open long help' })).text)?.[1];
    expect((await done({ action: 'read', tab: Number(late) })).text).toContain('Late');
    await done({ action: 'close', tab: Number(late) });
  });

  it('gives files only when asked, never over another, never to be started', async () => {
    writeFileSync(join(workspace, 'prices.sh'), 'mine');
    await open('/shop');
    expect((await done({ action: 'click', target: 'Price list' })).text).toContain('was not kept');
    const { result } = await done({ action: 'download', target: 'Price list', save_as: '.' });
    expect(result).toMatchObject({ path: join(workspace, 'prices (2).sh'), kind: 'program' });
    expect(readFileSync(join(workspace, 'prices.sh'), 'utf8')).toBe('mine');
    expect(statSync(join(workspace, 'prices (2).sh')).mode & 0o111).toBe(0);
    expect((await refused({ action: 'download', target: 'Price list', save_as: '../out' })).code).toBe('ACCESS_DENIED');
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  it('in Chinese is used in Chinese', async () => {
    await open('/chinese');
    expect((await done({ action: 'fill', target: '搜索框', text: '绿茶' })).text).toContain('“找 绿茶”');
    expect((await done({ action: 'click', target: '下一页按钮' })).text).toContain('“第二页”');
    expect((await refused({ action: 'click', target: '支付按钮' })).code).toBe('DENIED');
  });

  it('may be a file of the workspace, which reaches no other file; a picture of it is a file', async () => {
    writeFileSync(join(workspace, '.env'), 'KEY=secret');
    writeFileSync(join(folder, 'outside.txt'), 'secret');
    writeFileSync(join(workspace, 'report 1.html'), `<h1>Report</h1><p id="p"></p><script>
      const say = (text) => { document.getElementById('p').textContent += text + ' '; };
      Promise.all(['.env', '../outside.txt', 'file:///etc/passwd', 'http://127.0.0.1:${new URL(pages.address).port}/second', 'http://169.254.169.254/'].map((url) => fetch(url).then((r) => r.ok ? say('GOT ' + url) : say('no')).catch(() => say('no')))).then(() => say('done'));
    </script>`);
    const opened = await done({ action: 'open_local', file: 'report 1.html' });
    expect(opened.text).toContain('Report');
    expect((await done({ action: 'wait', text: 'done' })).text).toMatch(/no no no no no done/);
    // Told by the first look after it happened; what the browser asks for by itself is told by none.
    const told = opened.text + (await done({ action: 'read' })).text;
    expect(told).toContain('169.254.169.254:80 was not reached');
    expect(told).not.toContain('google');
    const shot = await call({ action: 'screenshot' });
    const picture = shot.status === 'ok' ? (shot.images?.[0]?.path ?? '') : '';
    expect(readFileSync(picture).subarray(1, 4).toString()).toBe('PNG');
    expect((await refused({ action: 'open_local', file: '../outside.txt' })).code).toBe('NOT_FOUND');
    expect((await refused({ action: 'open_local', file: '.env' })).code).toBe('NOT_FOUND');
  });
});

describe('an address', () => {
  it.each(['http://127.0.0.1:1/', 'localhost:3000', 'http://[::1]/', 'http://0x7f000001/', 'http://2130706433/', 'http://192.168.1.1', 'http://169.254.169.254/latest', 'http://a.localhost/', 'http://[::ffff:10.0.0.1]/', 'http://workspace.invalid/x'])('of this machine or its network is not opened by open: %s', async (url) => {
    expect((await refused({ action: 'open', url })).code).toBe('ACCESS_DENIED');
  });

  it.each(['file:///etc/passwd', 'chrome://settings', 'javascript:alert(1)', 'data:text/html,x', 'https://user:pass@example.org/', 'view-source:http://x/'])('of another kind is not opened at all: %s', async (url) => {
    expect((await refused({ action: 'open', url })).code).toBe('INVALID_PARAM');
    expect((await refused({ action: 'open_local', url })).code).toBe('INVALID_PARAM');
  });

  it('of the world is not opened by open_local, nor the place where clouds keep keys', async () => {
    expect((await refused({ action: 'open_local', url: 'https://example.org' })).code).toBe('INVALID_PARAM');
    expect((await refused({ action: 'open_local', url: 'http://169.254.169.254' })).code).toBe('INVALID_PARAM');
  });
});
