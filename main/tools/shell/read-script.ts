import type { Node } from 'web-tree-sitter';
import { parseBash } from './grammar';
import type { Doubt, Redirect, Script, ShellCommand, Word } from './script';
import { handedOn } from './wrappers';
import { crudeWords, expandWord, gaps, type Variables } from './words';

/** Scripts within scripts deeper than this are not followed. */
const deepest = 5;

/** Builtins that set variables in ways that aren't followed. */
const setters = new Set(['read', 'printf', 'mapfile', 'readarray', 'getopts', 'let', 'unset', 'declare', 'typeset', 'local', 'export', 'readonly', 'wait', 'coproc', 'exec']);

/** Builtins that run a text, which may set anything. */
const runners = new Set(['eval', 'source', 'trap']);

/**
 * Everything a Bash script would run: every simple command in chains, pipes, loops, substitutions,
 * functions and here-documents, and those that wrappers (sudo, xargs, bash -c, eval…) hand on.
 * Has no effect. Never rejects on bad input: what isn't understood is a doubt.
 */
export async function readScript(text: string, known: Record<string, string>): Promise<Script> {
  const script: Script = { commands: [], functions: [], doubts: [], background: false };
  await readInto(script, text, new Map(Object.entries(known)), [], 0);
  return script;
}

async function readInto(script: Script, text: string, known: Variables, via: string[], depth: number): Promise<void> {
  if (depth > deepest) return doubt(script, 'depth');
  const first = script.commands.length;
  const tree = await parseBash(text);
  let texts: string[] = [];
  try {
    if (tree.rootNode.hasError || joinsLines(tree.rootNode)) {
      doubt(script, 'syntax');
      // Asks anyway; but a red line in it must be seen all the same.
      script.commands.push(...crudeCommands(text, via));
    }
    // Bash takes a carriage return for a letter, the grammar doesn't; other control characters hide what is shown.
    if (/[\x00-\x08\x0b-\x1f\x7f]/.test(text)) doubt(script, 'hidden');
    if (evaluatesText(tree.rootNode)) doubt(script, 'hidden');
    const reader = new Reader(script, certainVariables(tree.rootNode, known), via);
    reader.visit(tree.rootNode);
    texts = reader.texts;
  } finally {
    tree.delete();
  }
  for (const inner of texts) await readInto(script, inner, known, via, depth + 1);
  for (const command of script.commands.slice(first)) await follow(script, command, known, depth);
}

/** Adds what a command hands on to others: the rest of its words, or text that is a script itself. */
async function follow(script: Script, command: ShellCommand, known: Variables, depth: number): Promise<void> {
  for (const handed of handedOn(command)) {
    const via = [...command.via, handed.by];
    if (handed.doubt) doubt(script, 'dynamic');
    if (handed.words) {
      const inner: ShellCommand = { ...command, words: handed.words, assignments: handed.assignments ?? [], redirects: [], via };
      script.commands.push(inner);
      if (via.length <= deepest * 2) await follow(script, inner, known, depth);
      else doubt(script, 'depth');
    }
    if (handed.text !== undefined) await readInto(script, handed.text, known, via, depth + 1);
  }
}

function doubt(script: Script, kind: Doubt): void {
  if (!script.doubts.includes(kind)) script.doubts.push(kind);
}

