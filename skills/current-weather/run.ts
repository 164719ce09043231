import { createServe, serveStandardStreams } from '../serve';
import { answer } from './source/answer';

export const serve = createServe(answer);

if (require.main === module) serveStandardStreams(serve);
