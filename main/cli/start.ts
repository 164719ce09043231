import path from 'node:path';
import { runCompiled } from './compiled';

// dist/main/cli.js: `main/cli.ts` is beside it, and what the build compiled of that in dist/compiled.
runCompiled(path.join(__dirname, 'cli-program.js'), path.join(__dirname, '..', 'compiled'));
