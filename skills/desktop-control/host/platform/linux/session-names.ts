import { Message, sessionBus, type MessageBus } from 'dbus-next';

/** A session bus that has not answered within this time says nothing. */
const answerMs = 3000;

interface Opened {
  bus: MessageBus;
  /** Rejects when the bus can't be reached or has ended. */
  failed: Promise<never>;
}

/** Who is on the session bus; connects when first asked, and anew when the bus was gone. */
export class SessionNames {
  private opened: Opened | null = null;

  constructor(private readonly address: string | undefined) {}

  /** All names that have an owner: none where there is no bus, null where it does not answer in time. */
  async list(): Promise<string[] | null> {
    if (!this.address) return [];
    this.opened ??= open(this.address);
    const { bus, failed } = this.opened;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), answerMs);
    });
    try {
      const reply = await Promise.race([bus.call(new Message({ destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus', member: 'ListNames' })), failed, late]);
      if (reply === null) this.close();
      return reply && (reply.body[0] as string[]);
    } catch {
      this.close();
      return [];
    } finally {
      clearTimeout(timer);
    }
  }

  private close(): void {
    this.opened?.bus.disconnect();
    this.opened = null;
  }
}

function open(busAddress: string): Opened {
  const bus = sessionBus({ busAddress });
  const failed = new Promise<never>((_, reject) => {
    bus.on('error', (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))));
  });
  failed.catch(() => undefined);
  return { bus, failed };
}
