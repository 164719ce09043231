import { access, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/**
 * Settings of a repository of its own that let git start nothing while it reads. Everything else counts
 * as naming a program (an external diff, a filter, a textconv, a hook's folder, a helper of a partial
 * clone …): a folder that came from elsewhere may bring them. Settings of the account are the person's.
 * Source: git-config(1), gitattributes(5), githooks(5).
 */
const harmless = [
  /^core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|abbrev|compression|untrackedcache|splitindex|preloadindex|trustctime|checkstat|sparsecheckout(cone)?|longpaths|protect(hfs|ntfs)|commitgraph|multipackindex|whitespace|commentchar|excludesfile|attributesfile|editor|fscache|sharedrepository)$/,
  /^remote\..*\.(url|fetch|push|pushurl|prune|prunetags|tagopt|mirror|skipfetchall|gh-resolved)$/,
  /^(branch|user|author|committer|init|pull|push|fetch|color|advice|commit|tag|status|column|gc|pack|index|feature|rebase|rerere|receive|transfer|maintenance|gui|gitg|github|gitlab|format|grep|blame|stash|i18n|safe|http|https|lfs|versionsort|worktree|vscode-merge-base)\./,
  /^submodule\.(.*\.)?(url|active|branch|recurse|ignore|path|fetchrecursesubmodules|fetchjobs|update)$/,
  /^(log\.(date|decorate|follow|abbrevcommit|mailmap|graphcolors|showroot)|diff\.(renames|renamelimit|algorithm|colormoved|context|mnemonicprefix|noprefix|interhunkcontext|wordregex|indentheuristic|ignoresubmodules|submodule|statgraphwidth)|merge\.(conflictstyle|ff|renames|log|stat))$/,
  /^extensions\.(objectformat|compatobjectformat|refstorage|worktreeconfig|preciousobjects|noop)$/,
];
/** What Git LFS writes: a program of its own that is installed, or fails. */
const lfs = /^filter\.lfs\.(clean|smudge|process|required)\n(git-lfs (clean|smudge)( --skip)? -- %f|git-lfs (filter-process)( --skip)?|true)$/;
const MOST_MODULES = 200;

/** What in the repositories around these folders could make git start a program while it only reads; empty where nothing could. */
export async function repositoryPrograms(directories: readonly string[]): Promise<string[]> {
  const stores = new Set<string>();
  for (const directory of directories) for (const store of await storesOf(directory)) stores.add(store);
  const found: string[] = [];
  for (const store of stores) {
    for (const name of ['config', 'config.worktree']) {
      const settings = programsIn(await readFile(join(store, name), 'latin1').catch(() => ''));
      // Every submodule names its folder; a repository that does shows files of elsewhere.
      found.push(...settings.filter((setting) => setting !== 'core.worktree' || !/[\\/]modules[\\/]/.test(store)));
    }
    // Reading refreshes the index, and this hook follows.
    const hook = join(store, 'hooks', 'post-index-change');
    if (await access(hook).then(() => true, () => false)) found.push(hook);
  }
  return [...new Set(found)];
}

/** The folders in which the repository around a folder keeps its settings, its submodules' among them. */
async function storesOf(directory: string): Promise<string[]> {
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    const store = await storeAt(join(folder, '.git'));
    if (store !== null) {
      const common = await readFile(join(store, 'commondir'), 'utf8').then((text) => resolve(store, text.trim()), () => store);
      return [...new Set([store, common, ...(await modulesIn(join(common, 'modules')))])];
    }
    if (folder === dirname(folder)) return [];
  }
}

/** `.git` is a folder, or a file that names one. */
async function storeAt(path: string): Promise<string | null> {
  const kind = await stat(path).catch(() => null);
  if (kind?.isDirectory()) return path;
  if (!kind?.isFile()) return null;
  const named = /^gitdir: (.*)/.exec(await readFile(path, 'utf8').catch(() => ''))?.[1];
  return named === undefined ? null : resolve(dirname(path), named.trim());
}

/** A submodule's name may hold slashes, and it may have submodules of its own. */
async function modulesIn(folder: string, found: string[] = []): Promise<string[]> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isDirectory() || found.length >= MOST_MODULES) continue;
    const store = join(folder, entry.name);
    const isStore = await access(join(store, 'HEAD')).then(() => true, () => false);
    if (isStore) found.push(store);
    await modulesIn(isStore ? join(store, 'modules') : store, found);
  }
  return found;
}

/** The settings of one file that aren't known to be harmless, by name. What can't be read as git's settings counts too. */
export function programsIn(config: string): string[] {
  const found: string[] = [];
  let section = '';
  for (let line of config.split(/\r?\n/)) {
    for (;;) {
      line = line.trim().replace(/^\uFEFF|^\xEF\xBB\xBF/, '');
      const header = /^\[\s*([a-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/i.exec(line);
      if (!header) break;
      section = `${header[1]}${header[2] === undefined ? '' : `.${header[2]}`}.`;
      line = line.slice(header[0].length);
    }
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    // A value that goes on in the next line could make that line look like another section.
    const setting = line.endsWith('\\') ? null : /^([a-z][a-z0-9-]*)\s*(?:=\s*(.*))?$/i.exec(line);
    const name = setting ? (section + setting[1]).toLowerCase() : line.slice(0, 60);
    const value = setting?.[2]?.replace(/^"(.*)"$/, '$1') ?? '';
    if (!setting || !(harmless.some((pattern) => pattern.test(name)) || lfs.test(`${name}\n${value}`))) found.push(name);
  }
  return found;
}
