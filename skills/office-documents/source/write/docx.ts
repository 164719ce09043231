import { packageOf, type Package } from '../package';
import { encodeXml } from '../xml';
import type { Block, Run } from './markdown';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A Word document of these blocks; A4, with styles that the person can change. */
export function writeDocx(blocks: readonly Block[]): Package {
  const links: string[] = [];
  const lists: boolean[] = [];
  const body = blocks.map((block) => blockXml(block, links, lists)).join('');
  const relationships = links.map((link, index) => `<Relationship Id="rIdL${index}" Type="${OFFICE}/hyperlink" Target="${encodeXml(link)}" TargetMode="External"/>`).join('');
  return packageOf({
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${['document.main', 'styles', 'numbering'].map((part) => `<Override PartName="/word/${part.replace('.main', '')}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${part}+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${OFFICE}/numbering" Target="numbering.xml"/>${relationships}</Relationships>`,
    'word/document.xml': `${HEAD}<w:document ${W}><w:body>${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="709" w:footer="709" w:gutter="0"/></w:sectPr></w:body></w:document>`,
    'word/styles.xml': HEAD + STYLES,
    'word/numbering.xml': HEAD + numberingXml(lists),
  });
}

function blockXml(block: Block, links: string[], lists: boolean[]): string {
  switch (block.kind) {
    case 'heading':
      return paragraph(block.runs, links, `<w:pStyle w:val="Heading${block.level}"/>`);
    case 'paragraph':
      return paragraph(block.runs, links);
    case 'quote':
      return paragraph(block.runs, links, '<w:pStyle w:val="Quote"/>');
    case 'item': {
      // Each list counts anew: one numbering for each.
      if (block.first || lists.length === 0) lists.push(block.ordered);
      return paragraph(block.runs, links, `<w:pStyle w:val="ListParagraph"/><w:numPr><w:ilvl w:val="${block.depth}"/><w:numId w:val="${lists.length}"/></w:numPr>`);
    }
    case 'code':
      return paragraph([{ text: block.lines.join('\n') }], links, '<w:pStyle w:val="Code"/>');
    case 'break':
      return '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
    case 'table':
      return tableXml(block.rows, links);
  }
}

function paragraph(runs: readonly Run[], links: string[], properties = ''): string {
  return `<w:p>${properties ? `<w:pPr>${properties}</w:pPr>` : ''}${runs.map((run) => runXml(run, links)).join('')}</w:p>`;
}

function runXml({ text, bold, italic, code, link }: Run, links: string[]): string {
  const style = link === undefined ? (code ? '<w:rStyle w:val="CodeCharacter"/>' : '') : '<w:rStyle w:val="Hyperlink"/>';
  const properties = `${style}${bold ? '<w:b/>' : ''}${italic ? '<w:i/>' : ''}`;
  const pieces = text.split('\n').map((line) => line.split('\t').map((piece) => (piece === '' ? '' : `<w:t xml:space="preserve">${encodeXml(piece)}</w:t>`)).join('<w:tab/>'));
  const run = `<w:r>${properties ? `<w:rPr>${properties}</w:rPr>` : ''}${pieces.join('<w:br/>')}</w:r>`;
  return link === undefined ? run : `<w:hyperlink r:id="rIdL${links.push(link) - 1}">${run}</w:hyperlink>`;
}

function tableXml(rows: Run[][][], links: string[]): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const width = Math.floor(9638 / columns);
  const grid = `<w:tblGrid>${`<w:gridCol w:w="${width}"/>`.repeat(columns)}</w:tblGrid>`;
  const line = (cells: Run[][], header: boolean): string => {
    const all = Array.from({ length: columns }, (_, column) => cells[column] ?? []);
    const inner = all.map((runs) => `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${header ? '<w:shd w:val="clear" w:color="auto" w:fill="E7E6E6"/>' : ''}</w:tcPr>${paragraph(header ? runs.map((run) => ({ ...run, bold: true as const })) : runs, links)}</w:tc>`);
    return `<w:tr>${header ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${inner.join('')}</w:tr>`;
  };
  // A table that ends a document, or touches another one, needs a paragraph behind it.
  return `<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="${width * columns}" w:type="dxa"/></w:tblPr>${grid}${rows.map((row, index) => line(row, index === 0)).join('')}</w:tbl><w:p/>`;
}

const MARKS = ['•', '◦', '▪', '•'];

function numberingXml(lists: readonly boolean[]): string {
  const level = (ordered: boolean, depth: number): string =>
    `<w:lvl w:ilvl="${depth}"><w:start w:val="1"/><w:numFmt w:val="${ordered ? 'decimal' : 'bullet'}"/><w:lvlText w:val="${ordered ? `%${depth + 1}.` : MARKS[depth]}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${720 * (depth + 1)}" w:hanging="360"/></w:pPr></w:lvl>`;
  const abstract = [true, false].map((ordered, index) => `<w:abstractNum w:abstractNumId="${index}"><w:multiLevelType w:val="hybridMultilevel"/>${[0, 1, 2, 3].map((depth) => level(ordered, depth)).join('')}</w:abstractNum>`);
  const numbers = lists.map((ordered, index) => `<w:num w:numId="${index + 1}"><w:abstractNumId w:val="${ordered ? 0 : 1}"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`);
  return `<w:numbering ${W}>${abstract.join('')}${numbers.join('')}</w:numbering>`;
}

const named = (id: string, name: string, paragraphProperties: string, runProperties: string, type = 'paragraph'): string =>
  `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/>${type === 'paragraph' ? `<w:basedOn w:val="Normal"/><w:next w:val="Normal"/>` : ''}<w:qFormat/>${paragraphProperties ? `<w:pPr>${paragraphProperties}</w:pPr>` : ''}${runProperties ? `<w:rPr>${runProperties}</w:rPr>` : ''}</w:style>`;

const heading = (level: number, size: number): string =>
  named(`Heading${level}`, `heading ${level}`, `<w:keepNext/><w:spacing w:before="${360 - level * 60}" w:after="120"/><w:outlineLvl w:val="${level - 1}"/>`, `<w:b/><w:color w:val="1F3864"/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`);

const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="A6A6A6"/>`).join('');

const STYLES = [
  `<w:styles ${W}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Noto Sans CJK SC" w:cs="Calibri"/><w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>`,
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>',
  heading(1, 36), heading(2, 28), heading(3, 24),
  named('ListParagraph', 'List Paragraph', '<w:contextualSpacing/>', ''),
  named('Quote', 'Quote', '<w:ind w:left="567" w:right="567"/>', '<w:i/><w:color w:val="595959"/>'),
  named('Code', 'Code', '<w:shd w:val="clear" w:color="auto" w:fill="F2F2F2"/>', '<w:rFonts w:ascii="DejaVu Sans Mono" w:hAnsi="DejaVu Sans Mono"/><w:sz w:val="18"/>'),
  named('CodeCharacter', 'Code Character', '', '<w:rFonts w:ascii="DejaVu Sans Mono" w:hAnsi="DejaVu Sans Mono"/><w:sz w:val="20"/>', 'character'),
  named('Hyperlink', 'Hyperlink', '', '<w:color w:val="0563C1"/><w:u w:val="single"/>', 'character'),
  `<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:tblPr><w:tblBorders>${borders}</w:tblBorders><w:tblCellMar><w:left w:w="108" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>`,
  '</w:styles>',
].join('');
