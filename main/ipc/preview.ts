import type { Frame } from '../../preload/contract/bridge';

/** At most five frames a second. */
const INTERVAL_MS = 200;

export interface PreviewOptions {
  /** One small picture of the desktop; null when there is none now. */
  frame(): Promise<Frame | null>;
  push(frame: Frame): void;
  /** False while nothing may be captured, such as while the dialog is open. */
  allowed(): boolean;
  intervalMs?: number;
}

/** The live picture of the desktop while a run acts on it; one frame in flight. */
export interface Preview {
  start(): void;
  stop(): void;
}

export function createPreview({ frame, push, allowed, intervalMs = INTERVAL_MS }: PreviewOptions): Preview {
  let running = false;
  let inFlight = false;
  let timer: NodeJS.Timeout | null = null;

  const tick = async (): Promise<void> => {
    if (inFlight) return;
    inFlight = true;
    const began = performance.now();
    try {
      const picture = allowed() ? await frame() : null;
      if (picture && running && allowed()) push(picture);
    } catch {
      // A frame that can't be had is no fault of the run; the next one may come.
    } finally {
      inFlight = false;
      if (running) timer = setTimeout(() => void tick(), Math.max(0, intervalMs - (performance.now() - began)));
    }
  };

  return {
    start() {
      if (running) return;
      running = true;
      void tick();
    },
    stop() {
      running = false;
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}
