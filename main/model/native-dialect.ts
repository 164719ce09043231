import { withoutThoughts } from './chat/thoughts';
import type { Dialect } from './dialect';

/** Tools by the server's own function calls. */
export const nativeDialect: Dialect = {
  name: 'native',
  native: true,
  streams: true,
  prompt: () => '',
  render: (messages) => [...messages],
  read: (reply) => ({ ...reply, text: withoutThoughts(reply.text).trim() }),
};
