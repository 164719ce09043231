import type { RunEvent } from '../../preload/contract/run-event';
import type { Language } from '../../preload/contract/settings';
import type { Message } from '../model/model';
import type { Journal } from '../store/journal/journal';
import { netChanges } from '../tools/net-changes';
import { makeReport } from './report';
import { earlierCalls, EvidenceLog } from './report-evidence';

export interface ReporterOptions {
  journal: Journal;
  /** Number of the run in the journal. */
  run: number;
  workspace: string;
  language: Language;
  /** The person's Stop, which ends what the run's commands left running too. */
  signal: AbortSignal;
  /** What was said in the session so far. */
  messages(): readonly Message[];
  emit(event: RunEvent): void;
}

/** Gathers a run's evidence from its events and tells the report just before the run's end. */
export interface Reporter {
  /** Takes the run's events in place of `options.emit`; `run_end` is held until `end`. */
  emit(event: RunEvent): void;
  /** Tells the report, when there is one, and the end. Never rejects: a run without a report has still ended. */
  end(): Promise<void>;
}

export function createReporter(options: ReporterOptions): Reporter {
  const { journal, run, workspace, language, signal, emit } = options;
  const evidence = new EvidenceLog();
  const began = Date.now();
  let held: RunEvent | null = null;

  const report = async (): Promise<void> => {
    // A stopped command may still be looked after.
    await journal.settled();
    const { changes, uncovered } = await journal.read();
    const made = await makeReport({
      calls: evidence.calls,
      stopped: signal.aborted,
      earlier: () => earlierCalls(options.messages()),
      changes: await netChanges(journal, run),
      everChanged: changes.filter(({ state }) => state !== 'void').flatMap(({ effects }) => effects.map(({ path }) => path)),
      uncovered: [...new Set(uncovered.filter((one) => one.run === run).flatMap(({ what }) => what))],
      answer: evidence.answer,
      began,
      workspace,
      language,
    });
    if (made) emit({ type: 'report', ...made });
  };

  return {
    emit(event) {
      evidence.record(event);
      if (event.type === 'run_end') held = event;
      else emit(event);
    },
    async end() {
      await report().catch((error: unknown) => {
        emit({ type: 'notice', code: 'REPORT_FAILED', text: error instanceof Error ? error.message : String(error) });
      });
      if (held) emit(held);
    },
  };
}
