import type { Envelope } from '../../../preload/contract/envelope';
import type { RunEvent, RunStatus } from '../../../preload/contract/run-event';
import type { Language } from '../../../preload/contract/settings';
import { say } from '../../locales/say';
import type { RawCall } from '../../tools/call';
import type { Picture, ToolContext } from '../../tools/tool';
import { OUR_MARK } from '../context/rounds';
import { StuckDetector, type Finding } from './detect';

/** Without anybody to ask, this many failures in a row are the end: some of them may be a search for the right name. */
const FAILURES_ALONE = 10;

export interface GuardOptions {
  ask: ToolContext['ask'];
  language: Language;
  emit(event: RunEvent): void;
  /** A message of ours to the model. */
  tell(text: string): void;
}

/**
 * What is done about work that leads nowhere: first the model is told what it does, then the person
 * is asked, and where nobody answers, or they say so, the run ends and says why.
 */
export class StuckGuard {
  private readonly detector = new StuckDetector();
  private told = false;
  /** Nobody answered before. */
  private alone = false;

  constructor(private readonly options: GuardOptions) {}

  /** After each turn's calls; how the run ends, or null when it goes on. Rejects when the run is stopped while it asks. */
  async check(calls: readonly RawCall[], results: readonly { envelope: Envelope; images: readonly Picture[] }[]): Promise<{ status: RunStatus; text: string } | null> {
    const finding = this.detector.add(calls, results);
    if (!finding) return null;
    const { language, emit, tell } = this.options;
    const why = say(language, `stuck.${finding.kind}`, { detail: finding.detail });
    if (!this.told) {
      this.told = true;
      this.detector.forget();
      emit({ type: 'notice', code: 'STUCK', text: why });
      tell(OUR_MARK + advice(finding));
      return null;
    }
    return this.ask(finding, why);
  }

  private async ask(finding: Finding, why: string): Promise<{ status: RunStatus; text: string } | null> {
    const { ask, language, emit, tell } = this.options;
    const stop = say(language, 'stuck.option_stop');
    const options = [say(language, 'stuck.option_other'), say(language, 'stuck.option_again'), stop];
    const answer = this.alone ? null : await ask(say(language, 'stuck.question', { why }), options);
    if (answer === null) {
      this.alone = true;
      if (finding.kind === 'failures' && this.detector.failures < FAILURES_ALONE) return null;
      emit({ type: 'notice', code: 'STUCK', text: why });
      return { status: 'stopped', text: say(language, 'stuck.end_alone', { why }) };
    }
    if (answer === stop || /^(stop|停止|到此为止|3)\.?$/i.test(answer.trim())) return { status: 'stopped', text: say(language, 'stuck.end', { why }) };
    this.detector.forgive();
    tell(`${OUR_MARK}The person was asked because you are stuck (${finding.detail}). They answered: ${answer}`);
    return null;
  }
}

function advice({ kind, detail }: Finding): string {
  const ask = 'or ask the person with AskUser';
  switch (kind) {
    case 'repeat':
      return `You made the same call 3 times with the same result (${detail}). It won't change by itself. Do something else: look at the present state, use another tool or target, ${ask}.`;
    case 'cycle':
      return `You are going in a circle: ${detail}, again with the same results. Break it: look at the present state, try another way, ${ask}.`;
    case 'no_effect':
      return `3 actions had no visible effect (${detail}). Don't repeat them. Observe, find what covers or disables the target, use its ref, a key or a menu instead, ${ask}.`;
    case 'failures':
      return `3 failures in a row (${detail}). Stop and ask the person with AskUser now: what you tried, what failed, what you need.`;
  }
}
