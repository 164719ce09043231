import type { Accessibility } from '../../platform';
import type { AtSpi } from './accessibility';
import { AccessibilityBus } from './bus';

/** The host is ready without accessibility after this long; a service that a cold, busy machine starts slowly is taken when it comes. */
const waitMs = 5000;
const openMs = 30_000;
const soonestMs = 2000;
const latestMs = 60_000;

/** Accessibility as long as the system's service is there: opened when it comes, opened anew when it went away. */
export class AccessibilityService {
  private open: { bus: AccessibilityBus; sight: AtSpi } | null = null;
  private why = 'the accessibility service has not answered yet';
  private pauseMs = soonestMs;
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(
    private readonly sessionAddress: string | undefined,
    private readonly make: (bus: AccessibilityBus) => AtSpi,
  ) {}

  get accessibility(): Accessibility | null {
    return this.open?.sight ?? null;
  }

  /** Why there is none now. */
  get reason(): string {
    return this.open ? '' : this.why;
  }

  /** Resolves when it is open or known not to be there, at the latest after `waitMs`. */
  async start(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitMs);
    });
    await Promise.race([this.tryToOpen(), waited]);
    clearTimeout(timer);
  }

  close(): void {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    this.open?.bus.close();
    this.open = null;
  }

  private async tryToOpen(): Promise<void> {
    let bus: AccessibilityBus | null = null;
    try {
      bus = await AccessibilityBus.open(this.sessionAddress, openMs);
      const sight = this.make(bus);
      await sight.start();
      if (this.closed) {
        bus.close();
        return;
      }
      this.open = { bus, sight };
      this.pauseMs = soonestMs;
      bus.onEnd(() => {
        this.open = null;
        this.why = 'the accessibility service went away';
        this.tryLater();
      });
    } catch (error) {
      bus?.close();
      this.why = error instanceof Error ? error.message : String(error);
      this.tryLater();
    }
  }

  private tryLater(): void {
    if (this.closed || !this.sessionAddress) return;
    this.timer = setTimeout(() => void this.tryToOpen(), this.pauseMs);
    this.timer.unref();
    this.pauseMs = Math.min(latestMs, this.pauseMs * 2);
  }
}
