import { dirname, isAbsolute, join, normalize } from 'node:path';
import { goneTo } from '../../tools/shell/command-paths';
import type { Script } from '../../tools/shell/script';
import { programOf } from '../../tools/shell/wrappers';

const interpreters = /^(python[\d.]*|node|nodejs|deno|bun|tsx|ts-node|perl|ruby|php|lua|Rscript|julia|tclsh|osascript|sh|bash|dash|zsh|ksh|fish|source|\.|awk|gawk|sed|make|gmake)$/;
/** Files that programs run without their being named. */
const implied: Record<string, string[]> = {
  npm: ['package.json'], npx: ['package.json'], yarn: ['package.json'], pnpm: ['package.json'], bun: ['package.json'],
  make: ['Makefile', 'makefile', 'GNUmakefile'], gmake: ['Makefile', 'makefile', 'GNUmakefile'], just: ['justfile'], cmake: ['CMakeLists.txt'],
  gradle: ['build.gradle', 'build.gradle.kts'], gradlew: ['build.gradle', 'build.gradle.kts'], cargo: ['build.rs'], rake: ['Rakefile'], pytest: ['conftest.py'], tox: ['tox.ini'], docker: ['Dockerfile'],
};

/** Absolute paths of the files whose content a script would run, as far as it names or implies them. */
export function filesRun(script: Script, directory: string): string[] {
  const folders = goneTo(script, directory);
  const found = new Set<string>();
  const add = (path: string) => {
    for (const folder of folders) found.add(normalize(isAbsolute(path) ? path : join(folder, path)));
  };
  for (const command of script.commands) {
    const name = command.words[0]?.text ?? '';
    const program = programOf(command);
    if (name.includes('/')) add(name);
    if (interpreters.test(program)) for (const word of command.words.slice(1)) if (word.text !== null && word.text !== '') add(word.text);
    if (interpreters.test(program)) for (const { kind, target } of command.redirects) if (kind === 'read' && target.text !== null) add(target.text);
    for (const file of (Object.hasOwn(implied, program) ? implied[program] : undefined) ?? []) add(name.includes('/') ? join(dirname(name), file) : file);
  }
  return [...found];
}
