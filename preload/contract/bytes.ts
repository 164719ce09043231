import { z } from 'zod';

/** Bytes of a picture; `z.instanceof` would narrow to one kind of buffer, which Node's own Buffers are not. */
export const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'expected bytes');
