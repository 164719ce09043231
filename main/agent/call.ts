import type { Envelope, ErrorCode } from '../../preload/contract/envelope';
import type { RunEvent } from '../../preload/contract/run-event';
import type { Gate, Verdict } from '../approval/verdict';
import type { PreparedCall, RawCall } from '../tools/call';
import type { Registry } from '../tools/registry';
import type { Facts, Picture } from '../tools/tool';
import { untilStopped } from '../tools/until-stopped';

export interface CallResult {
  envelope: Envelope;
  images: Picture[];
  /** The person, a flag or a red line said no. */
  refused: boolean;
}

type Prepared = ReturnType<Registry['prepare']>;
type Refusal = 'CANCELLED' | Exclude<Verdict, { decision: 'allow' }>;

interface CallDependencies {
  registry: Registry;
  gate: Gate;
  signal: AbortSignal;
  emit(event: RunEvent): void;
}

/**
 * The one way from a call the model wrote to its result: prepare → facts → gate → execute.
 * Never rejects; a stop answers CANCELLED. Decisions are taken one at a time, so that two calls
 * of one turn never show two dialogs.
 */
export class CallRunner {
  private decisions: Promise<unknown> = Promise.resolve();

  constructor(private readonly deps: CallDependencies) {}

  /**
   * Runs a turn's calls: neighbouring reads side by side, everything else alone and in order. In a
   * `batch` nothing that writes runs after a call that failed; a look afterwards does.
   */
  async runAll(calls: readonly RawCall[], batch = false): Promise<CallResult[]> {
    const steps = calls.map((raw) => ({ raw, prepared: this.deps.registry.prepare(raw) }));
    const results: CallResult[] = [];
    while (results.length < steps.length) {
      const rest = steps.slice(results.length);
      const reads = rest.findIndex(({ prepared }) => !isRead(prepared));
      const group = rest.slice(0, Math.max(1, reads === -1 ? rest.length : reads));
      const halted = batch && results.some(({ envelope }) => envelope.status === 'error');
      results.push(...(await Promise.all(group.map(({ raw, prepared }) => (halted && !isRead(prepared) ? this.skip(raw) : this.run(raw, prepared))))));
    }
    return results;
  }

  private skip(raw: RawCall): CallResult {
    this.deps.emit({ type: 'tool_call', id: raw.id, tool: raw.name, arguments: raw.arguments });
    const envelope = this.deps.registry.refuse(raw, 'CANCELLED', 'Not done: an earlier action of the same answer failed.', 'See what the earlier one says, look at the screen, then decide anew.');
    return this.settle(raw, { envelope, images: [], refused: false });
  }

  private async run(raw: RawCall, prepared: Prepared): Promise<CallResult> {
    const { registry, gate, signal, emit } = this.deps;
    emit({ type: 'tool_call', id: raw.id, tool: raw.name, arguments: 'call' in prepared ? prepared.call.params : raw.arguments });
    if (signal.aborted) return this.settle(raw, this.refusal(raw, 'CANCELLED'));
    if ('envelope' in prepared) return this.settle(raw, { envelope: prepared.envelope, images: [], refused: false });
    const { call } = prepared;
    try {
      const facts = await untilStopped(registry.facts(call, signal), signal);
      if (facts.fault) {
        const { code, message, hint } = facts.fault;
        return this.settle(raw, { envelope: registry.refuse(call, code, message, hint), images: [], refused: false });
      }
      if (facts.input?.picture) emit({ type: 'target', id: call.id, ...facts.input.picture });
      const verdict = await this.decide(call, facts);
      if (verdict.decision !== 'allow') return this.settle(raw, this.refusal(raw, verdict));
      // No race with the signal here: a tool gets the time to let go of keys and files, and the registry bounds it.
      const result = await registry.execute(call, verdict.pass, signal);
      gate.learn(call, facts, result.envelope);
      return this.settle(raw, { ...result, refused: false });
    } catch (error) {
      if (signal.aborted) return this.settle(raw, this.refusal(raw, 'CANCELLED'));
      const message = error instanceof Error ? error.message : String(error);
      const hint = 'This is a fault of Deskwright, not of the call. Try another way.';
      return this.settle(raw, { envelope: registry.refuse(raw, 'INTERNAL_ERROR', message, hint), images: [], refused: false });
    }
  }

  private async decide(call: PreparedCall, facts: Facts): Promise<Verdict> {
    const { gate, signal, emit } = this.deps;
    const mine = this.decisions.then(() =>
      gate.decide(call, facts, {
        signal,
        onAsk: (judgement, reasons) => {
          emit({ type: 'approval', id: call.id, tool: call.tool.name, level: judgement.level, decision: 'asked', by: 'policy', reasons });
        },
      }),
    );
    this.decisions = mine.catch(() => undefined);
    const verdict = await untilStopped(mine, signal);
    const { judgement, decision, by } = verdict;
    emit({ type: 'approval', id: call.id, tool: call.tool.name, level: judgement.level, decision, by, reasons: gate.explain(judgement) });
    return verdict;
  }

  private refusal(raw: RawCall, why: Refusal): CallResult {
    const [code, message, hint] = wordsOf(why, (judgement) => this.deps.gate.explain(judgement));
    return { envelope: this.deps.registry.refuse(raw, code, message, hint), images: [], refused: why !== 'CANCELLED' };
  }

  private settle(raw: RawCall, result: CallResult): CallResult {
    const { envelope, images } = result;
    this.deps.emit({
      type: 'tool_result',
      id: raw.id,
      result: envelope,
      ...(images.length ? { images: images.map((image) => image.bytes) } : {}),
    });
    return result;
  }
}

function isRead(prepared: Prepared): boolean {
  return 'call' in prepared && prepared.call.tool.access === 'read';
}

function wordsOf(
  why: Refusal,
  explain: Gate['explain'],
): [ErrorCode, string, string] {
  if (why === 'CANCELLED') return ['CANCELLED', 'The person stopped the run before this call finished.', 'Do not repeat it unless asked.'];
  const reasons = explain(why.judgement).join(' ');
  if (why.decision === 'forbidden') {
    return ['FORBIDDEN', `This is never allowed. ${reasons}`.trim(), 'No mode and no approval allows it. Say so, and do what is possible without it.'];
  }
  const said = why.message ? ` They said: ${why.message}` : '';
  const who = why.by === 'person' ? 'The person' : 'The approval setting of this run';
  return ['DENIED', `${who} did not allow this call; it was not executed.${said}`, 'Do not try the same by another way. Say what was not done, or ask.'];
}
