import { build } from 'esbuild';
import iconv from 'iconv-lite';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readPdf } from './read-pdf';
import { makePdf } from './test-pdf';
import { textOfDocument } from './text-of-document';

// A loaded machine takes its time.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

const fixture = (name: string): Buffer => readFileSync(join(__dirname, 'fixtures', name));
const line = (text: string, y: number, size = 12, x = 50) => ({ text, x, y, size });

describe('a PDF', () => {
  it('made by an office program is read page by page, with its bookmarks', async () => {
    const { text, outline } = await readPdf(fixture('report.pdf'));
    const lines = text.split('\n');
    expect(lines[0]).toBe('[Page 1]');
    expect(text).toContain('Annual report 年度报告');
    expect(text).toContain('First paragraph with Café and “quotes”.');
    expect(text).toMatch(/\n\[Page 2\]\nOutlook\nSecond page\.$/);
    expect(outline.filter(({ level }) => level === 1).map(({ title }) => title)).toEqual(['Page 1', 'Page 2']);
    const costs = outline.find(({ title }) => title === 'Costs');
    expect(lines[(costs?.line ?? 0) - 1]).toBe('Costs');
  });

  it('without bookmarks is outlined by its larger letters', async () => {
    const body = Array.from({ length: 5 }, (_, row) => line(`An ordinary line with number ${row}`, 600 - row * 20));
    const { text, outline } = await readPdf(makePdf([[line('The title', 700, 24), ...body], [line('A part', 700, 16), ...body]]));
    expect(outline).toEqual([
      { line: 1, level: 1, title: 'Page 1' },
      { line: 2, level: 2, title: 'The title' },
      { line: 9, level: 1, title: 'Page 2' },
      { line: 10, level: 3, title: 'A part' },
    ]);
    expect(text.split('\n').slice(8, 11)).toEqual(['[Page 2]', 'A part', 'An ordinary line with number 0']);
  });

  it('keeps the columns of a row apart, and words of a line together', async () => {
    const { text } = await readPdf(makePdf([[line('Rent', 700), line('1200', 700, 12, 300), line('Caf\xe9', 680), line('open', 680, 12, 80)]]));
    expect(text).toBe('[Page 1]\nRent\t1200\nCafé open');
  });

  it('in Chinese whose font is only named is read with the tables of its encoding', async () => {
    const text = iconv.encode('年度报告：合计', 'gbk').toString('latin1');
    expect((await readPdf(makePdf([[line(text, 700)]], { chinese: true }))).text).toBe('[Page 1]\n年度报告：合计');
  });

  it('of pictures only, with a password, or damaged says so', async () => {
    await expect(readPdf(makePdf(['picture', 'picture']))).rejects.toMatchObject({ code: 'UNSUPPORTED', message: expect.stringContaining('2 pages and no text') });
    expect((await readPdf(makePdf(['picture', [line('text', 700)]]))).text).toBe('[Page 1: no text]\n\n[Page 2]\ntext');
    await expect(readPdf(fixture('locked.pdf'))).rejects.toMatchObject({ code: 'UNSUPPORTED', message: expect.stringContaining('password') });
    await expect(readPdf(Buffer.from('%PDF-1.4\nnothing of a PDF\n'))).rejects.toMatchObject({ code: 'ENCODING' });
    await expect(readPdf(fixture('report.pdf').subarray(0, 3000))).rejects.toMatchObject({ code: expect.stringMatching(/ENCODING|UNSUPPORTED/) });
  });
});

describe('the thread that reads documents', () => {
  let folder: string;
  let program: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'worker-'));
    program = join(folder, 'document-worker.js');
    const importMeta = { define: { 'import.meta.url': 'importMetaUrl' }, banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" } };
    await build({ entryPoints: [join(__dirname, 'document-worker.ts')], outfile: program, bundle: true, platform: 'node', format: 'cjs', target: 'node18', logLevel: 'error', ...importMeta });
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const read = (bytes: Buffer, kind: 'pdf' | 'docx', signal = new AbortController().signal) => textOfDocument(bytes, kind, signal, program);

  it('gives what is read, and the faults, as they are', async () => {
    expect(await read(fixture('report.pdf'), 'pdf')).toEqual(await readPdf(fixture('report.pdf')));
    expect((await read(fixture('report.docx'), 'docx')).outline.map(({ title }) => title)).toEqual(['Annual report 年度报告', 'Costs', 'Outlook']);
    await expect(read(fixture('locked.pdf'), 'pdf')).rejects.toMatchObject({ name: 'ToolFault', code: 'UNSUPPORTED' });
    await expect(read(Buffer.from('no zip'), 'docx')).rejects.toMatchObject({ name: 'ToolFault', code: 'ENCODING' });
  }, 60_000);

  it('ends with the call', async () => {
    const controller = new AbortController();
    const reading = read(fixture('report.pdf'), 'pdf', controller.signal);
    controller.abort();
    await expect(reading).rejects.toBe(controller.signal.reason);
  });
});
