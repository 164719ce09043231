import { ToolFault } from './fault';

/** Failures of a tool itself in a row after which it is left alone. */
const mostFailures = 3;
/** For how long, milliseconds; then one call may try again. */
const openTime = 300_000;
/** A tool that just failed is given a little time before the next call, after each failure more, milliseconds. */
const rests = [500, 2_000];

interface Circuit {
  failures: number;
  openUntil: number;
}

/**
 * Keeps a broken tool from being called again and again: counts failures of the tool itself
 * (INTERNAL_ERROR, never answering, a system too busy for it), not mistakes in a call. `now` in milliseconds.
 */
export class CircuitBreaker {
  private readonly circuits = new Map<string, Circuit>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @throws ToolFault CIRCUIT_OPEN while the tool is left alone */
  check(tool: string): void {
    const circuit = this.circuits.get(tool);
    if (!circuit || circuit.failures < mostFailures) return;
    const wait = circuit.openUntil - this.now();
    if (wait > 0) {
      throw new ToolFault('CIRCUIT_OPEN', `${tool} failed ${circuit.failures} times in a row and rests for ${Math.ceil(wait / 1000)} s.`, 'Use another tool, or report what could not be done.');
    }
    // The probe: until it has ended, others wait.
    circuit.openUntil = this.now() + openTime;
  }

  /** How long a call should wait before it uses a tool that failed the last time, milliseconds. */
  rest(tool: string): number {
    return rests[(this.circuits.get(tool)?.failures ?? 0) - 1] ?? 0;
  }

  failed(tool: string): void {
    const failures = (this.circuits.get(tool)?.failures ?? 0) + 1;
    this.circuits.set(tool, { failures, openUntil: this.now() + openTime });
  }

  /** A call ended without telling anything of the tool; a probe may be made again. */
  undecided(tool: string): void {
    const circuit = this.circuits.get(tool);
    if (circuit && circuit.failures >= mostFailures) circuit.openUntil = this.now();
  }

  worked(tool: string): void {
    this.circuits.delete(tool);
  }
}
