/**
 * The part of YAML that a front matter and a card need, read strictly: keys, texts (plain, quoted, blocks),
 * lists, keys in keys, anchors. What is beyond it (tags, complex keys, several documents) is refused,
 * never guessed. It exists so that these scripts work wherever Node does, without a package.
 */

/** Names that a document may use again; more are a trap. */
const MOST_ALIASES = 20;
/** Keys in keys in keys; no front matter goes deeper. */
const DEEPEST = 20;

/** Says in one sentence what can't be read. */
export class YamlProblem extends Error {}

/** @typedef {{ indent: number, text: string, number: number }} Line */

/**
 * @param {string} text
 * @returns {unknown} null for a document without content
 * @throws {YamlProblem}
 */
export function parseYaml(text) {
  return new Parser(text).document();
}

class Parser {
  /** @type {Line[]} */
  lines;
  at = 0;
  depth = 0;
  aliases = 0;
  /** @type {Map<string, unknown>} */
  anchors = new Map();

  /** @param {string} text */
  constructor(text) {
    this.lines = text.split(/\r?\n/).map((line, index) => ({ indent: line.length - line.trimStart().length, text: line, number: index + 1 }));
  }

  document() {
    const line = this.peek();
    if (!line) return null;
    const value = this.block(line.indent);
    const left = this.peek();
    if (left) throw problem(left, 'does not belong to what stands above it');
    return value;
  }

  /** The next line with content; blank ones and comments are passed over. @returns {Line | undefined} */
  peek() {
    for (let line = this.lines[this.at]; line; line = this.lines[++this.at]) {
      const content = line.text.trim();
      if (content === '' || content.startsWith('#')) continue;
      if (/\t/.test(line.text.slice(0, line.indent))) throw problem(line, 'is indented with a tab; use blanks');
      if (/^(---|\.\.\.)(\s|$)/.test(line.text)) throw problem(line, 'begins another document');
      return line;
    }
    return undefined;
  }

  /** Keys, a list or a text whose lines stand at `indent`. @param {number} indent @returns {unknown} */
  block(indent) {
    if (++this.depth > DEEPEST) throw new YamlProblem('It is nested too deep.');
    const line = this.peek();
    const content = line ? line.text.slice(indent) : '';
    const value = /^-(\s|$)/.test(content) ? this.list(indent) : keyOf(content) ? this.map(indent) : this.loneText(indent);
    this.depth--;
    return value;
  }

  /** @param {number} indent */
  map(indent) {
    /** @type {Record<string, unknown>} */
    const map = Object.create(null);
    for (let line = this.peek(); line && line.indent === indent; line = this.peek()) {
      const found = keyOf(line.text.slice(indent));
      if (!found) throw problem(line, 'is no “key: value”');
      if (found.key in map) throw problem(line, `has the key “${found.key}” a second time`);
      this.at++;
      map[found.key] = this.value(found.rest, indent, line, true);
    }
    this.endOf(indent);
    return map;
  }

  /** @param {number} indent */
  list(indent) {
    /** @type {unknown[]} */
    const list = [];
    for (let line = this.peek(); line && line.indent === indent && /^-(\s|$)/.test(line.text.slice(indent)); line = this.peek()) {
      const rest = line.text.slice(indent + 1);
      const inner = rest.trimStart();
      if (inner !== '' && (keyOf(inner) || /^-(\s|$)/.test(inner))) {
        // What stands behind the dash is a block of its own, indented as far as it begins.
        const column = line.text.length - inner.length;
        this.lines[this.at] = { indent: column, text: ' '.repeat(column) + inner, number: line.number };
        list.push(this.block(column));
      } else {
        this.at++;
        list.push(this.value(rest, indent, line, false));
      }
    }
    this.endOf(indent);
    return list;
  }

  /** @param {number} indent */
  endOf(indent) {
    const line = this.peek();
    if (line && line.indent > indent) throw problem(line, 'is indented further than the line it follows');
  }

