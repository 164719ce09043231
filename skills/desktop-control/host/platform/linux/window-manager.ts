import { eventMask, type XEvent } from 'x11';
import { atom, numbers, type Connection } from './connection';

/** Until it has answered once it may be one that never does. */
const firstAnswerMs = 500;
const deleted = 1;
const mostAtOnce = 8;

/**
 * Asks the window manager whether it has come to the end of its event queue. It answers questions in
 * order, and how wide the frame of a window would be (_NET_REQUEST_FRAME_EXTENTS, EWMH) is one that
 * changes nothing: the clicks and keys it was told of before have had their effect on windows and focus
 * when the answer arrives.
 */
export class WindowManager {
  /** Asked in turn, so that a late answer to an earlier question is none to this one. */
  private readonly windows: number[];
  private readonly waiting = new Map<number, () => void>();
  private asked = 0;
  private answers = false;

  private constructor(
    private readonly connection: Connection,
    private readonly question: number,
    answer: number,
  ) {
    const { client, root } = connection;
    this.windows = Array.from({ length: mostAtOnce }, () => {
      const window = client.AllocID();
      client.CreateWindow(window, root, -10, -10, 1, 1, 0, 0, 1, 0, { eventMask: eventMask['PropertyChange'] ?? 0 });
      return window;
    });
    client.on('event', (event: XEvent) => {
      if (event.name !== 'PropertyNotify' || Number(event['atom']) !== answer || Number(event['state']) === deleted) return;
      const window = Number(event['wid']);
      this.answers ||= this.windows.includes(window);
      this.waiting.get(window)?.();
    });
  }

  static async open(connection: Connection): Promise<WindowManager> {
    const [question, answer] = await Promise.all([atom(connection, '_NET_REQUEST_FRAME_EXTENTS'), atom(connection, '_NET_FRAME_EXTENTS')]);
    return new WindowManager(connection, question, answer);
  }

  /** True when it has; false when there is none, it does not know the question, or it is busy for longer than `timeoutMs`. */
  async caughtUp(timeoutMs: number): Promise<boolean> {
    const { client, root } = this.connection;
    const [supported, manager] = await Promise.all([numbers(this.connection, root, '_NET_SUPPORTED'), numbers(this.connection, root, '_NET_SUPPORTING_WM_CHECK')]);
    if (manager.length === 0 || !supported.includes(this.question)) return false;
    const window = this.windows[this.asked % mostAtOnce] ?? 0;
    this.asked += 1;
    return new Promise((resolve) => {
      const finish = (answered: boolean): void => {
        clearTimeout(timer);
        this.waiting.delete(window);
        resolve(answered);
      };
      const timer = setTimeout(() => finish(false), this.answers ? timeoutMs : Math.min(timeoutMs, firstAnswerMs));
      this.waiting.set(window, () => finish(true));
      client.SendClientMessage(root, window, this.question, 32, [0, 0, 0, 0, 0]);
    });
  }
}
