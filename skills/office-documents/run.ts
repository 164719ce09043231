import { createServe, serveStandardStreams } from '../serve';
import { answer } from './source/answer';

export const serve = createServe((args, context) => answer(args, context));

if (require.main === module) serveStandardStreams(serve);
