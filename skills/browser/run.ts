import { createServe, serveStandardStreams, type Serve } from '../serve';
import { createHandler } from './source/handle';

export const serve: Serve = async (lines, write, environment) => {
  const { handle, close } = createHandler();
  try {
    await createServe(handle)(lines, write, environment);
  } finally {
    await close();
  }
};

if (require.main === module) serveStandardStreams(serve);