function crudeCommands(text: string, via: string[]): ShellCommand[] {
  const parts = text.split(/[;&|\n()`]+/).map(crudeWords);
  return parts
    // In text of other languages, as here-documents hold it, import is no program.
    .filter((words) => words.length > 0 && words[0]?.text !== 'import')
    .map((words, index) => ({ words, assignments: [], redirects: [], via, input: 'inherited', hereText: null, pipeline: -1 - index, stage: 0 }));
}

/**
 * Whether the grammar took two lines for one command: it overlooks the end of a line before a
 * backslash, though `ls` and then `\\touch x` are two commands to Bash.
 */
function joinsLines(root: Node): boolean {
  return root.descendantsOfType('command').some((node) => {
    if (node === null || !node.text.includes('\n')) return false;
    const own = gaps(node).filter((part): part is string => typeof part === 'string');
    const words = node.namedChildren.flatMap((child) => (child !== null && /^(word|command_name|concatenation|number)$/.test(child.type) ? [child.type === 'concatenation' ? gaps(child).filter((part) => typeof part === 'string').join('') : child.text] : []));
    return [...own, ...words].some((part) => /(^|[^\\])(\\\\)*\n/.test(part));
  });
}

/**
 * Arithmetic evaluates the text of variables, and a subscript in such a text runs substitutions
 * (x='a[$(date)]'; echo $((x))): whether both could meet in this script.
 */
function evaluatesText(root: Node): boolean {
  const tests = root.descendantsOfType(['test_command', 'command']).some((node) => node !== null && /(^|\s)-(eq|ne|lt|le|gt|ge|v)(\s|$)/.test(node.text));
  const sums = root.descendantsOfType(['arithmetic_expansion', 'c_style_for_statement', 'subscript', 'compound_statement', 'test_command']);
  const arithmetic = tests || sums.some((node) => node !== null && (node.type !== 'compound_statement' && node.type !== 'test_command' ? /[A-Za-z_$]/.test(node.text.replace(/^\$?\(\(/, '')) : node.text.startsWith('((')));
  // So does an offset in an expansion, and a name that another variable gives.
  const expansions = root.descendantsOfType('expansion').some((node) => node !== null && /^\$\{(!|[^:}]*:(?![-=?+]).*[A-Za-z_$[])/s.test(node.text));
  if (!arithmetic && !expansions) return false;
  const values = root.descendantsOfType('variable_assignment').some((node) => node !== null && !/^\w+ ?\+?= ?["']?[-\w.]*["']?$/.test(node.text));
  const given = root.descendantsOfType(['for_statement', 'command', 'declaration_command']).some((node) => node !== null && (node.type === 'for_statement' ? !/^for \w+ in [\w. -]*$/m.test(node.text.split(/[;\n]/)[0] ?? '') : node.text.replace(/['"\\]/g, '').split(/\s+/).some((word) => setters.has(word) && word !== 'printf')));
  return values || given || root.descendantsOfType('raw_string').some((node) => node !== null && /\[.*[$`]/s.test(node.text));
}

