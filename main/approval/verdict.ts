import type { Level } from '../../preload/contract/approval';
import type { Envelope } from '../../preload/contract/envelope';
import type { Pass, PreparedCall } from '../tools/call';
import type { Facts } from '../tools/tool';

/** One reason for a level; `code` is a key of main/locales, `detail` fills its blank. */
export interface Reason {
  code: string;
  detail?: string;
}

/** What the call could do, judged from its facts alone. */
export interface Judgement {
  level: Level;
  reasons: Reason[];
  /** Named scope a session grant would cover ("run: npm test", "save: Calc"); null when none may be given. */
  scope: string | null;
}

/** The gate's answer. Only `allow` carries a pass. */
export type Verdict =
  | { decision: 'allow'; by: 'policy' | 'grant' | 'flag' | 'person'; judgement: Judgement; pass: Pass }
  | { decision: 'deny'; by: 'person' | 'flag'; judgement: Judgement; message: string }
  | { decision: 'forbidden'; by: 'policy'; judgement: Judgement };

export interface Gate {
  /** Judges, asks if it must, and answers. `onAsk` fires when a dialog opens. Rejects with AbortError on stop. */
  decide(call: PreparedCall, facts: Facts, hooks: { signal: AbortSignal; onAsk(judgement: Judgement, reasons: string[]): void }): Promise<Verdict>;
  /** Takes note of what an executed call has read and written: grants given before untrusted content came are asked again. */
  learn(call: PreparedCall, facts: Facts, envelope: Envelope): void;
  /** Reasons in the person's language. */
  explain(judgement: Judgement): string[];
  redeem(pass: Pass, hash: string): boolean;
}
