import type { RunEvent } from '../../preload/contract/run-event';
import type { Language } from '../../preload/contract/settings';
import { say } from '../locales/say';

/**
 * Writes what a session leaves on the disk. When that fails (a full disk, a folder that can't be
 * written), the work goes on and the person is told, once a run.
 */
export class Keeping {
  private told = false;
  private tell: (event: RunEvent) => void = () => undefined;

  constructor(private readonly language: () => Language) {}

  /** From here on the person hears of failures through `tell`. */
  begin(tell: (event: RunEvent) => void): void {
    this.told = false;
    this.tell = tell;
  }

  try(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (this.told) return;
      this.told = true;
      const reason = error instanceof Error ? error.message : String(error);
      this.tell({ type: 'notice', code: 'NOT_KEPT', text: say(this.language(), 'run.not_kept', { reason }) });
    }
  }
}
