import type { Node } from 'web-tree-sitter';
import type { Word } from './script';

/** A piece of a word: known text (quoted or not), or unknown. */
type Piece = { text: string; quoted: boolean } | null;

/** Values of variables that are certain at a point of a script. */
export type Variables = ReadonlyMap<string, string>;

/** More words than this from one brace expansion are not spelled out. */
const mostExpansions = 256;

/** The words that a node of the syntax tree becomes: after quotes, braces, tilde, known variables, splitting. */
export function expandWord(node: Node, variables: Variables, hidden: () => void): Word[] {
  const pieces = piecesOf(node, variables, hidden);
  const variants = expandBraces(pieces);
  // Of `{ls,}` the empty one is no word.
  return variants.filter((variant) => variants.length === 1 || variant.length > 0).flatMap((variant) => splitFields(variant)).map((variant) => toWord(variant, variables));
}

function piecesOf(node: Node, variables: Variables, hidden: () => void): Piece[] {
  switch (node.type) {
    case 'word':
    case 'number':
    case 'extglob_pattern':
    case 'regex':
    case 'variable_name':
    case 'special_variable_name':
    case 'test_operator':
      return unquoted(node.text, hidden);
    case 'raw_string':
      return [{ text: node.text.slice(1, -1), quoted: true }];
    case 'ansi_c_string':
      return [{ text: decodeAnsi(node.text.slice(2, -1)), quoted: true }];
    case 'string':
    case 'translated_string':
      return inString(node, variables, hidden);
    case 'concatenation':
    case 'command_name':
    case 'brace_expression':
      return node.childCount === 0 ? unquoted(node.text, hidden) : gaps(node).flatMap((part) => (typeof part === 'string' ? unquoted(part, hidden) : piecesOf(part, variables, hidden)));
    case 'simple_expansion':
      return variable(node.text.slice(1), variables, false);
    case 'expansion':
      if (/[`]|\$\(|@[A-Za-z]\}/.test(node.text) && !node.descendantsOfType('command_substitution').length) hidden();
      return /^\$\{\w+\}$/.test(node.text) ? variable(node.text.slice(2, -1), variables, false) : [null];
    case 'process_substitution':
      return [{ text: '/dev/fd/', quoted: true }, null];
    default:
      return [null];
  }
}

/** A node's children with the text between them, which the grammar leaves out of the tree. */
export function gaps(node: Node): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = node.startIndex;
  for (const child of node.children) {
    if (child === null) continue;
    if (child.startIndex > at) parts.push(node.text.slice(at - node.startIndex, child.startIndex - node.startIndex));
    parts.push(child.isNamed ? child : child.text);
    at = child.endIndex;
  }
  if (at < node.endIndex) parts.push(node.text.slice(at - node.startIndex));
  return parts;
}

function inString(node: Node, variables: Variables, hidden: () => void): Piece[] {
  const inner = node.type === 'translated_string' ? (node.namedChildren[0] ?? node) : node;
  return gaps(inner).flatMap((part, index, all): Piece[] => {
    if (typeof part === 'string') {
      const isDelimiter = part === '"' && (index === 0 || index === all.length - 1);
      return isDelimiter ? [] : [{ text: unescapeQuoted(part), quoted: true }];
    }
    if (part.type === 'string_content') {
      if (/(^|[^\\])(`|\$\()/.test(part.text)) hidden();
      return [{ text: unescapeQuoted(part.text), quoted: true }];
    }
    return piecesOf(part, variables, hidden).map((piece) => piece && { ...piece, quoted: true });
  });
}

function variable(name: string, variables: Variables, quoted: boolean): Piece[] {
  const value = variables.get(name);
  return value === undefined ? [null] : [{ text: value, quoted }];
}

