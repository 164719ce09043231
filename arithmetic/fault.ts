/** Why there is no result; each has its own sentence wherever it is told. */
export type CalculationFault = 'syntax' | 'zero' | 'power' | 'size' | 'work' | 'depth' | 'arguments' | 'domain';

/** The place in what was written that a fault is about (offsets in characters). */
export interface Place {
  start: number;
  end: number;
}

/** Thrown while a calculation is read or done; `calculate` turns it into its answer. */
export class CalculationError extends Error {
  constructor(
    readonly fault: CalculationFault,
    readonly place?: Place,
    /** What was expected, or what the rule is, in a few English words. */
    readonly detail?: string,
  ) {
    super(detail ?? fault);
  }
}
