import { randomBytes } from 'node:crypto';
import { copyFileSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makePdf } from './documents/test-pdf';
import { identityOf, ReadCache } from './read-cache';
import { startSession, type TestSession } from './test-session';

// A loaded machine takes its time.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

let session: TestSession;
beforeEach(() => {
  session = startSession();
});
afterEach(() => session.end());

const at = (name: string): string => join(session.root, name);
const fixture = (name: string): void => copyFileSync(join(__dirname, 'documents', 'fixtures', name), at(name));

describe('documents', () => {
  it('are read page by page and by their outline', async () => {
    fixture('report.pdf');
    const first = await session.call('Read', { path: 'report.pdf', limit: 2 });
    expect(first).toMatchObject({ status: 'partial', data: { format: 'pdf', next_line: 3, content: '1\t[Page 1]\n2\tAnnual report 年度报告' } });
    const outline = await session.call('Read', { path: 'report.pdf', outline: true });
    expect(String(outline.data['outline']).split('\n')).toEqual(['1\tPage 1', '4\t  Costs', '8\tPage 2']);
    for (const name of ['slides.pptx', 'slides.odp', 'report.docx']) {
      fixture(name);
      expect((await session.call('Read', { path: name })).status).toBe('success');
    }
  });

  it('are known by what they are where the name is wrong or missing', async () => {
    writeFileSync(at('invoice'), makePdf([[{ text: 'Sum: 12', x: 50, y: 700, size: 12 }]]));
    expect((await session.call('Read', { path: 'invoice' })).data).toMatchObject({ format: 'pdf', content: '1\t[Page 1]\n2\tSum: 12' });
    writeFileSync(at('wrong.docx'), 'plain text');
    expect((await session.call('Read', { path: 'wrong.docx' })).error?.code).toBe('ENCODING');
    writeFileSync(at('empty.docx'), '');
    expect((await session.call('Read', { path: 'empty.docx' })).text).toBe('empty.docx is empty.');
  });

  it('that can not be read say why and what to do', async () => {
    fixture('locked.pdf');
    expect((await session.call('Read', { path: 'locked.pdf' })).error).toMatchObject({ code: 'UNSUPPORTED', message: expect.stringContaining('password') });
    writeFileSync(at('old.doc'), Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0]));
    expect((await session.call('Read', { path: 'old.doc' })).error).toMatchObject({ code: 'BINARY_FILE', hint: expect.stringContaining('soffice') });
  });
});

describe('pictures', () => {
  it('with much detail are sent as JPEG, so that no request grows too large', async () => {
    const noise = randomBytes(640 * 640 * 3);
    await sharp(noise, { raw: { width: 640, height: 640, channels: 3 } }).png().toFile(at('noise.png'));
    const { images } = await session.callWithPictures('Read', { path: 'noise.png' });
    expect(images[0]?.mime).toBe('image/jpeg');
    expect(await sharp(images[0]?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 640 });
  });

  it('of more pixels than memory should hold are refused', async () => {
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).png().toBuffer();
    picture.writeUInt32BE(60_000, 16);
    picture.writeUInt32BE(60_000, 20);
    writeFileSync(at('bomb.png'), picture);
    expect((await session.call('Read', { path: 'bomb.png' })).error?.code).toMatch(/TOO_LARGE|BINARY_FILE/);
  });

  it('of a kind that can not be shown are refused with the way to one that can', async () => {
    await sharp({ create: { width: 8, height: 6, channels: 3, background: 'red' } }).gif().toFile(at('p.gif'));
    expect((await session.call('Read', { path: 'p.gif' })).error).toMatchObject({ code: 'BINARY_FILE', hint: expect.stringContaining('PNG') });
    await sharp({ create: { width: 8, height: 6, channels: 3, background: 'red' } }).webp().toFile(at('p.webp'));
    expect((await session.call('Read', { path: 'p.webp' })).data).toMatchObject({ width: 8, height: 6 });
  });
});

describe('repeated reads', () => {
  it('are answered from the cache, whole, until the file changes', async () => {
    writeFileSync(at('a.txt'), 'one\ntwo\n');
    const first = await session.call('Read', { path: 'a.txt' });
    const again = await session.call('Read', { path: 'a.txt' });
    expect(first.stats).not.toHaveProperty('cached');
    expect(again).toMatchObject({ data: first.data, stats: { cached: true } });
    expect((await session.call('Read', { path: 'a.txt', limit: 1 })).stats).not.toHaveProperty('cached');
    // The same length and the same time: only the content tells.
    const { mtime } = await import('node:fs').then((fs) => fs.statSync(at('a.txt')));
    writeFileSync(at('a.txt'), 'one\nTWO\n');
    utimesSync(at('a.txt'), mtime, mtime);
    expect((await session.call('Read', { path: 'a.txt' })).data['content']).toBe('1\tone\n2\tTWO');
  });

  it('of a page of a document do not show another page', async () => {
    fixture('slides.pptx');
    const pages = [await session.call('Read', { path: 'slides.pptx', limit: 1 }), await session.call('Read', { path: 'slides.pptx', limit: 1, start_line: 2 })];
    expect(pages.map(({ data }) => data['content'])).toEqual(['1\t# Slide 1: Budget 预算', '2\tRent stays']);
  });

  it('still allow an edit, and an edit is seen by the next read', async () => {
    writeFileSync(at('a.txt'), 'one\n');
    await session.call('Read', { path: 'a.txt' });
    await session.call('Read', { path: 'a.txt' });
    expect((await session.call('Edit', { path: 'a.txt', old_string: 'one', new_string: 'two' })).status).toBe('success');
    expect((await session.call('Read', { path: 'a.txt' })).data['content']).toBe('1\ttwo');
  });

  it('need no look into a file that has been left alone, and trust no fresh one', () => {
    const cache = new ReadCache();
    const old = join(__dirname, '..', '..', 'package.json');
    const outcome = { status: 'success' as const, data: { content: 'x' }, text: '' };
    writeFileSync(at('fresh.txt'), 'x');
    expect(identityOf(at('fresh.txt'))).toBeNull();
    const later = Date.now() + 60_000;
    expect(identityOf(old, later)).not.toBeNull();
    cache.keep('k', identityOf(at('fresh.txt'), later), readFileSync(at('fresh.txt')), outcome);
    expect(cache.byIdentity('k', at('fresh.txt'))).toBeNull();
    expect(cache.byContent('k', Buffer.from('x'))).toMatchObject({ stats: { cached: true } });
    expect(cache.byContent('k', Buffer.from('y'))).toBeNull();
  });

  it('are not kept without end', () => {
    const cache = new ReadCache();
    const large = { status: 'success' as const, data: { content: 'x'.repeat(7_000_000) }, text: '' };
    for (let index = 0; index < 8; index++) cache.keep(String(index), null, Buffer.from(String(index)), large);
    expect([0, 7].map((index) => cache.byContent(String(index), Buffer.from(String(index))) !== null)).toEqual([false, true]);
  });
});
