import { createServe, serveStandardStreams } from '../serve';
import { answer } from './source/answer';

export const serve = createServe((args, { language }) => Promise.resolve(answer(args, language)));

if (require.main === module) serveStandardStreams(serve);
