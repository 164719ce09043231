import { NotReadable } from './not-readable';

/** What a literal in a model's answer can be: JSON's and Python's values, tuples as lists. */
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

export interface WrittenCall {
  name: string;
  arguments: ReadonlyMap<string, Value>;
}

const deepest = 40;
const simpleEscapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', '0': '\0', '/': '/', '\\': '\\', "'": "'", '"': '"', '\n': '' };
const words: Record<string, boolean | null> = { true: true, True: true, false: false, False: false, null: null, None: null };

/**
 * The one tokenizer of all text dialects: quotes, escapes, brackets, tags and names, in JSON's and
 * Python's manner. It reads on from `at`; whatever it can't read throws NotReadable, nothing is
 * skipped over and nothing completed.
 */
export class Scanner {
  constructor(
    readonly text: string,
    public at = 0,
  ) {}

  get done(): boolean {
    return this.at >= this.text.length;
  }

  space(): this {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
    return this;
  }

  /** Steps over `literal` if it comes next. */
  take(literal: string): boolean {
    if (!this.text.startsWith(literal, this.at)) return false;
    this.at += literal.length;
    return true;
  }

  expect(literal: string): void {
    if (!this.take(literal)) throw new NotReadable(`${this.done ? 'The answer ends' : `There is ${this.near()}`} where ${literal} should be.`);
  }

  /** An identifier: letters, digits, underscore. */
  name(): string {
    const found = this.match(/[\p{L}_][\p{L}\p{N}_]*/uy);
    if (found === null) throw new NotReadable(`There is ${this.near()} where a name should be.`);
    return found;
  }

  /** The name of what is called: skills' names have hyphens in them. */
  callName(): string {
    const found = this.match(/[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/uy);
    if (found === null) throw new NotReadable(`There is ${this.near()} where a name should be.`);
    return found;
  }

  /** `name(key=value, …)`: every argument named, each once. */
  call(): WrittenCall {
    const name = this.callName();
    this.expect('(');
    const given = new Map<string, Value>();
    while (!this.space().take(')')) {
      if (given.size > 0) {
        this.expect(',');
        if (this.space().take(')')) break;
      }
      const key = this.name();
      this.space().expect('=');
      if (given.has(key)) throw new NotReadable(`The argument ${key} is given twice.`);
      this.space();
      given.set(key, this.value());
    }
    return { name, arguments: given };
  }

  /** A literal: string, number, word of JSON or Python, list, tuple or object. */
  value(depth = 0): Value {
    if (depth > deepest) throw new NotReadable('The values are nested too deeply.');
    const next = this.text[this.at];
    if (next === '"' || next === "'") return this.string();
    if (next === '[') return this.list('[', ']', depth);
    if (next === '(') return this.list('(', ')', depth);
    if (next === '{') return this.object(depth);
    const number = this.match(/-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_.])/uy);
    if (number !== null) return Number(number);
    const word = this.match(/[A-Za-z]+(?![\p{L}\p{N}_])/uy);
    const known = word === null ? undefined : words[word];
    if (known === undefined) throw new NotReadable(`${word === null ? this.near() : `The word ${word}`} is no value; text needs quotes.`);
    return known;
  }

  /** A string in single, double or tripled quotes. Line breaks may be real or escaped; an unknown escape keeps its backslash. */
  string(): string {
    const quote = this.text[this.at] ?? '';
    if (quote !== '"' && quote !== "'") throw new NotReadable(`There is ${this.near()} where a quoted text should be.`);
    const end = this.text.startsWith(quote.repeat(3), this.at) ? quote.repeat(3) : quote;
    this.at += end.length;
    let text = '';
    while (!this.take(end)) {
      if (this.done) throw new NotReadable('A quoted text is never closed.');
      text += this.take('\\') ? this.escape() : this.text[this.at++];
    }
    return text;
  }

  /** What comes next, for messages. */
  near(): string {
    return this.done ? 'nothing' : `“${this.text.slice(this.at, this.at + 24).replace(/\s+/g, ' ')}”`;
  }

  private escape(): string {
    const code = this.match(/u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|U[\dA-Fa-f]{8}/y);
    if (code !== null) {
      const point = parseInt(code.slice(1), 16);
      return point > 0x10ffff ? `\\${code}` : String.fromCodePoint(point);
    }
    if (this.done) throw new NotReadable('A quoted text is never closed.');
    const letter = this.text[this.at++] ?? '';
    return Object.hasOwn(simpleEscapes, letter) ? (simpleEscapes[letter] ?? '') : `\\${letter}`;
  }

  private list(open: string, close: string, depth: number): Value[] {
    this.expect(open);
    const items: Value[] = [];
    while (!this.space().take(close)) {
      if (items.length > 0) {
        this.expect(',');
        if (this.space().take(close)) break;
      }
      items.push(this.value(depth + 1));
    }
    return items;
  }

  private object(depth: number): Value {
    this.expect('{');
    const entries = new Map<string, Value>();
    while (!this.space().take('}')) {
      if (entries.size > 0) {
        this.expect(',');
        if (this.space().take('}')) break;
      }
      const key = this.string();
      if (entries.has(key)) throw new NotReadable(`“${key}” is given twice.`);
      this.space().expect(':');
      this.space();
      entries.set(key, this.value(depth + 1));
    }
    return Object.fromEntries(entries);
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }
}

/** The one literal that `text` is; throws NotReadable when anything else is in it. */
export function readValue(text: string): Value {
  const scanner = new Scanner(text);
  const value = scanner.space().value();
  if (!scanner.space().done) throw new NotReadable(`After the value comes ${scanner.near()}.`);
  return value;
}

/** A literal in single quotes that Scanner.string reads back exactly. */
export function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t')}'`;
}

export function isObject(value: Value | undefined): value is { [key: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