/** Variables whose value is certain everywhere: set once, plainly, at the top, and by nothing else. */
function certainVariables(root: Node, known: Variables): Map<string, string> {
  const commands = root.descendantsOfType(['command', 'declaration_command', 'unset_command']).flatMap((node) => (node === null ? [] : [node.text.replace(/['"\\]/g, '').split(/[\s;=]+/)]));
  if (commands.some((words) => words.some((word, index) => runners.has(word) || (word === '.' && (index === 0 || ['command', 'builtin'].includes(words[0] ?? '')))))) return new Map();
  const certain = new Map(known);
  if (/\b(cd|pushd|popd)\b/.test(root.text)) certain.delete('PWD');
  const assignments = root.descendantsOfType('variable_assignment').filter((node) => node !== null);
  const names = assignments.map((node) => (node.childForFieldName('name')?.text ?? '').replace(/\[.*/s, ''));
  const touched = new Set<string>();
  for (const words of commands) {
    if (!words.some((word) => setters.has(word))) continue;
    // A name that is itself the value of a variable could be any.
    const touches = words.some((word) => /[$`]/.test(word)) ? [...words, ...names] : words;
    touches.forEach((word) => touched.add(word.replace(/^-v/, '').replace(/[^\w].*/s, '')));
  }
  for (const loop of root.descendantsOfType(['for_statement', 'expansion', 'c_style_for_statement', 'arithmetic_expansion', 'compound_statement'])) {
    if (loop?.type === 'for_statement') touched.add(loop.childForFieldName('variable')?.text ?? '');
    else if (loop && /(:?=|\+\+|--)/.test(loop.text)) names.forEach((name) => loop.text.includes(name) && loop.type !== 'compound_statement' && touched.add(name));
  }
  for (const name of new Set([...names, ...touched])) certain.delete(name);
  for (const node of assignments) {
    const name = node.childForFieldName('name')?.text ?? '';
    const value = node.childForFieldName('value');
    const atTop = node.parent?.id === root.id;
    // In the background it is set for nobody else.
    const plain = !node.text.includes('+=') && atTop && node.nextSibling?.type !== '&' && names.filter((other) => other === name).length === 1 && !touched.has(name);
    if (!plain || (value !== null && value.type === 'array')) continue;
    const words = value === null ? [] : expandWord(value, certain, () => undefined);
    const text = value === null ? '' : words.length === 1 ? words[0]?.text : null;
    // Used before it is set, it is something else.
    const usedBefore = root.descendantsOfType(['simple_expansion', 'expansion']).some((use) => use !== null && use.startIndex < node.startIndex && use.text.includes(name));
    if (text !== null && text !== undefined && !usedBefore) certain.set(name, text);
  }
  return certain;
}

/** Walks one syntax tree and collects its simple commands. */
class Reader {
  /** Texts that only become scripts after another round of unquoting. */
  readonly texts: string[] = [];
  private pipelines = 0;

  constructor(
    private readonly script: Script,
    private readonly variables: Variables,
    private readonly via: string[],
  ) {}

  visit(node: Node, place: { pipeline: number; stage: number } = { pipeline: this.pipelines++, stage: 0 }, outer: Redirect[] = [], here: string | null = null): void {
    switch (node.type) {
      case 'command':
      case 'declaration_command':
      case 'unset_command':
        this.add(node, place, outer, here);
        break;
      case 'test_command':
        // `[ … ]` and `[[ … ]]` run nothing but what is substituted in them.
        break;
      case 'redirected_statement': {
        const redirects = node.childrenForFieldName('redirect').filter((child) => child !== null);
        const found = redirects.flatMap((redirect) => this.redirect(redirect));
        const text = redirects.map((redirect) => this.hereText(redirect)).find((value) => value !== undefined) ?? null;
        const body = node.childForFieldName('body');
        if (body) this.visit(body, place, [...outer, ...found], text);
        // Of a compound statement not every part sees its redirects; by themselves they all count.
        if (body?.type !== 'command') this.script.commands.push(this.command([], [], found, place, null));
        redirects.forEach((redirect) => this.inside(redirect));
        return;
      }
      case 'pipeline': {
        const pipeline = this.pipelines++;
        node.namedChildren.forEach((child, stage) => child && this.visit(child, { pipeline, stage: place.stage + stage }, outer, stage === 0 ? here : null));
        return;
      }
      case 'variable_assignment':
        if (node.parent?.type !== 'command') this.script.commands.push(this.command([], [this.assignment(node)], [], place, null));
        break;
      case 'command_substitution':
        // Between backticks a backslash quotes once more: `echo \$(date)` runs date.
        if (node.text.startsWith('`') && node.text.includes('\\')) this.texts.push(node.text.slice(1, -1).replace(/\\([$`\\])/g, '$1'));
        break;
      case 'file_redirect': {
        // Wherever it stands, it opens a file: `$(<file)` does without any program, a function at each call.
        const found = this.redirect(node);
        if (found.length > 0) this.script.commands.push(this.command([], [], found, place, null));
        break;
      }
      case 'function_definition':
        this.script.functions.push(node.childForFieldName('name')?.text ?? '');
        break;
      case 'subshell':
      case 'compound_statement':
      case 'do_group':
      case 'while_statement':
      case 'if_statement':
      case 'for_statement':
      case 'case_statement':
      case 'list':
      case 'negated_command':
        this.each(node, (child) => this.visit(child, place, outer, here));
        return;
      default:
        break;
    }
    this.inside(node);
  }

  private each(node: Node, visit: (child: Node) => void): void {
    for (const child of node.children) {
      if (child === null) continue;
      if (child.type === '&') this.script.background = true;
      if (child.isNamed) visit(child);
    }
  }

  /** Commands within a node that is no command itself start pipelines of their own. */
  private inside(node: Node): void {
    this.each(node, (child) => this.visit(child));
  }

  private add(node: Node, place: { pipeline: number; stage: number }, outer: Redirect[], here: string | null): void {
    const parts = node.namedChildren.filter((child) => child !== null);
    const assignments = parts.filter((part) => part.type === 'variable_assignment').map((part) => this.assignment(part));
    const redirects = parts.filter((part) => part.type.endsWith('_redirect'));
    const words = parts
      .filter((part) => part.type !== 'variable_assignment' && !part.type.endsWith('_redirect') && part.type !== 'comment')
      .flatMap((part) => expandWord(part, this.variables, () => doubt(this.script, 'hidden')));
    const keyword = node.type === 'command' ? [] : [literal(node.children[0]?.text ?? '')];
    const found = redirects.flatMap((redirect) => this.redirect(redirect));
    const text = redirects.map((redirect) => this.hereText(redirect)).find((value) => value !== undefined) ?? here;
    const command = this.command([...keyword, ...words], assignments, [...outer, ...found], place, text);
    if (command.words[0] && (command.words[0].text === null || command.words[0].glob)) doubt(this.script, 'dynamic');
    this.script.commands.push(command);
  }

  private command(words: Word[], assignments: ShellCommand['assignments'], redirects: Redirect[], place: { pipeline: number; stage: number }, hereText: string | null): ShellCommand {
    const input = redirects.some((redirect) => redirect.kind === 'here') ? 'here' : place.stage > 0 ? 'pipe' : 'inherited';
    return { words, assignments, redirects, via: this.via, input, hereText, ...place };
  }

  private assignment(node: Node): { name: string; value: Word } {
    const name = node.childForFieldName('name')?.text ?? '';
    const value = node.childForFieldName('value');
    const words = value === null ? [literal('')] : expandWord(value, this.variables, () => doubt(this.script, 'hidden'));
    return { name: name.replace(/\[.*/s, ''), value: words[0] ?? literal('') };
  }

  private redirect(node: Node): Redirect[] {
    if (node.type === 'herestring_redirect' || node.type === 'heredoc_redirect') {
      // A here-document may carry further redirects and the rest of its pipeline as its children.
      const more = node.type === 'heredoc_redirect' ? node.namedChildren.filter((child) => child !== null && child.type.endsWith('_redirect')) : [];
      return [{ kind: 'here', target: literal('') }, ...more.flatMap((child) => (child ? this.redirect(child) : []))];
    }
    const destination = node.childrenForFieldName('destination').filter((child) => child !== null);
    const operator = node.children.find((child) => child !== null && !child.isNamed)?.text ?? '';
    return destination.flatMap((child) => {
      const words = expandWord(child, this.variables, () => doubt(this.script, 'hidden'));
      const duplicates = operator.endsWith('&') && words.every((word) => word.text !== null && /^(\d+|-|\d+-)$/.test(word.text));
      if (duplicates) return [];
      return words.map((target): Redirect => ({ kind: operator.startsWith('<') && operator !== '<>' ? 'read' : 'write', target }));
    });
  }

  private hereText(node: Node): string | null | undefined {
    if (node.type === 'herestring_redirect') {
      const child = node.namedChildren.find((part) => part !== null);
      const words = child ? expandWord(child, this.variables, () => doubt(this.script, 'hidden')) : [];
      return words.every((word) => word.text !== null) ? words.map((word) => word.text).join(' ') : null;
    }
    if (node.type !== 'heredoc_redirect') return undefined;
    const body = node.descendantsOfType('heredoc_body')[0];
    const quoted = /['"\\]/.test(node.descendantsOfType('heredoc_start')[0]?.text ?? '');
    if (!body) return '';
    if (!quoted && /`|\$\(/.test(body.text) && body.descendantsOfType('command_substitution').length === 0) doubt(this.script, 'hidden');
    return quoted || !/[$`\\]/.test(body.text) ? body.text : null;
  }
}

function literal(text: string): Word {
  return { text, pattern: text, glob: false };
}
