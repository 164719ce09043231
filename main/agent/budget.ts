import type { Settings } from '../../preload/contract/settings';
import type { Price, Usage } from '../model/model';

/** What one run may use; null or absent is without limit. */
export interface Limits {
  /** Model turns. */
  steps: number;
  /** Tokens sent and received together. */
  tokens?: number | null;
  /** US dollars. */
  cost?: number | null;
  /** Wall time without pauses, minutes. */
  minutes?: number | null;
}

export type LimitKind = 'steps' | 'tokens' | 'cost' | 'minutes';

export interface BudgetState {
  /** The limit that is nearest to being reached, and the part of it that is used: 1 is all. */
  kind: LimitKind;
  used: number;
  /** What is used and what is allowed, in the limit's own unit. */
  spent: number;
  allowed: number;
}

/** From this part of a limit on the model is told to come to an end. */
const NEAR = 0.85;
/** A run of fewer turns has no room for a warning. */
const FEWEST_STEPS = 4;

/** The limits of a run in the settings, beside its steps. */
export function limitsOf({ max_tokens: tokens, max_cost: cost, max_minutes: minutes }: Pick<Settings, 'max_tokens' | 'max_cost' | 'max_minutes'>): Omit<Limits, 'steps'> {
  return { tokens, cost, minutes };
}

/** US dollars of one answer; null when the model has no price. */
export function costOf(usage: Usage, price: Price | undefined): number | null {
  return price ? (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1_000_000 : null;
}

/** What a run has used of its limits. Counts only; the loop decides. */
export class Budget {
  private steps = 0;
  private tokens = 0;
  private cost = 0;
  private pausedMs = 0;
  private warned = false;
  private readonly startedAt: number;

  constructor(
    private readonly limits: Limits,
    private readonly now: () => number = Date.now,
  ) {
    this.startedAt = now();
  }

  /** Counts one model turn. `cost` in US dollars, null when unknown. */
  spend(usage: Usage, cost: number | null): void {
    this.steps++;
    this.tokens += usage.inputTokens + usage.outputTokens;
    this.cost += cost ?? 0;
  }

  /** Time in which the person held the run doesn't count. */
  paused(milliseconds: number): void {
    this.pausedMs += milliseconds;
  }

  /** The limit that is nearest to being reached. */
  state(): BudgetState {
    const minutes = (this.now() - this.startedAt - this.pausedMs) / 60_000;
    const spent: Record<LimitKind, number> = { steps: this.steps, tokens: this.tokens, cost: this.cost, minutes };
    const states = (['steps', 'tokens', 'cost', 'minutes'] as const).flatMap((kind): BudgetState[] => {
      const allowed = this.limits[kind];
      return typeof allowed === 'number' ? [{ kind, used: spent[kind] / allowed, spent: spent[kind], allowed }] : [];
    });
    return states.reduce((most, state) => (state.used > most.used ? state : most));
  }

  /** The limit that is reached; null while there is room for one more turn. */
  exceeded(): BudgetState | null {
    const state = this.state();
    return state.used >= 1 ? state : null;
  }

  /** The limit that is near, once a run; null before and after. */
  nearing(): BudgetState | null {
    const state = this.state();
    const lastStep = state.kind === 'steps' && state.allowed >= FEWEST_STEPS && state.spent === state.allowed - 1;
    const near = state.kind === 'steps' ? lastStep || (state.allowed * (1 - NEAR) >= 1 && state.used >= NEAR) : state.used >= NEAR;
    if (this.warned || !near || state.used >= 1) return null;
    this.warned = true;
    return state;
  }
}

const UNITS: Record<LimitKind, (value: number) => string> = {
  steps: (value) => (Math.floor(value) === 1 ? '1 turn' : `${Math.floor(value)} turns`),
  tokens: (value) => `${Math.round(value)} tokens`,
  cost: (value) => `US$ ${value.toFixed(3)}`,
  minutes: (value) => `${value.toFixed(1)} minutes`,
};

/** What the model is told near a limit. */
export function wrapUp({ kind, spent, allowed }: BudgetState): string {
  const left = kind === 'steps' ? ` You have ${UNITS.steps(allowed - spent)} left, this one included.` : '';
  return `This run is near its limit: ${UNITS[kind](spent)} of ${UNITS[kind](allowed)} are used.${left} Begin nothing new. Finish or save what is open, then end with a report: what is done, what is not done, and why.`;
}
