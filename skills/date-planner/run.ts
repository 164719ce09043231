import { createServe, serveStandardStreams } from '../serve';
import { answer } from './source/answer';

export const serve = createServe((args, context) => Promise.resolve(answer(args, context.language)));

if (require.main === module) serveStandardStreams(serve);
