import type { Facts, Tool } from './tool';

/** A call as the model wrote it: arguments are still text. */
export interface RawCall {
  id: string;
  name: string;
  arguments: string;
  /** Why the model itself wants the person's yes first. It can only raise what the gate asks. */
  caution?: string;
}

/** A call whose arguments were parsed whole, repaired, coerced and checked; frozen from here on. */
export interface PreparedCall {
  readonly id: string;
  readonly tool: Tool;
  readonly params: Readonly<Record<string, unknown>>;
  /** SHA-256 (hex) of tool name and canonical arguments: what an approval is bound to. */
  readonly hash: string;
  readonly caution?: string;
}

/**
 * Proof that the gate let exactly this call through. Only the gate makes one (it remembers
 * which it made), it fits one hash, and it is used up by the first execution.
 */
export interface Pass {
  readonly hash: string;
  /** Judged to change nothing, so nothing has to be kept before. */
  readonly observes?: boolean;
}

/** Asks the gate whether a pass is genuine, unused and made for this hash; uses it up. */
export type RedeemPass = (pass: Pass, hash: string) => boolean;

export type { Facts };
