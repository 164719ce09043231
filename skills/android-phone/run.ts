import { createServe, serveStandardStreams } from '../serve';
import { usePhone } from './source/phone';

export const serve = createServe((args, context) => usePhone(args, context));

if (require.main === module) serveStandardStreams(serve);
