import { errorCodeSchema } from '../../preload/contract/envelope';
import { failure, type Outcome } from '../../main/tools/tool';
import { HostFailure } from './host-client';

/** A host's failure as a tool's outcome. */
export function failed(error: unknown): Outcome {
  if (error instanceof HostFailure) {
    const code = errorCodeSchema.safeParse(error.code);
    return failure(code.success ? code.data : 'EXECUTION_ERROR', error.message, error.hint);
  }
  return failure('INTERNAL_ERROR', error instanceof Error ? error.message : String(error), 'Observe, then try again.');
}
