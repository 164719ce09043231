import { connect, createServer as createTcp, type AddressInfo } from 'node:net';
import { createServer, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { readAddress, reachOfAddress } from './addresses';
import { isPage } from './actions';
import { consequenceOf, sendingOf } from './consequence';
import { findDescribed, readDescription } from './describe';
import { safeName } from './downloads';
import type { ElementFact, FormFact } from './page/look';
import { startProxy } from './proxy';
import { summarise } from './summary';
import { addressOfFile } from './workspace-files';

const element = (role: string, name: string, more: Partial<ElementFact> = {}): ElementFact => ({ index: 0, role, name, near: '', placeholder: '', value: '', type: '', href: '', options: [], states: [], form: -1, submits: false, marks: '', inMain: true, inView: true, ...more });
const form = (more: Partial<FormFact> = {}): FormFact => ({ name: '', method: 'post', fields: 3, isSearch: false, hasPassword: false, submitName: '', ...more });

describe('an IP address', () => {
  it.each([
    ['93.184.216.34', 'public'], ['2606:2800:220:1:248:1893:25c8:1946', 'public'], ['::ffff:8.8.8.8', 'public'],
    ['127.0.0.1', 'private'], ['127.9.9.9', 'private'], ['10.1.2.3', 'private'], ['172.16.0.1', 'private'], ['172.32.0.1', 'public'], ['192.168.0.1', 'private'], ['::1', 'private'], ['fd00::1', 'private'],
    ['::ffff:127.0.0.1', 'private'], ['::ffff:7f00:1', 'private'], ['64:ff9b::7f00:1', 'private'], ['2002:7f00:1::', 'private'], ['::127.0.0.1', 'forbidden'],
    ['169.254.169.254', 'forbidden'], ['::ffff:169.254.169.254', 'forbidden'], ['64:ff9b::a9fe:a9fe', 'forbidden'], ['0.0.0.0', 'forbidden'], ['100.64.0.1', 'forbidden'], ['224.0.0.1', 'forbidden'], ['255.255.255.255', 'forbidden'],
    ['::', 'forbidden'], ['fe80::1', 'forbidden'], ['ff02::1', 'forbidden'], ['not one', 'forbidden'],
  ])('%s is %s', (address, reach) => expect(reachOfAddress(address)).toBe(reach));

  it('in IPv6’s clothes is judged as what it is', () => {
    fc.assert(fc.property(fc.ipV4(), (address) => {
      expect(reachOfAddress(`::ffff:${address}`)).toBe(reachOfAddress(address));
    }));
  });
});

describe('what the person asks to open', () => {
  it('is completed, and refused when it is no page', () => {
    expect(String(readAddress('example.org/a b'))).toBe('https://example.org/a%20b');
    expect(String(readAddress('localhost:3000'))).toBe('http://localhost:3000/');
    for (const text of ['file:///etc/passwd', 'javascript:alert(1)', 'about:blank', 'ftp://x/', 'https://u:p@x/', '']) expect(typeof readAddress(text)).toBe('string');
  });

  it('is a file of the workspace only when it is one and no secret', () => {
    const root = mkdtempSync(join(tmpdir(), 'files-'));
    writeFileSync(join(root, 'a ü.html'), '');
    writeFileSync(join(root, 'server.key'), '');
    symlinkSync('/etc/passwd', join(root, 'link.html'));
    expect(String(addressOfFile('a ü.html', root))).toBe('http://workspace.invalid/a%20%C3%BC.html');
    for (const path of ['server.key', 'link.html', '../x', '.', 'missing.html', '/etc/passwd']) expect(typeof addressOfFile(path, root)).toBe('string');
    rmSync(root, { recursive: true });
  });
});

describe('the way out', () => {
  async function open(resolve: (name: string) => Promise<string[]>, allowed: string[] = []): Promise<{ get(url: string): Promise<number>; tunnel(host: string): Promise<string>; refused: string[]; close(): void }> {
    const refused: string[] = [];
    const proxy = await startProxy({ allowed: new Set(allowed), workspace: null, refused: (host) => refused.push(host), resolve });
    const port = Number(new URL(proxy.address).port);
    return {
      refused,
      close: proxy.close,
      get: async (url) => {
        const asking = request({ host: '127.0.0.1', port, path: url, headers: { host: new URL(url).host } }).end();
        const [response] = (await once(asking, 'response')) as [IncomingMessage];
        return response.resume().statusCode ?? 0;
      },
      tunnel: async (host) => {
        const socket = connect(port, '127.0.0.1');
        socket.write(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
        const [chunk] = (await once(socket, 'data')) as [Buffer];
        socket.destroy();
        return chunk.toString('latin1').slice(9, 12);
      },
    };
  }

  it('leads to no address of this machine, whatever its name, and to an allowed one only by its port', async () => {
    const heard: string[] = [];
    const server = createServer((incoming, answer) => {
      heard.push(String(incoming.url));
      answer.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const port = (server.address() as AddressInfo).port;
    const names: Record<string, string[]> = { 'evil.example': ['127.0.0.1'], 'both.example': ['93.184.216.34', '127.0.0.1'], 'cloud.example': ['169.254.169.254'], 'mine.test': ['127.0.0.1'] };
    const way = await open((name) => Promise.resolve(names[name] ?? []), [`mine.test:${port}`]);
    expect(await Promise.all([`http://127.0.0.1:${port}/`, `http://evil.example:${port}/`, `http://both.example:${port}/`, 'http://cloud.example/', 'http://unknown.example/', 'http://mine.test:1/', 'http://workspace.invalid/x'].map((url) => way.get(url)))).toEqual([403, 403, 403, 403, 403, 403, 403]);
    expect(await Promise.all([way.tunnel(`127.0.0.1:${port}`), way.tunnel('evil.example:443'), way.tunnel('[::1]:443')])).toEqual(['403', '403', '403']);
    expect(heard).toEqual([]);
    expect(way.refused).toContain(`evil.example:${port}`);
    expect(await way.get(`http://mine.test:${port}/yes`)).toBe(200);
    expect(heard).toEqual(['/yes']);
    way.close();
    server.close();
  });

  it('joins the two ends of a tunnel', async () => {
    const server = createTcp((socket) => socket.end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const port = (server.address() as AddressInfo).port;
    const way = await open(() => Promise.resolve(['127.0.0.1']), [`mine.test:${port}`]);
    expect(await way.tunnel(`mine.test:${port}`)).toBe('200');
    way.close();
    server.close();
  });
});

describe('pressing', () => {
  it.each(['Send', 'Submit', 'Pay now', 'Delete', 'Buy it', 'Place order', 'I agree', 'Sign in', 'Confirm', '发送', '立即支付', '删除', '提交订单', '确定', '同意并继续', 'ＳＥＮＤ'])('“%s” is consequential', (name) => {
    expect(consequenceOf(element('button', name), null)).not.toBeNull();
  });
  it.each(['Search', 'Next', 'Menu', 'Show more', 'Open', 'Sender', '下一页', '搜索', '展开'])('“%s” is not', (name) => {
    expect(consequenceOf(element('button', name), null)).toBeNull();
  });
  it('a link is only when it does something by itself', () => {
    const link = (name: string, href = 'https://example.org/x'): string | null => consequenceOf(element('link', name, { href }), null);
    expect([link('Sign in'), link('Register'), link('How we delete old data and send reports: a long article about everything')]).toEqual([null, null, null]);
    expect([link('Delete'), link('Unsubscribe'), link('Sign in', 'https://example.org/#'), link('删除')].every((why) => why !== null)).toBe(true);
  });
  it('is of the page that the person saw, and no other', () => {
    expect([isPage('https://a.example/x', 'https://a.example/x?q=1#y'), isPage('https://a.example', 'https://a.example/x')]).toEqual([true, true]);
    expect(['h', 'https://a', 'https://a.example/', 'https://a.example.evil/x', 'http://a.example.org/x'].map((shown) => isPage(shown, 'https://a.example.org/x'))).toEqual([false, false, false, false, false]);
  });
  it('an icon is by its mark, a form’s button by its form', () => {
    expect(consequenceOf(element('button', '', { marks: 'btn icon-trash' }), null)).toContain('trash');
    expect(consequenceOf(element('button', 'Go', { submits: true }), form())).toBe('it sends a form');
    expect(consequenceOf(element('button', 'Go', { submits: true }), form({ hasPassword: true, isSearch: true }))).toContain('password');
    expect(sendingOf(form({ isSearch: true }))).toBeNull();
    expect(sendingOf(form({ method: 'get', fields: 1 }))).toBeNull();
    expect(consequenceOf(element('textbox', 'Send to'), form())).toBeNull();
  });
});

describe('words for an element', () => {
  const facts = [
    element('link', 'Sign in', { index: 0, href: 'https://a/1' }), element('button', 'Sign in', { index: 1 }), element('textbox', 'Email address', { index: 2, type: 'email' }),
    element('searchbox', '', { index: 3, placeholder: 'Find a tea' }), element('button', 'Add', { index: 4, near: 'Green' }), element('button', 'Add', { index: 5, near: 'Black' }),
    element('textbox', '', { index: 6, placeholder: '请输入用户名' }), element('button', '下一页', { index: 7 }), element('checkbox', 'Keep me signed in', { index: 8 }), element('password', 'Password', { index: 9 }),
  ];
  it.each([
    ['the Sign in button', 1], ['Sign in link', 0], ['email', 2], ['Email field', 2], ['search box', 3], ['搜索框', 3], ['the second Add button', 5], ['last Add', 5], ['用户名输入框', 6],
    ['下一页', 7], ['“下一页” 按钮', 7], ['点击 下一页', 7], ['keep me signed in checkbox', 8], ['password field', 9], ['密码框', 9], ['SIGN-IN button', 1],
  ])('“%s” find it', (text, index) => {
    const found = findDescribed(text, facts);
    expect(found.kind === 'one' ? found.fact.index : found).toBe(index);
  });
  it('that fit several or none are not guessed', () => {
    expect(findDescribed('Add', facts)).toMatchObject({ kind: 'several', facts: [{ index: 4 }, { index: 5 }] });
    for (const text of ['Delete', 'the Checkout button', '提交']) expect(findDescribed(text, facts).kind).toBe('none');
  });
  it('of any kind are read without harm', () => {
    fc.assert(fc.property(fc.string(), (text) => {
      expect(readDescription(text).words.length).toBeLessThanOrEqual(text.normalize('NFKC').toLowerCase().length);
      findDescribed(text, facts);
    }));
  });
});

describe('what a page makes', () => {
  it('of a file’s name is a name and nothing else', () => {
    expect([safeName('../../.bashrc'), safeName('a\\..\\b.txt'), safeName('\u202egnp.exe'), safeName('..'), safeName('报告.pdf')]).toEqual(['bashrc', 'b.txt', 'gnp.exe', 'download', '报告.pdf']);
    fc.assert(fc.property(fc.string(), (name) => {
      expect(safeName(name)).toMatch(/^[^./\\][^/\\]*$/u);
    }));
  });
  it('of its text is never more than is bearable, and can be read on', () => {
    const text = Array.from({ length: 3000 }, (_, line) => `Line ${line} with words`);
    const view = { url: 'https://a/', title: 't', headings: [], text, targets: [], forms: [], hidden: {}, isCut: true };
    const { parts } = summarise(view);
    const whole = Array.from({ length: parts }, (_, at) => summarise(view, at + 1).text);
    expect(Math.max(...whole.map((part) => part.length))).toBeLessThan(6000);
    expect(text.filter((line) => !whole.some((part) => part.includes(line)))).toEqual([]);
  });
});
