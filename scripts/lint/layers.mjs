/**
 * The import table of the house as a lint rule: each folder may import the folders named for it,
 * and the packages named for it; anything else is an error. First match by path prefix wins.
 */
import path from 'node:path';

/** Packages that only Electron's own folders may name. */
const ELECTRON = /^electron(\/|$)/;
const NATIVE = /^(@nut-tree-fork\/|screenshot-desktop$|@napi-rs\/image$|@julusian\/jpeg-turbo$|x11$|dbus-next$)/;
const NODE = /^node:/;

/**
 * @typedef {object} Layer
 * @property {string} folder    path prefix of the files it rules
 * @property {string[]} inside  path prefixes of the project that may be imported
 * @property {(name: string) => boolean} packages  which packages may be imported
 * @property {string[]} [types] path prefixes that may be imported for their types only
 * @property {boolean} [ownFolder] each folder below it may import itself
 */

/** @type {Layer[]} */
const LAYERS = [
  { folder: 'preload/contract/', inside: ['preload/contract/'], packages: (name) => name === 'zod' },
  { folder: 'preload/', inside: ['preload/contract/'], packages: (name) => ELECTRON.test(name) },
  {
    folder: 'renderer/',
    inside: ['renderer/', 'preload/contract/'],
    packages: (name) => !ELECTRON.test(name) && !NODE.test(name) && !NATIVE.test(name),
  },
  // Pure mathematics, for the offline planner and the calculator skill alike.
  { folder: 'arithmetic/', inside: ['arithmetic/'], packages: () => false },
  pure('main/locales/', []),
  pure('main/store/', ['main/store/', 'main/locales/']),
  pure('main/tools/', ['main/tools/', 'main/store/', 'main/locales/']),
  pure('main/skills/', ['main/skills/', 'main/tools/', 'main/store/', 'main/locales/']),
  pure('main/approval/', ['main/approval/', 'main/tools/', 'main/store/', 'main/locales/']),
  pure('main/model/', ['main/model/', 'main/tools/', 'main/store/', 'main/locales/', 'arithmetic/']),
  pure('main/agent/', ['main/agent/', 'main/model/', 'main/approval/', 'main/tools/', 'main/skills/', 'main/store/', 'main/locales/']),
  electron('main/ipc/', ['main/ipc/', 'main/agent/']),
  electron('main/window/', ['main/window/']),
  electron('main/security/', ['main/security/']),
  {
    folder: 'main/index.ts',
    inside: ['main/app.ts', 'main/window/', 'main/security/', 'main/store/launch-options', 'preload/contract/'],
    packages: (name) => ELECTRON.test(name) || NODE.test(name),
  },
  { folder: 'main/cli', inside: ['main/', 'skills/', 'preload/contract/'], packages: (name) => !ELECTRON.test(name) && !NATIVE.test(name) },
  // Parts of the app's composition, which are tested in plain Node.
  { folder: 'main/app/', inside: ['main/', 'skills/', 'preload/contract/'], packages: (name) => !ELECTRON.test(name) && !NATIVE.test(name) },
  { folder: 'main/app.ts', inside: ['main/', 'skills/', 'preload/contract/'], packages: (name) => !NATIVE.test(name) },
  {
    folder: 'skills/desktop-control/',
    inside: ['skills/desktop-control/', 'preload/contract/', 'main/tools/tool'],
    types: ['main/tools/'],
    packages: (name) => !ELECTRON.test(name),
  },
  { folder: 'skills/serve.ts', inside: [], packages: (name) => NODE.test(name) },
  { folder: 'skills/calculator/', inside: ['skills/calculator/', 'skills/serve', 'arithmetic/'], packages: (name) => !ELECTRON.test(name) && !NATIVE.test(name) },
  { folder: 'skills/lookups/', inside: ['skills/lookups/', 'skills/serve'], packages: (name) => NODE.test(name) },
  ...['current-weather', 'web-search', 'travel-assistant'].map((name) => ({
    folder: `skills/${name}/`,
    inside: [`skills/${name}/`, 'skills/lookups/', 'skills/serve'],
    packages: (/** @type {string} */ imported) => NODE.test(imported),
  })),
  // A skill knows its own folder and the protocol, nothing of the app: it can be taken out, or put elsewhere.
  { folder: 'skills/', inside: ['skills/serve'], ownFolder: true, packages: (name) => !ELECTRON.test(name) && !NATIVE.test(name) },
  { folder: 'e2e/', inside: ['e2e/', 'preload/contract/', 'scripts/'], packages: (name) => !ELECTRON.test(name) && !NATIVE.test(name) },
];

/** @param {string} folder @param {string[]} inside @returns {Layer} */
function pure(folder, inside) {
  // @napi-rs/image scales pictures for models; it is native but opens no window and no display.
  return {
    folder,
    inside: [...inside, folder, 'preload/contract/'],
    packages: (name) => !ELECTRON.test(name) && (!NATIVE.test(name) || name === '@napi-rs/image'),
  };
}

/** @param {string} folder @param {string[]} inside @returns {Layer} */
function electron(folder, inside) {
  return {
    folder,
    inside: [...inside, 'preload/contract/', 'main/store/', 'main/locales/'],
    packages: (name) => ELECTRON.test(name) || NODE.test(name) || name === 'zod',
  };
}

/** @param {string} from @param {string} specifier @param {boolean} typeOnly @returns {string | null} why not */
export function judgeImport(from, specifier, typeOnly) {
  const layer = LAYERS.find((candidate) => from.startsWith(candidate.folder));
  if (!layer) return null;
  if (!specifier.startsWith('.')) {
    return layer.packages(specifier) ? null : `${layer.folder} may not import ${specifier}`;
  }
  const target = path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier));
  const own = layer.ownFolder ? [from.slice(0, from.indexOf('/', layer.folder.length) + 1)] : [];
  const allowed = [...layer.inside, ...own, ...(typeOnly ? (layer.types ?? []) : [])];
  return allowed.some((prefix) => target.startsWith(prefix.replace(/\.ts$/, ''))) ? null : `${layer.folder} may not import ${target}`;
}

/** @param {string} file */
const isTest = (file) => /\.test\.tsx?$/.test(file) || file.endsWith('test-bed.ts');

/** @typedef {import('estree').ImportDeclaration | import('estree').ExportNamedDeclaration | import('estree').ExportAllDeclaration | import('estree').ImportExpression} Importing */

/** @type {import('eslint').Rule.RuleModule} */
const rule = {
  meta: { type: 'problem', docs: { description: 'imports follow the table of folders' }, schema: [] },
  create(context) {
    const from = path.relative(context.cwd, context.filename).split(path.sep).join('/');
    if (isTest(from)) return {};
    /** @param {Importing} node */
    const check = (node) => {
      if (!node.source || !('value' in node.source) || typeof node.source.value !== 'string') return;
      const typeOnly = ('importKind' in node && node.importKind === 'type') || ('exportKind' in node && node.exportKind === 'type');
      const problem = judgeImport(from, node.source.value, typeOnly);
      if (problem) context.report({ node, message: problem });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

export const layers = { rules: { layers: rule } };
