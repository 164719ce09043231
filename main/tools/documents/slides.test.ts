import { strToU8, zipSync } from 'fflate';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { describeBinary } from './refusal';
import { readDocument } from './read-document';

// A loaded machine takes its time.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

const fixture = (name: string): Buffer => readFileSync(join(__dirname, 'fixtures', name));
const zip = (parts: Record<string, string>): Buffer => Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))));

describe('a presentation', () => {
  it.each(['odp', 'pptx'] as const)('made by an office program as .%s is read slide by slide, with notes and tables', (kind) => {
    const { text, outline } = readDocument(fixture(`slides.${kind}`), kind);
    expect(text.split('\n')).toEqual([
      '# Slide 1: Budget 预算', 'Rent stays', 'Café costs more', 'Notes:', 'Say thanks to 李雷', '',
      '# Slide 2: Numbers', 'Item | Amount', 'Rent | 1200',
    ]);
    expect(outline).toEqual([{ line: 1, level: 1, title: 'Slide 1: Budget 预算' }, { line: 7, level: 1, title: 'Slide 2: Numbers' }]);
  });

  it('goes by the order of the show, not of the files, and says which slides are hidden', () => {
    const slide = (title: string, attributes = '') => `<p:sld ${attributes}><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${title}</a:t></a:r></a:p></p:txBody></p:sp><p:sp><p:nvSpPr><p:nvPr><p:ph type="sldNum"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>7</a:t></a:r></a:p></p:txBody></p:sp><p:pic><p:nvPicPr><p:cNvPr id="3" name="x" descr="A chart"/></p:nvPicPr></p:pic></p:spTree></p:cSld></p:sld>`;
    const bytes = zip({
      'ppt/presentation.xml': '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="rId3"/><p:sldId id="257" r:id="rId2"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': '<Relationships><Relationship Id="rId2" Target="slides/slide1.xml" Type="t/slide"/><Relationship Id="rId3" Target="/ppt/slides/slide2.xml" Type="t/slide"/></Relationships>',
      'ppt/slides/slide1.xml': slide('Second', 'show="0"'),
      'ppt/slides/slide2.xml': slide('First'),
    });
    expect(readDocument(bytes, 'pptx').text).toBe('# Slide 1: First\n[picture: A chart]\n\n# Slide 2: Second (hidden)\n[picture: A chart]');
  });
});

describe('a Word document', () => {
  it('has headings whatever the language of its style ids, and says nothing twice', () => {
    const bytes = zip({
      'word/styles.xml': '<w:styles><w:style w:styleId="2"><w:name w:val="heading 2"/></w:style></w:styles>',
      'word/document.xml': '<w:document><w:body><w:p><w:pPr><w:pStyle w:val="2"/></w:pPr><w:r><w:t>成本</w:t></w:r></w:p><w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>Own</w:t></w:r></w:p><w:p><w:r><mc:AlternateContent><mc:Choice><w:t>box</w:t></mc:Choice><mc:Fallback><w:t>box</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p></w:body></w:document>',
    });
    expect(readDocument(bytes, 'docx').text).toBe('## 成本\n# Own\nbox');
  });
});

describe('what can not be read', () => {
  it('says that a password is needed', () => {
    const old = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(100)]);
    expect(() => readDocument(old, 'docx')).toThrow(expect.objectContaining({ code: 'UNSUPPORTED', message: expect.stringContaining('password') }));
    const locked = zip({ 'META-INF/manifest.xml': '<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>', 'content.xml': '\u0001\u0002' });
    expect(() => readDocument(locked, 'odt')).toThrow(expect.objectContaining({ code: 'UNSUPPORTED', message: expect.stringContaining('password') }));
  });

  it.each([
    ['a zip', zip({ a: 'b' }), /archive/, /unzip -l/],
    ['an old Word file', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]), /old Office/, /soffice/],
    ['a gzip', Buffer.from([0x1f, 0x8b, 8, 0]), /archive/, /tar -tf/],
    ['a Windows program', Buffer.from('MZ\x90\0', 'latin1'), /program/, /nothing to read/],
    ['a Linux program', Buffer.from('\x7fELF\0', 'latin1'), /program/, /nothing to read/],
    ['a database', Buffer.from('SQLite format 3\0'), /SQLite/, /sqlite3/],
    ['a film', Buffer.from('\0\0\0\x20ftypisom'), /film/, /ffprobe/],
    ['anything else', Buffer.from([1, 0, 2]), /binary/, /own program/],
  ])('%s is named with what to do instead', (_name, bytes, what, hint) => {
    expect(describeBinary(bytes).what).toMatch(what);
    expect(describeBinary(bytes).hint).toMatch(hint);
  });
});
