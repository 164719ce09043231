import { ask, numbers, type Connection } from './connection';
import type { SessionNames } from './session-names';

/** Names of ibus and fcitx on the session bus; programs of GTK and Qt reach them there. */
const known = /^org\.(?:freedesktop\.(?:portal\.)?(IBus|Fcitx)|fcitx\.(Fcitx5?)(?:-\d+)?)$/;

/**
 * Name of the input method that runs on this desktop ("ibus", "fcitx"), null when there is none. Such a
 * program takes letters off the keyboard to make other writing of them, also those that we strike. Where
 * that can't be told it counts as running: what is pasted arrives either way.
 */
export async function inputMethod(connection: Connection, session: SessionNames): Promise<string | null> {
  const [server, names] = await Promise.all([xim(connection), session.list()]);
  if (server !== null) return server;
  if (names === null) return 'input method';
  const [, first, second] = names.map((name) => known.exec(name)).find((found) => found !== null) ?? [];
  return (first ?? second)?.toLowerCase() ?? null;
}

/** The servers of X input methods are listed on the root window (XIM); one that is gone no longer owns its selection. */
async function xim(connection: Connection): Promise<string | null> {
  const { client, root } = connection;
  for (const server of await numbers(connection, root, 'XIM_SERVERS')) {
    if (!(await ask<number>((callback) => client.GetSelectionOwner(server, callback)))) continue;
    const name = (await ask<string>((callback) => client.GetAtomName(server, callback))) ?? '';
    return name.replace(/^@server=/, '') || 'input method';
  }
  return null;
}
