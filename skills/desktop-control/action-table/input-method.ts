import { sessionBus } from 'dbus-next';
import type { TestBed } from '../test-bed';
import { atom, connect } from '../host/platform/linux/connection';

const atomType = 4;

/** Stands in for ibus or fcitx: announces itself on the display as they do, and takes no letters. The answer ends it. */
export async function openInputMethod(display: string): Promise<() => void> {
  const connection = await connect(display, 10_000);
  const { client, root } = connection;
  const [servers, server] = await Promise.all([atom(connection, 'XIM_SERVERS'), atom(connection, '@server=stand-in')]);
  const window = client.AllocID();
  client.CreateWindow(window, root, -10, -10, 1, 1, 0, 0, 2, 0, {});
  client.SetSelectionOwner(window, server, 0);
  client.ChangeProperty(0, root, servers, atomType, 32, [server]);
  await client.sync();
  return () => client.terminate();
}

/** Stands in for an ibus that was started without its X server: known to the session bus alone. The answer ends it. */
export async function openInputMethodOnBus({ environment }: Pick<TestBed, 'environment'>): Promise<() => void> {
  const bus = sessionBus({ busAddress: environment['DBUS_SESSION_BUS_ADDRESS'] ?? '' });
  await bus.requestName('org.freedesktop.IBus', 0);
  return () => bus.disconnect();
}
