import type { Answer } from '../serve';

/** Why a lookup has no answer, in words for the person and the model, and one of the envelope's codes. */
export class LookupProblem extends Error {
  constructor(
    readonly code: 'NOT_FOUND' | 'ACCESS_DENIED' | 'INVALID_PARAM' | 'TIMEOUT' | 'EXECUTION_ERROR',
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

/** What `work` answers, or its problem as an error answer. */
export async function answered(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LookupProblem) return { status: 'error', code: error.code, message: error.message, hint: error.hint };
    throw error;
  }
}
