import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { hasInRoot, inRoot } from '../lib/paths.mjs';
import { bundle, forNode, replaceFile, sourcesOf } from './bundle.mjs';
import { rehearse } from './rehearse.mjs';

const require = createRequire(import.meta.url);

/**
 * @typedef {{ inputs: string[], folders?: string[], outputs: string[] }} Built what it was made from and what came out
 * @typedef {{ name: string, needs: string, build: () => Promise<Built> }} Target `needs`: the source without which
 *   there is nothing to build
 */

/** @type {Target[]} */
export const targets = [
  { name: 'main', needs: 'main', build: buildMain },
  { name: 'host', needs: 'skills/desktop-control/host/main.ts', build: buildHost },
  { name: 'skills', needs: 'skills', build: buildSkills },
  { name: 'preload', needs: 'preload/index.ts', build: buildPreload },
  { name: 'renderer', needs: 'renderer/index.html', build: buildRenderer },
];

/** Sources below `main`, and what each is called in `dist/main`. */
const MAIN_ENTRIES = [
  ['index', 'index'],
  ['app', 'app'],
  ['cli', 'cli-program'],
  ['cli/start', 'cli'],
  ['tools/documents/document-worker', 'document-worker'],
  ['agent/context/tokenizer', 'tokenizer'],
  ['skills/run/run-skill', 'run-skill'],
];

/**
 * index.js stays tiny: it makes the window first and then loads app.js, so the import of './app' is kept apart.
 * @returns {Promise<Built>}
 */
async function buildMain() {
  const inputs = new Set();
  const outputs = [];
  let parsesShell = false;
  for (const [entry, name] of MAIN_ENTRIES) {
    if (!hasInRoot('main', `${entry}.ts`)) continue;
    const outfile = `dist/main/${name}.js`;
    const metafile = await bundle({
      ...forNode,
      entryPoints: [`main/${entry}.ts`],
      outfile,
      alias: { 'web-tree-sitter': require.resolve('web-tree-sitter') },
      plugins: [
        {
          name: 'keep-app-apart',
          setup: (build) =>
            build.onResolve({ filter: /^\.\/app$/ }, ({ importer }) =>
              importer === inRoot('main', 'index.ts') ? { path: './app.js', external: true } : undefined,
            ),
        },
        {
          // What it brings in to read documents is large, and loaded in a thread of its own.
          name: 'keep-document-worker-apart',
          setup: (build) => build.onResolve({ filter: /^\.\/document-worker$/ }, () => ({ path: './document-worker.js', external: true })),
        },
        {
          // Two megabytes of vocabulary, needed by few runs.
          name: 'keep-tokenizer-apart',
          setup: (build) => build.onResolve({ filter: /^\.\/tokenizer$/ }, () => ({ path: './tokenizer.js', external: true })),
        },
      ],
    });
    for (const file of sourcesOf(metafile)) inputs.add(file);
    parsesShell ||= Object.keys(metafile.inputs).some((file) => file.includes('web-tree-sitter'));
    outputs.push(outfile);
  }
  const maps = 'node_modules/pdfjs-dist/cmaps';
  if (hasInRoot(maps)) {
    for (const name of readdirSync(inRoot(maps))) replaceFile(inRoot('dist/main/cmaps', name), readFileSync(inRoot(maps, name)));
    outputs.push('dist/main/cmaps');
  }
  if (parsesShell) {
    for (const module of ['web-tree-sitter/web-tree-sitter.wasm', '@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm']) {
      const outfile = `dist/main/${module.split('/').at(-1)}`;
      replaceFile(inRoot(outfile), readFileSync(inRoot('node_modules', module)));
      outputs.push(outfile);
    }
  }
  outputs.push(...(await rehearse()));
  return { inputs: [...inputs], folders: ['main'], outputs };
}

/** @returns {Promise<Built>} */
async function buildHost() {
  const outfile = 'dist/skills/desktop-control/host.js';
  const metafile = await bundle({ ...forNode, entryPoints: ['skills/desktop-control/host/main.ts'], outfile });
  const outputs = [outfile];
  if (hasInRoot('skills/desktop-control/SKILL.md')) {
    outputs.push('dist/skills/desktop-control/SKILL.md');
    replaceFile(inRoot('dist/skills/desktop-control/SKILL.md'), readFileSync(inRoot('skills/desktop-control/SKILL.md')));
  }
  return { inputs: sourcesOf(metafile), outputs };
}

