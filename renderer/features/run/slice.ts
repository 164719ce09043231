import type { AppState, DesktopBridge } from '../../../preload/contract/bridge';
import type { RunEvent } from '../../../preload/contract/run-event';
import { reason, type SetSlice } from '../../lib/slice';

export interface RunSlice {
  /** null until the main process has answered. */
  app: AppState | null;
  /** Whether a run is going on, by its events and by the app's state, whichever came last. */
  active: boolean;
  paused: boolean;
  /** True from Stop until the run has ended. */
  stopping: boolean;
  /** Why Stop, Pause or the trace didn't work. */
  runError: string | null;
  stop(): Promise<void>;
  pause(paused: boolean): Promise<void>;
  /** The trace of a session, outside the app. */
  openTraceOf(session: string): Promise<void>;
  receiveState(app: AppState): void;
  receiveRun(events: RunEvent[]): void;
}

type Bridge = Pick<DesktopBridge, 'stopRun' | 'pauseRun' | 'openTrace'>;

/** Follows whether a run is active, and stops, pauses and shows it. */
export function createRunSlice(set: SetSlice<RunSlice>, bridge: Bridge): RunSlice {
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    set({ runError: null });
    try {
      await work();
    } catch (error) {
      set({ runError: reason(error), stopping: false });
    }
  };
  return {
    app: null,
    active: false,
    paused: false,
    stopping: false,
    runError: null,
    async stop() {
      set({ stopping: true });
      await attempt(() => bridge.stopRun());
      // The run is over by now, also when it was over before and there will be no word of it.
      set({ stopping: false });
    },
    pause: (paused) => attempt(() => bridge.pauseRun(paused)),
    openTraceOf: (session) => attempt(() => bridge.openTrace(session)),
    receiveState: (app) =>
      set(({ stopping }) => ({ app, active: app.run.active, paused: app.run.paused, stopping: stopping && app.run.active })),
    receiveRun(events) {
      for (const event of events) {
        if (event.type === 'run_start') set({ active: true, paused: false, stopping: false, runError: null });
        if (event.type === 'run_end') set({ active: false, paused: false, stopping: false });
      }
    },
  };
}
