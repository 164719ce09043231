/**
 * Settings of a repository of its own that let git start nothing while it reads. Everything else counts
 * as naming a program (an external diff, a filter, a textconv, a hook's folder, a helper of a partial
 * clone …): a folder that came from elsewhere may bring them. Settings of the account are the person's.
 * Source: git-config(1), gitattributes(5), githooks(5), git-lfs-config(5).
 */
const harmless = [
  /^core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|abbrev|compression|untrackedcache|splitindex|preloadindex|trustctime|checkstat|sparsecheckout(cone)?|longpaths|protect(hfs|ntfs)|commitgraph|multipackindex|whitespace|commentchar|excludesfile|attributesfile|editor|fscache|sharedrepository)$/,
  /^remote\..*\.(url|fetch|push|pushurl|prune|prunetags|tagopt|mirror|skipfetchall|gh-resolved)$/,
  /^(branch|user|author|committer|init|pull|push|fetch|color|advice|commit|tag|status|column|gc|pack|index|feature|rebase|rerere|receive|transfer|maintenance|gui|gitg|github|gitlab|grep|blame|stash|i18n|safe|http|https|versionsort|worktree|vscode-merge-base)\./,
  /^(url\..*\.(pushinsteadof|insteadof)|format\.(?!pretty$).*)$/,
  // An extension or a transfer of Git LFS is a program.
  /^lfs\.(.*\.)?(repositoryformatversion|url|pushurl|access|locksverify|fetchinclude|fetchexclude|fetchrecent\w+|pruneoffsetdays|concurrenttransfers|basictransfersonly|allowincompletepush|skipdownloaderrors|lockignoredfiles|setlockablereadonly)$/,
  /^submodule\.(.*\.)?(url|active|branch|ignore|path|fetchrecursesubmodules|fetchjobs|update)$/,
  /^(log\.(date|decorate|follow|abbrevcommit|mailmap|graphcolors|showroot)|diff\.(renames|renamelimit|algorithm|colormoved|context|mnemonicprefix|noprefix|interhunkcontext|wordregex|indentheuristic|ignoresubmodules|statgraphwidth)|merge\.(conflictstyle|ff|renames|log|stat))$/,
  /^extensions\.(objectformat|compatobjectformat|refstorage|worktreeconfig|preciousobjects|noop)$/,
];
const harmlessValues = [
  // What Git LFS writes: a program of its own that is installed, or fails.
  /^filter\.lfs\.(clean|smudge|process|required)\n(git-lfs (clean|smudge)( --skip)? -- %f|git-lfs (filter-process)( --skip)?|true)$/,
  // `diff` would run git in every folder that ever was a submodule.
  /^diff\.submodule\n(short|log)$/,
];

/** The settings of one file that aren't known to be harmless, by name. What can't be read as git's settings counts too. */
export function programsIn(config: string): string[] {
  return settingsIn(config).flatMap(({ name, value }) => (value !== null && (harmless.some((pattern) => pattern.test(name)) || harmlessValues.some((pattern) => pattern.test(`${name}\n${value}`))) ? [] : [name]));
}

/** All settings of one file, names in lower case; without a value what could not be read as one. */
export function settingsIn(config: string): { name: string; value: string | null }[] {
  const found: { name: string; value: string | null }[] = [];
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
    if (setting) found.push({ name: (section + setting[1]).toLowerCase(), value: setting[2]?.replace(/^"(.*)"$/, '$1') ?? '' });
    else found.push({ name: line.slice(0, 60), value: null });
  }
  return found;
}
