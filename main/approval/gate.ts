import { randomUUID } from 'node:crypto';
import type { ApprovalAnswer, ApprovalMode, ApprovalRequest, Level } from '../../preload/contract/approval';
import type { Language } from '../../preload/contract/settings';
import { isPhrase, say } from '../locales/say';
import type { Pass, PreparedCall } from '../tools/call';
import type { Facts } from '../tools/tool';
import { untilStopped } from '../tools/until-stopped';
import { classify } from './classify';
import { rank } from './levels';
import { approvalRequest } from './request';
import type { Gate, Judgement, Verdict } from './verdict';

/** Whoever answers the dialog: the person, or a fixed answer of the command line. */
export interface Asker {
  /** Rejects when `signal` fires. */
  ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>;
  readonly by: 'person' | 'flag';
}

export interface GateOptions {
  /** Read at each decision, so that a change in the settings counts at once. */
  mode(): ApprovalMode;
  language(): Language;
  asker: Asker;
}

/** The lowest level that asks, by mode. */
const asksFrom: Record<ApprovalMode, Level> = { careful: 'reversible', balanced: 'risky', hands_off: 'consequential' };

/**
 * The one way through: judges a call by its facts, asks if the mode says so, and gives a pass that
 * fits exactly this call, once. Session grants live in memory only and end with it.
 */
export function createGate(options: GateOptions): Gate {
  const passes = new WeakSet<Pass>();
  const grants = new Set<string>();

  const allow = (call: PreparedCall, by: 'policy' | 'grant' | 'flag' | 'person', judgement: Judgement): Verdict => {
    const pass: Pass = Object.freeze({ hash: call.hash });
    passes.add(pass);
    return { decision: 'allow', by, judgement, pass };
  };

  async function ask(call: PreparedCall, facts: Facts, judgement: Judgement, level: ApprovalRequest['level'], signal: AbortSignal): Promise<Verdict> {
    const { asker } = options;
    const request = approvalRequest(randomUUID(), call, facts, { ...judgement, level }, options.language());
    const answer = await untilStopped(asker.ask(request, signal), signal).catch((error: unknown): ApprovalAnswer => {
      if (signal.aborted) throw error;
      return { id: request.id, decision: 'deny', message: say(options.language(), 'approval.denied.unasked') };
    });
    // An answer to another question is no answer to this one.
    if (answer.id !== request.id || answer.decision === 'deny') {
      return { decision: 'deny', by: asker.by, judgement, message: answer.id === request.id ? (answer.message ?? '') : '' };
    }
    if (answer.decision === 'allow_session' && judgement.scope !== null) grants.add(judgement.scope);
    return allow(call, asker.by, judgement);
  }

  return {
    async decide(call, facts, { signal, onAsk }) {
      const judgement = await classify(call, facts);
      signal.throwIfAborted();
      const { level } = judgement;
      if (level === 'forbidden') return { decision: 'forbidden', by: 'policy', judgement };
      if (level === 'observe' || rank(level) < rank(asksFrom[options.mode()])) return allow(call, 'policy', judgement);
      if (judgement.scope !== null && grants.has(judgement.scope)) return allow(call, 'grant', judgement);
      onAsk(judgement, explain(judgement));
      return ask(call, facts, judgement, level, signal);
    },
    explain,
    redeem: (pass, hash) => pass.hash === hash && passes.delete(pass),
  };

  function explain(judgement: Judgement): string[] {
    return judgement.reasons.map(({ code, detail }) => (isPhrase(code) ? say(options.language(), code, { detail: detail ?? '' }) : code));
  }
}
