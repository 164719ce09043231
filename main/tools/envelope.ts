import type { Envelope, ErrorCode } from '../../preload/contract/envelope';
import { systemCode, ToolFault } from './fault';
import { failure, type Outcome } from './tool';

/** A long argument is repeated to the model only by its beginning: it wrote the rest itself. */
const longestEcho = 200;

/** Wraps what a tool handed back into the one shape of every result. */
export function toEnvelope(outcome: Outcome, params: unknown, cwd: string, timeMs: number): Envelope {
  return {
    status: outcome.status,
    data: outcome.data,
    text: outcome.text,
    ...(outcome.error ? { error: outcome.error } : {}),
    stats: { time_ms: Math.round(timeMs * 10) / 10, ...outcome.stats },
    context: {
      cwd,
      params_input: shorten(params),
      ...(outcome.path_resolved === undefined ? {} : { path_resolved: outcome.path_resolved }),
    },
  };
}

/** The outcome for whatever was thrown inside a tool: a code that can be acted on, never a stack. */
export function toOutcome(error: unknown): Outcome {
  if (error instanceof ToolFault) return failure(error.code, error.message, error.hint, error.data);
  const message = error instanceof Error ? error.message : String(error);
  const [code, hint] = systemFaults[systemCode(error)] ?? ['INTERNAL_ERROR', 'This is a fault of the tool, not of the call. Try another way.'];
  return failure(code, message.replace(ourTemporary, '$1'), hint);
}

/** The name that a file's new content is prepared under, which says nothing to anybody. */
const ourTemporary = /\.([^/\\]+)\.[0-9a-f]{12}\.tmp\b/g;

const systemFaults: Record<string, [ErrorCode, string]> = {
  ENOENT: ['NOT_FOUND', 'Check the spelling; list the folder with LS.'],
  ENOTDIR: ['NOT_FOUND', 'A part of the path is a file, not a folder.'],
  EEXIST: ['NOT_FOUND', 'A part of the path is a file, not a folder.'],
  EISDIR: ['IS_DIRECTORY', 'This is a folder; use LS.'],
  EACCES: ['ACCESS_DENIED', 'The system refuses this account; choose another place.'],
  EPERM: ['ACCESS_DENIED', 'The system refuses this account; choose another place.'],
  EROFS: ['ACCESS_DENIED', 'The disk is read-only; choose another place.'],
  ENOSPC: ['EXECUTION_ERROR', 'The disk is full; free some space, then try again.'],
  EDQUOT: ['EXECUTION_ERROR', 'This account may use no more of the disk; free some space, then try again.'],
  EFBIG: ['EXECUTION_ERROR', 'The file would be larger than the system allows; write less, or in parts.'],
  EMFILE: ['EXECUTION_ERROR', 'Too many open files; try again in a moment.'],
  ENFILE: ['EXECUTION_ERROR', 'Too many open files; try again in a moment.'],
  EAGAIN: ['EXECUTION_ERROR', 'The system is too busy; try again in a moment.'],
  EBUSY: ['EXECUTION_ERROR', 'Another program holds it; close that, or try again in a moment.'],
  ETXTBSY: ['EXECUTION_ERROR', 'The program is running; end it first.'],
  ENAMETOOLONG: ['INVALID_PARAM', 'A name may have 255 bytes.'],
  ECHANGED: ['CONFLICT', 'Read it again, then repeat the change on what is there now.'],
  ELOOP: ['INVALID_PARAM', 'The links point at each other in a circle; name the file itself.'],
};

function shorten(value: unknown): unknown {
  if (typeof value === 'string' && value.length > longestEcho) {
    return `${value.slice(0, longestEcho).replace(/[\uD800-\uDBFF]$/, '')}… (${value.length} characters)`;
  }
  if (Array.isArray(value)) return value.map(shorten);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item)]));
  }
  return value;
}
