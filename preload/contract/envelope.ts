import { z } from 'zod';

/** Every way a tool call can fail. A code is data: hints and recovery are chosen by it. */
export const errorCodes = [
  'NOT_FOUND',
  'ACCESS_DENIED',
  'INVALID_PARAM',
  'NOT_READ',
  'CONFLICT',
  'NOT_UNIQUE',
  'ENCODING',
  'BINARY_FILE',
  'IS_DIRECTORY',
  'TOO_LARGE',
  'TIMEOUT',
  'CANCELLED',
  'DENIED',
  'FORBIDDEN',
  'CIRCUIT_OPEN',
  'STALE_CAPTURE',
  'OUT_OF_RANGE',
  'NO_EFFECT',
  'FOCUS_LOST',
  'UNSUPPORTED',
  'TRUNCATED',
  'EXECUTION_ERROR',
  'INTERNAL_ERROR',
] as const;

export const errorCodeSchema = z.enum(errorCodes);
export type ErrorCode = z.infer<typeof errorCodeSchema>;

export const toolErrorSchema = z.object({
  code: errorCodeSchema,
  message: z.string(),
  /** Likely cause and the next step to try. */
  hint: z.string(),
});
export type ToolError = z.infer<typeof toolErrorSchema>;

/**
 * The one shape of every tool result: what the model is sent (as JSON text), what the trace
 * keeps, what the window draws. "Nothing found" is `success` with empty data, never an error.
 */
export const envelopeSchema = z.object({
  status: z.enum(['success', 'partial', 'error']),
  data: z.record(z.string(), z.unknown()),
  /** One or a few lines for the model and the person. */
  text: z.string(),
  error: toolErrorSchema.optional(),
  stats: z.object({ time_ms: z.number() }).catchall(z.unknown()),
  context: z.object({
    cwd: z.string(),
    params_input: z.unknown(),
    path_resolved: z.string().optional(),
  }),
});
export type Envelope = z.infer<typeof envelopeSchema>;
