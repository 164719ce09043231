const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * The answer without the thoughts that some servers leave at its beginning, with or without their
 * opening tag (some templates put that into the request). Unclosed thoughts are all thought.
 */
export function withoutThoughts(text: string): string {
  const close = text.indexOf(CLOSE);
  if (text.trimStart().startsWith(OPEN)) return close === -1 ? '' : text.slice(close + CLOSE.length);
  return close !== -1 && !text.slice(0, close).includes(OPEN) ? text.slice(close + CLOSE.length) : text;
}

/** Passes on the streamed pieces of an answer, without thoughts at its beginning. */
export function afterThoughts(show: (text: string) => void): (piece: string) => void {
  let held: string | null = '';
  return (piece) => {
    if (held === null) {
      show(piece);
      return;
    }
    held += piece;
    const begun = held.trimStart();
    if (OPEN.startsWith(begun.slice(0, OPEN.length)) && (begun.length < OPEN.length || !begun.includes(CLOSE))) return;
    const visible = begun.startsWith(OPEN) ? begun.slice(begun.indexOf(CLOSE) + CLOSE.length) : held;
    held = null;
    if (visible.trim()) show(visible);
  };
}
