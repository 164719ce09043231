/** A document as text: what Read pages through, and the table of contents it outlines with. */
export interface DocumentText {
  text: string;
  /** Headings, sheets, slides or pages, with the number of their first line in `text` (from 1). */
  outline: { line: number; level: number; title: string }[];
  /** Something was too large to be read whole. */
  cut: boolean;
}

/** One slide of a presentation. */
export interface Slide {
  title: string;
  /** Paragraphs, and table rows with their cells parted by bars. */
  lines: string[];
  notes: string[];
  hidden: boolean;
}

/** Slides as text: each begins with a line of its own, its notes follow its content. */
export function fromSlides(slides: readonly Slide[]): DocumentText {
  const outline: DocumentText['outline'] = [];
  const lines: string[] = [];
  for (const [index, slide] of slides.entries()) {
    const { notes, hidden } = slide;
    const { title, content } = named(slide);
    if (lines.length > 0) lines.push('');
    const name = `Slide ${index + 1}${title ? `: ${title}` : ''}${hidden ? ' (hidden)' : ''}`;
    outline.push({ line: lines.length + 1, level: 1, title: name });
    lines.push(`# ${name}`, ...content);
    if (notes.length > 0) lines.push('Notes:', ...notes);
  }
  return { text: lines.join('\n'), outline, cut: false };
}

/** A slide without a title is known by its first line, if that can be one. */
function named({ title, lines }: Slide): { title: string; content: string[] } {
  const [first = '', ...rest] = lines;
  return title === '' && first.length <= 80 && !/ \| |^\[/.test(first) ? { title: first, content: rest } : { title, content: lines };
}
