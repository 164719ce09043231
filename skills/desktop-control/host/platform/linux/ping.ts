import { eventMask, type XEvent } from 'x11';
import { ask, atom, numbers, type Connection } from './connection';

const viewable = 2;
const lookAgainMs = 25;

/**
 * Asks a window whether its program has come to the end of its event queue (_NET_WM_PING, EWMH): what
 * was typed before the question has been taken off the queue when the answer arrives.
 */
export class Ping {
  private stamp = 1;
  private readonly waiting = new Map<number, () => void>();

  private constructor(
    private readonly connection: Connection,
    private readonly protocols: number,
    private readonly ping: number,
  ) {}

  static async open(connection: Connection): Promise<Ping> {
    const [protocols, name] = await Promise.all([atom(connection, 'WM_PROTOCOLS'), atom(connection, '_NET_WM_PING')]);
    const ping = new Ping(connection, protocols, name);
    // Answers go to the root window, where window managers listen; listening along is allowed.
    connection.client.ChangeWindowAttributes(connection.root, { eventMask: eventMask['SubstructureNotify'] ?? 0 });
    connection.client.on('event', (event: XEvent) => {
      if (event.name !== 'ClientMessage' || Number(event['message_type']) !== protocols) return;
      const data = event['data'] as number[];
      if (data[0] === name) ping.waiting.get(data[1] ?? 0)?.();
    });
    return ping;
  }

  /** True when the program answered or closed the window, false when it does not know the question or is busy for longer than `timeoutMs`. */
  async caughtUp(window: number, timeoutMs: number): Promise<boolean> {
    if (!(await numbers(this.connection, window, 'WM_PROTOCOLS')).includes(this.ping)) return false;
    const stamp = this.stamp;
    this.stamp += 1;
    return new Promise((resolve) => {
      const finish = (answered: boolean): void => {
        clearTimeout(timer);
        clearInterval(look);
        this.waiting.delete(stamp);
        resolve(answered);
      };
      const timer = setTimeout(() => finish(false), timeoutMs);
      // A window closed by the input never answers.
      const look = setInterval(() => void this.gone(window).then((gone) => gone && finish(true)), lookAgainMs);
      this.waiting.set(stamp, () => finish(true));
      this.connection.client.SendClientMessage(window, window, this.protocols, 32, [this.ping, stamp, window, 0, 0], 0);
    });
  }

  private async gone(window: number): Promise<boolean> {
    const attributes = await ask<{ mapState: number }>((callback) => this.connection.client.GetWindowAttributes(window, callback));
    return attributes?.mapState !== viewable;
  }
}
