import { Fault } from '../fault';
import { packageOf, type Package } from '../package';
import { encodeXml } from '../xml';
import { parseMarkdown, plain, type Block, type Run } from './markdown';

/** One slide: its title, what stands on it, and what only the speaker sees. */
interface Slide {
  title: Run[];
  blocks: Block[];
  notes: string[];
}

const NAMESPACES = ['office', 'style', 'text', 'table', 'presentation'].map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`).join(' ') + ' xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const MIMETYPE = 'application/vnd.oasis.opendocument.presentation';
const NOTES = /^(?:notes?|备注|讲稿)\s*[:：]\s*/i;

/**
 * A presentation (16:9): each `#` heading begins a slide, `---` one without a title; what follows stands on it, and a
 * paragraph that begins with "Notes:" is for the speaker.
 * @throws Fault INVALID_PARAM when there is no slide.
 */
export function writeOdp(markdown: string): Package {
  const slides = slidesOf(parseMarkdown(markdown));
  if (slides.length === 0) throw new Fault('INVALID_PARAM', 'There is nothing to put on a slide.', 'Begin each slide with "# Title", then "- points". Example: "# Plan\\n- first\\n- second\\nNotes: say hello\\n\\n# End"');
  return packageOf({
    mimetype: MIMETYPE,
    'META-INF/manifest.xml': `${HEAD}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${MIMETYPE}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/><manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    'content.xml': `${HEAD}<office:document-content ${NAMESPACES} office:version="1.3"><office:automatic-styles><style:style style:name="cell" style:family="table-cell"><style:paragraph-properties fo:padding="0.1cm"/><style:graphic-properties draw:fill="none"/></style:style><style:style style:name="bold" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style><style:style style:name="italic" style:family="text"><style:text-properties fo:font-style="italic"/></style:style></office:automatic-styles><office:body><office:presentation>${slides.map(slideXml).join('')}</office:presentation></office:body></office:document-content>`,
    'styles.xml': HEAD + STYLES,
  });
}

function slidesOf(blocks: readonly Block[]): Slide[] {
  const slides: Slide[] = [];
  let open: Slide | null = null;
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 1) {
      slides.push((open = { title: block.runs, blocks: [], notes: [] }));
      continue;
    }
    if (block.kind === 'break') {
      open = null;
      continue;
    }
    if (!open) slides.push((open = { title: [], blocks: [], notes: [] }));
    if (block.kind === 'paragraph' && NOTES.test(plain(block.runs))) open.notes.push(...plain(block.runs).replace(NOTES, '').split('\n'));
    else open.blocks.push(block);
  }
  return slides;
}

function slideXml({ title, blocks, notes }: Slide, index: number): string {
  const text = blocks.filter(({ kind }) => kind !== 'table');
  const tables = blocks.filter((block) => block.kind === 'table');
  const half = tables.length > 0 && text.length > 0;
  const frame = (kind: string, top: number, height: number, inner: string): string =>
    `<draw:frame presentation:style-name="Default-${kind === 'outline' ? 'outline1' : kind}" presentation:class="${kind}" svg:x="1.4cm" svg:y="${top}cm" svg:width="25.2cm" svg:height="${height}cm"><draw:text-box>${inner}</draw:text-box></draw:frame>`;
  const outline = text.length > 0 ? frame('outline', 3.7, half ? 5 : 11, textXml(text)) : '';
  const grids = tables.map((block, at) => tableXml(block.rows, (half ? 9 : 3.7) + at * 4)).join('');
  const speaker = notes.length > 0 ? `<presentation:notes><draw:page-thumbnail presentation:class="page" svg:x="2cm" svg:y="2cm" svg:width="17cm" svg:height="9.5cm"/><draw:frame presentation:style-name="Default-notes" presentation:class="notes" svg:x="2cm" svg:y="14cm" svg:width="17cm" svg:height="12cm"><draw:text-box>${notes.map((line) => `<text:p>${encodeXml(line)}</text:p>`).join('')}</draw:text-box></draw:frame></presentation:notes>` : '';
  return `<draw:page draw:name="Slide ${index + 1}" draw:master-page-name="Default">${frame('title', 0.6, 2.6, `<text:p>${runsXml(title)}</text:p>`)}${outline}${grids}${speaker}</draw:page>`;
}

/** Points as nested lists; all else as paragraphs. */
function textXml(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'item') return `${'<text:list><text:list-item>'.repeat(block.depth + 1)}<text:p>${runsXml(block.runs)}</text:p>${'</text:list-item></text:list>'.repeat(block.depth + 1)}`;
      if (block.kind === 'code') return block.lines.map((line) => `<text:p>${encodeXml(line)}</text:p>`).join('');
      if (block.kind === 'heading') return `<text:p>${runsXml(block.runs.map((run) => ({ ...run, bold: true as const })))}</text:p>`;
      return 'runs' in block ? `<text:p>${runsXml(block.runs)}</text:p>` : '';
    })
    .join('');
}

function tableXml(rows: Run[][][], top: number): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const lines = rows.map((row) => `<table:table-row>${Array.from({ length: columns }, (_, column) => `<table:table-cell table:style-name="cell"><text:p>${runsXml(row[column] ?? [])}</text:p></table:table-cell>`).join('')}</table:table-row>`);
  return `<draw:frame svg:x="1.4cm" svg:y="${top}cm" svg:width="25.2cm" svg:height="${rows.length}cm"><table:table table:use-first-row-styles="true" table:use-banding-rows-styles="true">${'<table:table-column/>'.repeat(columns)}${lines.join('')}</table:table></draw:frame>`;
}

function runsXml(runs: readonly Run[]): string {
  return runs
    .map(({ text, bold, italic, link }) => {
      const inner = encodeXml(text).replaceAll('\n', '<text:line-break/>').replaceAll('\t', '<text:tab/>');
      const styled = bold || italic ? `<text:span text:style-name="${bold ? 'bold' : 'italic'}">${inner}</text:span>` : inner;
      return link === undefined ? styled : `<text:a xlink:type="simple" xlink:href="${encodeXml(link)}">${styled}</text:a>`;
    })
    .join('');
}

const placeholder = (kind: string, top: number, height: number): string =>
  `<draw:frame presentation:style-name="Default-${kind === 'outline' ? 'outline1' : kind}" presentation:class="${kind}" presentation:placeholder="true" svg:x="1.4cm" svg:y="${top}cm" svg:width="25.2cm" svg:height="${height}cm"><draw:text-box/></draw:frame>`;

const size = (kind: string, points: number, more = ''): string => `<style:style style:name="Default-${kind}" style:family="presentation"><style:graphic-properties draw:stroke="none" draw:fill="none" draw:auto-grow-height="false" draw:fit-to-size="shrink-to-fit"/><style:text-properties fo:font-size="${points}pt"${more}/></style:style>`;

const STYLES = `<office:document-styles ${NAMESPACES} office:version="1.3"><office:styles>${size('title', 32, ' fo:font-weight="bold"')}${size('outline1', 22)}${size('notes', 14)}</office:styles><office:automatic-styles><style:page-layout style:name="wide"><style:page-layout-properties fo:page-width="28cm" fo:page-height="15.75cm" style:print-orientation="landscape"/></style:page-layout><style:page-layout style:name="notes"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" style:print-orientation="portrait"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Default" style:page-layout-name="wide">${placeholder('title', 0.6, 2.6)}${placeholder('outline', 3.7, 11)}<presentation:notes style:page-layout-name="notes"><draw:page-thumbnail presentation:class="page" svg:x="2cm" svg:y="2cm" svg:width="17cm" svg:height="9.5cm"/><draw:frame presentation:style-name="Default-notes" presentation:class="notes" presentation:placeholder="true" svg:x="2cm" svg:y="14cm" svg:width="17cm" svg:height="12cm"><draw:text-box/></draw:frame></presentation:notes></style:master-page></office:master-styles></office:document-styles>`;
