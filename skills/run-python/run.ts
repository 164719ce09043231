import { createServe, serveStandardStreams } from '../serve';
import { runPython } from './source/run-python';

export const serve = createServe((args, context) => runPython(args, context));

if (require.main === module) serveStandardStreams(serve);
