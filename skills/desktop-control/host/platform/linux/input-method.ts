import { ask, numbers, type Connection } from './connection';

/**
 * Name of the input method that runs on this desktop ("ibus", "fcitx"), null when there is none. Such a
 * program takes letters off the keyboard to make other writing of them, also those that we strike. Its
 * servers are listed on the root window (XIM); one that is gone no longer owns its selection.
 */
export async function inputMethod(connection: Connection): Promise<string | null> {
  const { client, root } = connection;
  for (const server of await numbers(connection, root, 'XIM_SERVERS')) {
    if (!(await ask<number>((callback) => client.GetSelectionOwner(server, callback)))) continue;
    const name = (await ask<string>((callback) => client.GetAtomName(server, callback))) ?? '';
    return name.replace(/^@server=/, '') || 'input method';
  }
  return null;
}
