import { randomUUID } from 'node:crypto';
import type { ApprovalAnswer, ApprovalMode, ApprovalRequest, Level } from '../../preload/contract/approval';
import type { Language } from '../../preload/contract/settings';
import { isPhrase, say } from '../locales/say';
import type { AuditEntry } from '../store/audit';
import type { Pass, PreparedCall } from '../tools/call';
import type { Facts } from '../tools/tool';
import { untilStopped } from '../tools/until-stopped';
import { auditEntry } from './audit-entry';
import { classify } from './classify';
import { rank } from './levels';
import { approvalRequest } from './request';
import { withStanding, type Standing } from './standing';
import { UntrustedContent } from './untrusted';
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
  /** Keeps every decision (A6). */
  audit?(entry: AuditEntry): void;
  /** The person's standing constraints, as they are at each decision. */
  standing?(): readonly Standing[];
}

/** The lowest level that asks, by mode. */
const asksFrom: Record<ApprovalMode, Level> = { careful: 'reversible', balanced: 'risky', hands_off: 'consequential' };

/**
 * The one way through: judges a call by its facts, asks if the mode says so, and gives a pass that
 * fits exactly this call, once. Session grants live in memory only and end with it; they are
 * suspended by untrusted content that is read after they were given.
 */
export function createGate(options: GateOptions): Gate {
  const passes = new WeakSet<Pass>();
  /** Scope, and when it was granted. */
  const grants = new Map<string, number>();
  const content = new UntrustedContent();

  const allow = (call: PreparedCall, by: 'policy' | 'grant' | 'flag' | 'person', judgement: Judgement): Verdict => {
    const pass: Pass = Object.freeze({ hash: call.hash, observes: judgement.level === 'observe' });
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
    if (answer.decision === 'allow_session' && judgement.scope !== null) grants.set(judgement.scope, content.now());
    content.confirm(call);
    return allow(call, asker.by, judgement);
  }

  const decide: Gate['decide'] = async (call, facts, { signal, onAsk }) => {
    const judgement = await withStanding(await classify(call, facts), options.standing?.() ?? [], call, facts);
    signal.throwIfAborted();
    const { level } = judgement;
    if (level === 'forbidden') return { decision: 'forbidden', by: 'policy', judgement };
    if (level === 'observe') return allow(call, 'policy', judgement);
    const { scope } = judgement;
    const granted = scope === null ? undefined : grants.get(scope);
    await content.look(call, facts, scope);
    const combined = content.combines(call, granted ?? 0);
    if (rank(level) < rank(asksFrom[options.mode()]) && combined === null) return allow(call, 'policy', judgement);
    const suspension = scope === null || granted === undefined ? null : content.suspends(scope, granted);
    if (granted !== undefined && suspension === null && combined === null) return allow(call, 'grant', judgement);
    const asked = { ...judgement, reasons: [suspension, combined].flatMap((reason) => reason ?? []).concat(judgement.reasons) };
    onAsk(asked, explain(asked));
    return ask(call, facts, asked, level, signal);
  };

  return {
    async decide(call, facts, hooks) {
      const before = new Map(grants);
      const verdict = await decide(call, facts, hooks);
      const { scope } = verdict.judgement;
      const granted = scope !== null && grants.get(scope) !== before.get(scope) ? scope : null;
      options.audit?.(auditEntry(call, facts, verdict, options.mode(), granted));
      return verdict;
    },
    learn: (call, facts, envelope) => content.learn(call, facts, envelope),
    explain,
    redeem: (pass, hash) => pass.hash === hash && passes.delete(pass),
  };

  function explain(judgement: Judgement): string[] {
    return judgement.reasons.map(({ code, detail }) => (isPhrase(code) ? say(options.language(), code, { detail: detail ?? '' }) : code));
  }
}