  /** @param {number} indent */
  loneText(indent) {
    const line = this.peek();
    if (!line) return null;
    this.at++;
    const text = line.text.slice(indent);
    if (/^[|>]/.test(text)) throw problem(line, 'begins a text block without a key');
    return this.value(text, indent - 1, line, false);
  }

  /**
   * What stands behind a key or a dash, and in the lines below that belong to it.
   * @param {string} rest @param {number} indent of the key @param {Line} line @param {boolean} inMap @returns {unknown}
   */
  value(rest, indent, line, inMap) {
    const text = rest.trim();
    const anchor = /^&(\S+)(?:\s+|$)/.exec(text);
    if (anchor) {
      const named = withoutComment(text.slice(anchor[0].length).replace(/^#.*/, '')) || (this.peek()?.text.trim() ?? '');
      if (/^[&*]/.test(named)) throw problem(line, 'has two names (&…, *…) for one value');
      const value = this.value(text.slice(anchor[0].length), indent, line, inMap);
      this.anchors.set(anchor[1] ?? '', value);
      return value;
    }
    if (text === '' || text.startsWith('#')) return this.below(indent, inMap);
    const block = /^([|>])([+-]?[1-9]?|[1-9][+-])(?:\s+#.*)?$/.exec(text);
    if (block) return this.blockText(block[1] === '>', block[2] ?? '', indent);
    const first = text[0] ?? '';
    if (first === '"' || first === "'") return this.quoted(text, indent, line);
    if (first === '[' || first === '{') return this.flow(text, indent, line);
    if (first === '*') return this.alias(withoutComment(text), line);
    return scalar(this.plain(text, indent, line));
  }

  /** @param {number} indent @param {boolean} inMap @returns {unknown} */
  below(indent, inMap) {
    const next = this.peek();
    if (!next) return null;
    // A list may stand as far left as the key that it belongs to.
    const sameList = inMap && next.indent === indent && /^-(\s|$)/.test(next.text.slice(indent));
    return next.indent > indent || sameList ? this.block(next.indent) : null;
  }

  /** @param {string} text @param {Line} line @returns {unknown} */
  alias(text, line) {
    const name = text.slice(1);
    if (!this.anchors.has(name) || ++this.aliases > MOST_ALIASES) throw problem(line, 'uses a name (*…) that is not known, or too often');
    return this.anchors.get(name);
  }

  /** A text without quotes, with the deeper lines that go on with it. @param {string} text @param {number} indent @param {Line} line */
  plain(text, indent, line) {
    const parts = [plainLine(text, line, true)];
    let commented = withoutComment(text) !== text;
    let blank = 0;
    for (let next = this.lines[this.at]; next; next = this.lines[this.at]) {
      if (next.text.trim() === '') {
        blank++;
        this.at++;
        continue;
      }
      if (next.indent <= indent || next.text.trimStart().startsWith('#')) break;
      if (commented) throw problem(next, 'goes on with a text that a comment has ended');
      if (/\t/.test(next.text.slice(0, next.indent))) throw problem(next, 'is indented with a tab; use blanks');
      parts.push(blank > 0 ? '\n'.repeat(blank) : ' ', plainLine(next.text.trim(), next, false));
      commented = withoutComment(next.text) !== next.text.trim();
      blank = 0;
      this.at++;
    }
    return parts.join('');
  }

  /** @param {string} text @param {number} indent @param {Line} line */
  quoted(text, indent, line) {
    const quote = text[0] ?? '';
    const whole = quote === '"' ? /^"(?:[^"\\]|\\[\s\S])*"/ : /^'(?:[^']|'')*'/;
    let joined = text;
    for (let found = whole.exec(joined); ; found = whole.exec(joined)) {
      if (found) {
        const behind = joined.slice(found[0].length);
        if (behind.trim() !== '' && !/^\s+#/.test(behind)) throw problem(line, 'goes on behind the closing quote');
        return unquote(found[0], line);
      }
      const next = this.lines[this.at];
      if (!next || (next.text.trim() !== '' && next.indent <= indent)) throw problem(line, 'has a quote that is never closed');
      joined += `\n${next.text}`;
      this.at++;
    }
  }

  /** @param {string} text @param {number} indent @param {Line} line */
  flow(text, indent, line) {
    let joined = text;
    for (;;) {
      const reader = new Flow(joined, line, (alias) => this.alias(alias, line));
      const value = reader.whole();
      if (value !== undefined) return value.value;
      const next = this.lines[this.at];
      if (!next || (next.text.trim() !== '' && next.indent <= indent)) throw problem(line, 'has a bracket that is never closed');
      joined += `\n${next.text}`;
      this.at++;
    }
  }

  /** A text block; folded ones join their lines. @param {boolean} folded @param {string} how @param {number} indent */
  blockText(folded, how, indent) {
    /** @type {string[]} */
    const lines = [];
    const given = /\d/.exec(how);
    let column = given ? Math.max(indent, 0) + Number(given[0]) : -1;
    let widest = 0;
    for (let line = this.lines[this.at]; line; line = this.lines[++this.at]) {
      if (line.text.trim() === '') {
        if (column < 0) widest = Math.max(widest, line.text.length);
        lines.push(column < 0 ? '' : line.text.slice(column));
        continue;
      }
      if (line.indent <= indent) break;
      if (column < 0) column = line.indent;
      if (widest > column) throw problem(line, 'is indented less than the blank line above it');
      if (line.indent < column) throw problem(line, 'is indented less than the block that it is in');
      if (folded && line.indent > column) throw problem(line, 'is indented inside a folded text; write | instead of >');
      lines.push(line.text.slice(column));
    }
    const body = lines.join('\n').replace(/\n+$/, '');
    const text = folded ? body.replace(/([^\n])\n(?=[^\n])/g, '$1 ').replace(/\n(\n+)/g, '$1') : body;
    return how.includes('-') || text === '' ? text : `${text}\n`;
  }
}

/** Lists and keys in brackets. */
class Flow {
  at = 0;
  depth = 0;

  /** @param {string} text @param {Line} line @param {(alias: string) => unknown} alias */
  constructor(text, line, alias) {
    this.text = text;
    this.line = line;
    this.alias = alias;
  }

  /** Undefined when it ends before its last bracket. @returns {{ value: unknown } | undefined} */
  whole() {
    try {
      const value = this.value();
      const behind = this.text.slice(this.at);
      if (behind.trim() !== '' && !/^\s+#/.test(behind)) throw problem(this.line, 'goes on behind the closing bracket');
      return { value };
    } catch (error) {
      if (error === UNFINISHED) return undefined;
      throw error;
    }
  }

  /** @returns {unknown} */
  value() {
    const sign = this.sign();
    if (sign === '[') return this.items(']', () => this.value());
    if (sign === '{') {
      /** @type {Record<string, unknown>} */
      const map = Object.create(null);
      this.items('}', () => {
        const key = String(this.scalar());
        if (key in map) throw problem(this.line, `has the key “${key}” a second time`);
        map[key] = this.sign() === ':' ? (this.at++, this.value()) : null;
        return key;
      });
      return map;
    }
    return this.scalar();
  }

  /** @param {string} close @param {() => unknown} read */
  items(close, read) {
    if (++this.depth > DEEPEST) throw new YamlProblem('It is nested too deep.');
    this.at++;
    const items = [];
    while (this.sign() !== close) {
      items.push(read());
      const sign = this.sign();
      if (sign === ',') this.at++;
      else if (sign !== close) throw problem(this.line, 'has a list in brackets without commas');
    }
    this.at++;
    this.depth--;
    return items;
  }

  /** The next sign that isn't blank. @returns {string} */
  sign() {
    const blank = /^\s*(?:(?<=\s)#.*(?:\n|$)\s*)*/.exec(this.text.slice(this.at));
    this.at += blank?.[0].length ?? 0;
    const sign = this.text[this.at];
    if (sign === undefined) throw UNFINISHED;
    return sign;
  }

  scalar() {
    const sign = this.sign();
    if (sign === '"' || sign === "'") {
      const found = (sign === '"' ? /^"(?:[^"\\]|\\[\s\S])*"/ : /^'(?:[^']|'')*'/).exec(this.text.slice(this.at));
      if (!found) throw UNFINISHED;
      this.at += found[0].length;
      return unquote(found[0], this.line);
    }
    const found = /^(?:(?!:(?:\s|[,[\]{}]|$))[^,[\]{}\n#])+/.exec(this.text.slice(this.at));
    if (!found) throw problem(this.line, 'has an empty place in its brackets');
    this.at += found[0].length;
    const text = found[0].trim();
    return text.startsWith('*') ? this.alias(text) : scalar(plainLine(text, this.line, true));
  }
}

/** Thrown inside a flow that goes on in the next line. */
const UNFINISHED = new YamlProblem('It ends before its last bracket.');

/** @param {string} content @returns {{ key: string, rest: string } | null} */
function keyOf(content) {
  const found = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s"'[\]{}&*!|>%@`#,?:~-](?:(?!\s#)[^:]|:(?=\S))*))[ \t]*:(?:[ \t]+(.*)|)$/.exec(content);
  return found ? { key: found[1] ?? found[2] ?? (found[3] ?? '').trim(), rest: found[4] ?? '' } : null;
}

/** One line of a text without quotes. @param {string} text @param {Line} line @param {boolean} first */
function plainLine(text, line, first) {
  const plain = withoutComment(text);
  if (first && (/^[@`%,\]}!|>&*]/.test(plain) || /^[?:-](\s|$)/.test(plain))) throw problem(line, `begins with “${plain[0]}”; put the text into quotes`);
  if (/:(\s|$)/.test(plain)) throw problem(line, 'has a colon inside; put the text into quotes');
  return plain;
}

/** @param {string} text */
function withoutComment(text) {
  return text.replace(/\s+#.*$/s, '').trim();
}

/** @type {Record<string, string>} */
const ESCAPES = { n: '\n', t: '\t', r: '\r', '0': '\0', a: '\u0007', b: '\b', e: '\u001b', f: '\f', v: '\v', ' ': ' ', '"': '"', '/': '/', '\\': '\\', N: '\u0085', _: '\u00a0' };

/** @param {string} text with its quotes @param {Line} line */
function unquote(text, line) {
  const inner = text.slice(1, -1);
  if (text[0] === "'") return fold(inner).replaceAll("''", "'");
  return fold(inner.replace(/\\\n\s*/g, '')).replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[\s\S])/g, (_, code) => {
    const escape = String(code);
    if (/^[xuU]./.test(escape)) return String.fromCodePoint(Math.min(Number.parseInt(escape.slice(1), 16), 0x10ffff));
    const sign = ESCAPES[escape];
    if (sign === undefined) throw problem(line, `has “\\${escape}” in double quotes, which means nothing; write “\\\\” or use single quotes`);
    return sign;
  });
}

/** Line breaks in quotes are blanks; blank lines are line breaks. @param {string} text */
function fold(text) {
  return text.replace(/[ \t]*\n[ \t]*/g, '\n').replace(/\n(\n*)/g, (_, more) => String(more) || ' ');
}

/** A text as the value that it means. @param {string} text @returns {unknown} */
function scalar(text) {
  if (text === '' || /^(~|null|Null|NULL)$/.test(text)) return null;
  if (/^(true|True|TRUE|false|False|FALSE)$/.test(text)) return text.toLowerCase() === 'true';
  if (/^[-+]?[0-9]+$/.test(text) || /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/.test(text)) return Number(text);
  if (/^0x[0-9a-fA-F]+$|^0o[0-7]+$/.test(text)) return Number(text);
  if (/^[-+]?\.(inf|Inf|INF)$/.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return /^\.(nan|NaN|NAN)$/.test(text) ? NaN : text;
}

/** @param {Line} line @param {string} what */
function problem(line, what) {
  const shown = line.text.trim().slice(0, 60);
  return new YamlProblem(`Line ${line.number} (“${shown}”) ${what}.`);
}
