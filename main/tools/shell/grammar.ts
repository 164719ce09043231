import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type * as TreeSitter from 'web-tree-sitter';

/** The two compiled parts of the parser: as the build puts them, and as the packages have them. */
const files = {
  engine: ['web-tree-sitter.wasm', 'node_modules/web-tree-sitter/web-tree-sitter.wasm'],
  bash: ['tree-sitter-bash.wasm', 'node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm'],
};

let loading: Promise<TreeSitter.Parser> | null = null;

/**
 * The syntax tree of a Bash script. Trees must be deleted by the caller; they live outside the
 * garbage collector's reach. Rejects when the parser's files are missing.
 */
export async function parseBash(text: string): Promise<TreeSitter.Tree> {
  loading ??= load();
  const parser = await loading;
  const tree = parser.parse(text);
  if (tree === null) throw new Error('The shell parser gave no tree.');
  return tree;
}

async function load(): Promise<TreeSitter.Parser> {
  // Loaded when first needed: most starts of the app judge no command.
  const { Parser, Language } = await import('web-tree-sitter');
  await Parser.init({ wasmBinary: await readFile(locate(files.engine)) });
  const parser = new Parser();
  parser.setLanguage(await Language.load(new Uint8Array(await readFile(locate(files.bash)))));
  return parser;
}

/** Beside the bundle, where the build puts them; in the sources, from the packages further up. */
function locate(names: readonly string[]): string {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const found = names.map((name) => join(folder, name)).find((path) => existsSync(path));
    if (found !== undefined) return found;
    if (dirname(folder) === folder) throw new Error(`The shell parser's file ${names[0]} is missing; build again.`);
  }
}
