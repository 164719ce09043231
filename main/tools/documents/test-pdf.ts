/** A small PDF for tests. Each page is a list of texts with their size and place; `picture` pages hold an image and no text. */
export type TestPage = { size: number; x: number; y: number; text: string }[] | 'picture';

/**
 * The bytes of a PDF with these pages. Text of the built-in font is Latin-1; `chinese` pages of it are written in
 * GBK-EUC-H with a font that the file names and doesn't bring, as old programs do.
 */
export function makePdf(pages: readonly TestPage[], options: { chinese?: boolean } = {}): Buffer {
  const font = options.chinese
    ? '<< /Type /Font /Subtype /Type0 /BaseFont /SimSun /Encoding /GBK-EUC-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /SimSun /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 /FontDescriptor << /Type /FontDescriptor /FontName /SimSun /Flags 6 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /StemV 80 >> >>] >>'
    : '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
  const objects: string[] = ['<< /Type /Catalog /Pages 2 0 R >>', '', font];
  const kids = pages.map((page) => {
    const content = page === 'picture' ? 'q 100 0 0 100 50 50 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x80 EI Q' : page.map(({ size, x, y, text }) => `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm ${hex(text)} Tj ET`).join('\n');
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    objects.push(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${objects.length} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`);
    return `${objects.length} 0 R`;
  });
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`;
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(place).padStart(10, '0');
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((place) => `${place} 00000 n \n`).join('')}`;
  return Buffer.from(`${file}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`, 'latin1');
}

const hex = (text: string): string => `<${Buffer.from(text, 'latin1').toString('hex')}>`;
