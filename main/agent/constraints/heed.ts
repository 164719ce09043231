import type { Constraint } from '../../../preload/contract/constraints';
import type { RunEvent } from '../../../preload/contract/run-event';
import type { Language } from '../../../preload/contract/settings';
import type { Asker } from '../../approval/gate';
import { say } from '../../locales/say';
import type { SessionRecord } from '../../store/session-log';
import type { ToolContext } from '../../tools/tool';
import { constraintsOf, recordOfConstraints, StandingConstraints } from './list';

export interface HeedOptions {
  records: readonly SessionRecord[];
  /** Keeps a record in the session's log. */
  append(record: SessionRecord): void;
  language(): Language;
}

/**
 * Listens to the person wherever they speak in a session (requests, answers, words of a denial), keeps
 * their bounds, and tells the window of each change.
 */
export class Heed {
  readonly constraints: StandingConstraints;
  private emit: (event: RunEvent) => void = () => undefined;

  constructor(private readonly options: HeedOptions) {
    this.constraints = new StandingConstraints(constraintsOf(options.records), (list) => options.append(recordOfConstraints(list)));
  }

  /** A run begins: what is heard from now on is told there. */
  begin(emit: (event: RunEvent) => void): void {
    this.emit = emit;
  }

  /** The person's request. The list is told with each, so that a window that was opened later has it. */
  request(words: string): void {
    this.hear(words, true);
    if (this.constraints.list.length > 0) this.emit({ type: 'constraints', constraints: this.constraints.list });
  }

  /** AskUser's way to the person. A typed answer may lift a bound; one of the model's own choices may not. */
  ask(ask: ToolContext['ask']): ToolContext['ask'] {
    return async (question, options) => {
      const answer = await ask(question, options);
      if (answer !== null && this.hear(answer, !options.includes(answer))) this.tellList();
      return answer;
    };
  }

  /** The approval dialog: what is said with a denial may be a bound. */
  asker(asker: Asker): Asker {
    return {
      by: asker.by,
      ask: async (request, signal) => {
        const answer = await asker.ask(request, signal);
        if (answer.decision === 'deny' && answer.message && asker.by === 'person' && this.hear(answer.message, false)) this.tellList();
        return answer;
      },
    };
  }

  /** The list as the person edited it in the window. */
  replace(texts: readonly string[]): Constraint[] {
    this.constraints.replace(texts);
    this.tellList();
    return this.constraints.list;
  }

  private hear(words: string, mayLift: boolean): boolean {
    const { added, lifted } = this.constraints.hear(words, mayLift);
    const language = this.options.language();
    for (const text of added) this.emit({ type: 'notice', code: 'CONSTRAINT_ADDED', text: say(language, 'constraint.added', { text }) });
    for (const text of lifted) this.emit({ type: 'notice', code: 'CONSTRAINT_LIFTED', text: say(language, 'constraint.lifted', { text }) });
    return added.length + lifted.length > 0;
  }

  private tellList(): void {
    this.emit({ type: 'constraints', constraints: this.constraints.list });
  }
}