/** What of a skill's folder is taken as it is. */
const SKILL_FILES = ['SKILL.md', 'schema.json', 'agents', 'references', 'assets', 'scripts'];

/**
 * Each folder with a SKILL.md: its run.ts as one file, the rest as it is. One that doesn't compile keeps no other from
 * being built; folders whose source is gone go.
 * @returns {Promise<Built>}
 */
async function buildSkills() {
  const names = readdirSync(inRoot('skills')).filter((name) => hasInRoot('skills', name, 'SKILL.md'));
  mkdirSync(inRoot('dist/skills'), { recursive: true });
  for (const name of readdirSync(inRoot('dist/skills')).filter((entry) => !names.includes(entry))) rmSync(inRoot('dist/skills', name), { recursive: true, force: true });
  // The folder itself changes when a skill comes or goes.
  const inputs = new Set(['skills', 'skills/serve.ts']);
  const outputs = [];
  const failures = [];
  // The desktop's own program is a target of its own.
  for (const name of names.filter((entry) => entry !== 'desktop-control')) {
    try {
      if (hasInRoot('skills', name, 'run.ts')) {
        const outfile = `dist/skills/${name}/run.js`;
        for (const file of sourcesOf(await bundle({ ...forNode, entryPoints: [`skills/${name}/run.ts`], outfile }))) inputs.add(file);
        outputs.push(outfile);
      }
      copySkillFiles(name);
      outputs.push(`dist/skills/${name}/SKILL.md`);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return { inputs: [...inputs], folders: names.map((name) => `skills/${name}`), outputs };
}

/** @param {string} name */
function copySkillFiles(name) {
  for (const entry of SKILL_FILES) {
    const from = inRoot('skills', name, entry);
    const to = inRoot('dist/skills', name, entry);
    const half = `${to}.${process.pid}.tmp`;
    if (existsSync(from)) cpSync(from, half, { recursive: true, filter: (file) => !/\.test\.\w+$/.test(basename(file)) });
    rmSync(to, { recursive: true, force: true });
    if (existsSync(half)) renameSync(half, to);
  }
}

/**
 * A sandboxed preload can load nothing but electron, and carries no schema library into each window.
 * @returns {Promise<Built>}
 */
async function buildPreload() {
  const outfile = 'dist/preload/index.js';
  const metafile = await bundle({
    platform: 'browser',
    target: 'chrome114',
    external: ['electron'],
    entryPoints: ['preload/index.ts'],
    outfile,
  });
  const strangers = Object.keys(metafile.inputs).filter((file) => file.includes('node_modules/'));
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path));
  const wrong = [...strangers, ...imports.filter((path) => path !== 'electron')];
  if (wrong.length > 0) {
    throw new Error(`The preload may import electron and types only, but it brings in: ${[...new Set(wrong)].slice(0, 5).join(', ')}.`);
  }
  return { inputs: sourcesOf(metafile), outputs: [outfile] };
}

/** @returns {Promise<Built>} */
async function buildRenderer() {
  // The configuration is TypeScript, which Node 20 cannot load by itself: vite's own loader stays, without its notice.
  process.env.VITE_CONFIG_NATIVE_IGNORE_WARNING ??= 'true';
  const { build } = await import('vite');
  const fresh = inRoot('dist', `.renderer-${process.pid}`);
  try {
    await build({ configFile: inRoot('renderer/vite.config.ts'), logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true } });
    const old = inRoot('dist', `.renderer-old-${process.pid}`);
    mkdirSync(dirname(old), { recursive: true });
    if (hasInRoot('dist/renderer')) renameSync(inRoot('dist/renderer'), old);
    renameSync(fresh, inRoot('dist/renderer'));
    rmSync(old, { recursive: true, force: true });
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return {
    inputs: [],
    folders: ['renderer', 'preload/contract'],
    outputs: readdirSync(inRoot('dist/renderer')).filter((name) => name.endsWith('.html')).map((name) => join('dist/renderer', name)),
  };
}

