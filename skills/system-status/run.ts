import { createServe, serveStandardStreams } from '../serve';
import { answer } from './source/answer';
import { watch } from './source/watch';

export const serve = createServe(answer, watch);

if (require.main === module) serveStandardStreams(serve);
