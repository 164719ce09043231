import type { AccessibleNode, WindowInfo } from './platform/platform';

/**
 * How a place takes text. `plain`: as from a keyboard, a line break is the Enter key. `cells`: so too,
 * in a spreadsheet. `lines`: a field of several lines, where a line break and a tab are text.
 * `document`: a letter, likewise; `slide`: the text of
 * a slide, where a tab indents and is pressed.
 */
export type Manner = 'plain' | 'cells' | 'lines' | 'document' | 'slide';

/** What decides: the window, and what of it has the focus. */
type Place = Pick<AccessibleNode, 'role' | 'name' | 'multiline'>;

/**
 * LibreOffice rewrites what is typed (AutoCorrect, AutoInput, word completion) but not what is pasted,
 * so words are pasted into its cells and documents. Elsewhere a field that says that it has several
 * lines takes line breaks as text; of whatever says nothing, a terminal above all, Enter may act.
 */
export function mannerOf(window: Pick<WindowInfo, 'app' | 'title' | 'terminal'> | null, focus: Place | null): Manner {
  if (!window || window.terminal || isTerminal(focus)) return 'plain';
  if (isOffice(window)) {
    if (/ Calc$/.test(window.title)) return focus === null || focus.role === 'table' ? 'cells' : 'plain';
    if (/ Writer$/.test(window.title) && (focus === null || writing.test(focus.role))) return 'document';
    if (isSlide(window) && focus?.role === 'paragraph') return 'slide';
  }
  return focus?.multiline === true ? 'lines' : 'plain';
}

export function isOffice(window: Pick<WindowInfo, 'app'>): boolean {
  return /^(soffice|libreoffice)/.test(window.app);
}

/** A window of slides or drawings: a key struck while no text is being edited there starts editing, and the next ones overtake it. */
export function isSlide(window: Pick<WindowInfo, 'app' | 'title'>): boolean {
  return isOffice(window) && / (Impress|Draw)$/.test(window.title);
}

const writing = /^(paragraph|heading|document text|document frame|table cell|text frame|list item)$/;

/** A terminal inside another program: an editor's is drawn by a text area of that name. */
export function isTerminal(element: Place | null): boolean {
  return element?.role === 'terminal' || (element?.multiline === true && /\bterminal\b|终端/i.test(element.name));
}

/** Whether a line break typed there is the Enter key, which may send, submit or run what was written. */
export function entersAt(manner: Manner): boolean {
  return manner === 'plain' || manner === 'cells';
}
