import type { XEvent } from 'x11';
import { ask, atom, numbers, watchRoot, type Connection } from './connection';

const viewable = 2;
const lookAgainMs = 25;
/** Who has never answered and does not within this long is taken for one that never does; a program that starts takes seconds. */
const muteAfterMs = 6000;

/**
 * Asks a window whether its program has come to the end of its event queue (_NET_WM_PING, EWMH): what
 * was typed before the question has been taken off the queue when the answer arrives.
 */
export class Ping {
  private stamp = 1;
  private readonly waiting = new Map<number, () => void>();
  /** Windows that were asked: whether they have ever answered. */
  private readonly answers = new Map<number, boolean>();

  private constructor(
    private readonly connection: Connection,
    private readonly protocols: number,
    private readonly ping: number,
  ) {}

  static async open(connection: Connection): Promise<Ping> {
    const [protocols, name] = await Promise.all([atom(connection, 'WM_PROTOCOLS'), atom(connection, '_NET_WM_PING')]);
    const ping = new Ping(connection, protocols, name);
    // Answers go to the root window, where window managers listen; listening along is allowed.
    watchRoot(connection);
    connection.client.on('event', (event: XEvent) => {
      if (event.name !== 'ClientMessage' || Number(event['message_type']) !== protocols) return;
      const [kind, stamp = 0, window = 0] = event['data'] as number[];
      if (kind !== name) return;
      ping.answers.set(window, true);
      ping.waiting.get(stamp)?.();
    });
    return ping;
  }

  /**
   * True when the program answered or closed the window, false when it does not know the question or is busy for longer
   * than `timeoutMs`. One that says it knows the question and never answers is waited for once, not with every act.
   */
  async caughtUp(window: number, timeoutMs: number): Promise<boolean> {
    if (!(await numbers(this.connection, window, 'WM_PROTOCOLS')).includes(this.ping)) return false;
    const stamp = this.stamp;
    this.stamp += 1;
    const send = (): void => this.connection.client.SendClientMessage(window, window, this.protocols, 32, [this.ping, stamp, window, 0, 0], 0);
    if (this.answers.get(window) === false) {
      // Asked all the same: an answer, however late, tells that it can be waited for.
      send();
      return false;
    }
    return new Promise((resolve) => {
      const finish = (answered: boolean): void => {
        clearTimeout(timer);
        clearInterval(look);
        this.waiting.delete(stamp);
        if (!answered && timeoutMs >= muteAfterMs && !this.answers.has(window)) this.answers.set(window, false);
        resolve(answered);
      };
      const timer = setTimeout(() => finish(false), timeoutMs);
      // A window closed by the input never answers.
      const look = setInterval(() => void this.gone(window).then((gone) => gone && finish(true)), lookAgainMs);
      this.waiting.set(stamp, () => finish(true));
      send();
    });
  }

  private async gone(window: number): Promise<boolean> {
    const attributes = await ask<{ mapState: number }>((callback) => this.connection.client.GetWindowAttributes(window, callback));
    return attributes?.mapState !== viewable;
  }
}
