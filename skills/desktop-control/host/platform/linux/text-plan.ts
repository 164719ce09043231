import type { Manner } from '../../manner';
import type { Keymap, Stroke } from './keymap';

/** A part of a text and how it is written. */
export type Piece =
  | {
      by: 'keys';
      text: string;
      strokes: Stroke[];
      /** Delete first: drops what AutoInput has added. */
      dropCompletion: boolean;
      /** Each stroke goes to another cell, and the next may not overtake it. */
      moves: boolean;
    }
  | { by: 'paste'; text: string; /** What goes into the clipboard for it. */ content: string; /** F2 first: a formula or an apostrophe counts only in an open cell. */ opens?: true };

/** Numbers and formulas mean something to a spreadsheet, an apostrophe keeps text as it is: typed as a person would. */
const startsEditing = /^['=+-]/;
const typedIntoCells = /^['=+-]|^[\d.,:/%\s$€£¥-]+$/;

/**
 * Cuts a text into pieces, in order. Nothing of it is lost: joined together they are the text with \n line
 * ends. While an input method is `composing` letters of the keyboard, only Enter and Tab are struck.
 */
export function planText(text: string, keymap: Keymap, manner: Manner, composing = false): Piece[] {
  const normal = text.replace(/\r\n?/g, '\n');
  if (manner === 'lines' && /[\n\t]/.test(normal)) return [{ by: 'paste', text: normal, content: normal }];
  const parts = normal.split(manner === 'document' || manner === 'slide' ? /(\t+)/ : /([\n\t]+)/).filter((part) => part !== '');
  return parts.flatMap((part, index): Piece[] => {
    const strokes = [...part].map((character) => (composing && !/[\n\t]/.test(character) ? null : strokeOf(character, keymap)));
    const typable = strokes.every((stroke) => stroke !== null);
    // A pasted formula leaves the cell empty; once its "=" is typed the cell is being edited and takes pasted words.
    if (manner === 'cells' && !typable && startsEditing.test(part) && strokes[0]) return runs(part, strokes);
    const moves = /^[\n\t]+$/.test(part) && !((manner === 'document' || manner === 'slide') && part.includes('\n'));
    const byKeys = moves || ((manner === 'plain' || manner === 'lines') && typable) || (manner === 'cells' && typable && typedIntoCells.test(part));
    // Writer drops the last line end of what it pastes.
    if (!byKeys) {
      const opens = manner === 'cells' && (startsEditing.test(part) || typedIntoCells.test(part));
      return [{ by: 'paste', text: part, content: manner === 'document' && part.endsWith('\n') ? `${part}\n` : part, ...(opens ? { opens } : {}) }];
    }
    const before = parts[index - 1];
    const dropCompletion = manner === 'cells' && moves && before !== undefined && typedIntoCells.test(before);
    return [{ by: 'keys', text: part, strokes: strokes as Stroke[], dropCompletion, moves: moves && manner === 'cells' }];
  });
}

/** Alternating typed and pasted runs of one part. */
function runs(part: string, strokes: (Stroke | null)[]): Piece[] {
  const pieces: Piece[] = [];
  [...part].forEach((character, index) => {
    const stroke = strokes[index] ?? null;
    const last = pieces.at(-1);
    if (stroke && last?.by === 'keys') {
      last.text += character;
      last.strokes.push(stroke);
    } else if (stroke) pieces.push({ by: 'keys', text: character, strokes: [stroke], dropCompletion: false, moves: false });
    else if (last?.by === 'paste') {
      last.text += character;
      last.content += character;
    } else pieces.push({ by: 'paste', text: character, content: character });
  });
  return pieces;
}

function strokeOf(character: string, keymap: Keymap): Stroke | null {
  return character === '\n' ? keymap.key('enter') : character === '\t' ? keymap.key('tab') : keymap.character(character);
}