/** Unquoted text: backslashes quote the next character; an expansion in it was overlooked by the grammar. */
function unquoted(text: string, hidden: () => void): Piece[] {
  const pieces: Piece[] = [];
  let plain = '';
  const flush = () => {
    if (plain !== '') pieces.push({ text: plain, quoted: false });
    plain = '';
  };
  for (let i = 0; i < text.length; i++) {
    const character = text[i] as string;
    if (character === '\\') {
      flush();
      i++;
      if (text[i] !== '\n') pieces.push({ text: text[i] ?? '\\', quoted: true });
    } else if (character === '`' || (character === '$' && /[({A-Za-z_]/.test(text[i + 1] ?? '')) || (/[<>]/.test(character) && text[i + 1] === '(')) {
      hidden();
      flush();
      pieces.push(null);
    } else plain += character;
  }
  flush();
  return pieces;
}

function unescapeQuoted(text: string): string {
  return text.replace(/\\\n/g, '').replace(/\\([$`"\\])/g, '$1');
}

const simpleEscapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', v: '\v' };

function decodeAnsi(text: string): string {
  return text.replace(/\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3}|.)/gs, (_, code: string) => {
    if (/^[xuU]./.test(code)) return fromCode(parseInt(code.slice(1), 16));
    if (/^[0-7]/.test(code)) return fromCode(parseInt(code, 8) & 0xff);
    return simpleEscapes[code] ?? code;
  });
}

function fromCode(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
}

/** The words of a text that isn't valid Bash, as far as blanks and quotes tell. */
export function crudeWords(text: string): Word[] {
  const plain = text.trim().replace(/['"\\]/g, '');
  const words = plain.split(/\s+/).filter((word) => word !== '');
  return words.flatMap((word) => expandBraces([{ text: word, quoted: false }]).filter((variant) => variant.length > 0).map((variant) => toWord(variant, new Map())));
}

/** `a{b,c}` and `{1..3}` as the words they stand for; too many become one unknown word. */
function expandBraces(pieces: Piece[]): Piece[][] {
  const done: Piece[][] = [];
  const todo = [pieces];
  while (todo.length > 0) {
    const next = todo.shift() as Piece[];
    const variants = expandOneBrace(next);
    if (variants === null) done.push(next);
    else todo.unshift(...variants);
    if (done.length + todo.length > mostExpansions) return [[null]];
  }
  return done;
}

function expandOneBrace(pieces: Piece[]): Piece[][] | null {
  // Marks each character with its piece, so that quoted braces are passed over.
  const marked = pieces.flatMap((piece, index) => (piece === null ? [{ character: '', index }] : [...piece.text].map((character) => ({ character: piece.quoted ? '' : character, index }))));
  const stack: { open: number; commas: number[] }[] = [];
  for (const [at, { character }] of marked.entries()) {
    if (character === '{') stack.push({ open: at, commas: [] });
    else if (character === ',') stack.at(-1)?.commas.push(at);
    else if (character === '}') {
      const brace = stack.pop();
      if (!brace) continue;
      const cuts = [brace.open, ...brace.commas, at];
      if (brace.commas.length > 0) {
        return cuts.slice(1).map((cut, i) => [...slice(pieces, 0, brace.open), ...slice(pieces, (cuts[i] as number) + 1, cut), ...slice(pieces, at + 1)]);
      }
      const range = rangeOf(marked.slice(brace.open + 1, at).map((mark) => mark.character).join(''));
      if (range) return range.map((text) => [...slice(pieces, 0, brace.open), { text, quoted: true }, ...slice(pieces, at + 1)]);
    }
  }
  return null;
}

function rangeOf(text: string): string[] | null {
  const numbers = /^(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.-?\d+)?$/.exec(text);
  const letters = /^([A-Za-z])\.\.([A-Za-z])$/.exec(text);
  if (!numbers && !letters) return null;
  const [from, to] = numbers ? [Number(numbers[1]), Number(numbers[2])] : [text.charCodeAt(0), text.charCodeAt(3)];
  if (Math.abs(to - from) > mostExpansions) return null;
  const step = from <= to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => (numbers ? String(from + i * step) : String.fromCharCode(from + i * step)));
}

/** The pieces between two character offsets; an unknown piece counts as one character. */
function slice(pieces: Piece[], from: number, to = Infinity): Piece[] {
  const result: Piece[] = [];
  let at = 0;
  for (const piece of pieces) {
    const characters = piece === null ? [''] : [...piece.text];
    const part = characters.slice(Math.max(0, from - at), Math.max(0, to - at));
    if (part.length > 0) result.push(piece === null ? null : { text: part.join(''), quoted: piece.quoted });
    at += characters.length;
  }
  return result;
}

/** Unquoted blanks from a variable's value part a word in several. */
function splitFields(pieces: Piece[]): Piece[][] {
  const fields: Piece[][] = [[]];
  for (const piece of pieces) {
    if (piece === null || piece.quoted || !/\s/.test(piece.text)) {
      fields.at(-1)?.push(piece);
      continue;
    }
    const parts = piece.text.split(/\s+/);
    parts.forEach((text, index) => {
      if (index > 0) fields.push([]);
      if (text !== '') fields.at(-1)?.push({ text, quoted: false });
    });
  }
  const kept = fields.filter((field) => field.length > 0);
  return kept.length > 0 || pieces.length > 0 ? kept : [[]];
}

function toWord(pieces: Piece[], variables: Variables): Word {
  const first = pieces[0];
  const tilde = first && !first.quoted ? /^~(?=\/|$)/.test(first.text) && (first.text.length > 1 || pieces.length === 1 || pieces[1]?.text.startsWith('/')) : false;
  const home = variables.get('HOME');
  // `~name` is another account's home, which isn't known here.
  const stranger = first && !first.quoted ? /^~[\w+-][^/]*/.exec(first.text)?.[0] : undefined;
  if (stranger !== undefined && first) return toWord([null, { text: first.text.slice(stranger.length), quoted: true }, ...pieces.slice(1)], variables);
  const parts = pieces.map((piece, index) => {
    if (piece === null) return null;
    return index === 0 && tilde && home !== undefined ? home + piece.text.slice(1) : piece.text;
  });
  const known = !parts.includes(null);
  return {
    text: known ? parts.join('') : null,
    pattern: parts.map((part) => part ?? '*').join(''),
    glob: pieces.some((piece) => piece !== null && !piece.quoted && /[*?[]/.test(piece.text)),
  };
}
