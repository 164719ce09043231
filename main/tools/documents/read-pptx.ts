import { readParts, requiredPart } from './archive';
import type { Slide } from './document-text';
import { childAt, childrenOf, descendants, parseXml, type XmlNode } from './xml';

/** The slides of a PowerPoint file in the order they are shown. */
export function readPptx(bytes: Uint8Array): Slide[] {
  const parts = readParts(bytes, (name) => /^ppt\/(_rels\/)?presentation\.xml|^ppt\/(slides|notesSlides)\/(_rels\/)?[^/]+$/.test(name));
  const presentation = parseXml(requiredPart(parts, 'ppt/presentation.xml'));
  const targets = relations(parts, 'ppt/presentation.xml');
  return [...descendants(presentation, 'p:sldId')].flatMap(({ attributes }): Slide[] => {
    const source = targets.get(attributes['r:id'] ?? '')?.target;
    const slide = source === undefined ? undefined : parts.get(source);
    return source === undefined || slide === undefined ? [] : [readSlide(parseXml(slide), notesOf(parts, source))];
  });
}

function readSlide(slide: XmlNode, notes: string[]): Slide {
  const shapes = [...descendants(slide, 'p:sp', 'p:graphicFrame', 'p:pic')];
  const titleShape = shapes.find((shape) => /^(title|ctrTitle)$/.test(placeholder(shape)));
  return {
    title: titleShape ? paragraphs(titleShape).join(' ').trim() : '',
    lines: shapes.filter((shape) => shape !== titleShape && !/^(sldNum|dt|ftr)$/.test(placeholder(shape))).flatMap(linesOf),
    notes,
    hidden: /^(0|false)$/.test(childAt(slide, 'p:sld')?.attributes['show'] ?? ''),
  };
}

function linesOf(shape: XmlNode): string[] {
  if (shape.name === 'p:pic') {
    const says = childAt(shape, 'p:nvPicPr', 'p:cNvPr')?.attributes['descr']?.trim() ?? '';
    return says ? [`[picture: ${says}]`] : [];
  }
  if (shape.name === 'p:sp') return paragraphs(shape);
  return [...descendants(shape, 'a:tr')].map((row) => childrenOf(row, 'a:tc').map((cell) => paragraphs(cell).join(' ')).join(' | '));
}

function paragraphs(node: XmlNode): string[] {
  return [...descendants(node, 'a:p')].map(textOf).filter((text) => text.trim() !== '');
}

function textOf(node: XmlNode): string {
  if (node.name === 'a:t') return node.children.map((child) => child.text).join('');
  return node.name === 'a:br' ? ' ' : node.children.map(textOf).join('');
}

/** What a shape is for on its slide ("title", "body", "sldNum"…), "" for one of its own. */
function placeholder(shape: XmlNode): string {
  const place = childAt(shape, 'p:nvSpPr', 'p:nvPr', 'p:ph');
  return place ? (place.attributes['type'] ?? 'body') : '';
}

function notesOf(parts: ReadonlyMap<string, string>, slide: string): string[] {
  const source = [...relations(parts, slide).values()].find(({ type }) => type.endsWith('/notesSlide'))?.target;
  const notes = source === undefined ? undefined : parts.get(source);
  if (notes === undefined) return [];
  return [...descendants(parseXml(notes), 'p:sp')].filter((shape) => placeholder(shape) === 'body').flatMap(paragraphs);
}

/** What a part refers to by id, with the names made absolute. */
function relations(parts: ReadonlyMap<string, string>, part: string): Map<string, { target: string; type: string }> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const source = parts.get(`${folder}_rels/${part.slice(folder.length)}.rels`) ?? '';
  return new Map([...descendants(parseXml(source), 'Relationship')].map(({ attributes }) => [attributes['Id'] ?? '', { target: absolute(folder, attributes['Target'] ?? ''), type: attributes['Type'] ?? '' }]));
}

function absolute(folder: string, target: string): string {
  return new URL(target, `zip:/${folder}`).pathname.replace(/^\//, '');
}
