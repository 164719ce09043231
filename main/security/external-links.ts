import { shell } from 'electron';

/** Whether an address may leave the app for the browser: https only, with a host and no password in it. */
export function mayOpen(address: string): boolean {
  try {
    const url = new URL(address);
    return url.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === '';
  } catch {
    return false;
  }
}

/** The only way from the app to the browser. Answers whether the address was opened. */
export async function openExternal(address: string): Promise<boolean> {
  if (!mayOpen(address)) return false;
  await shell.openExternal(new URL(address).href);
  return true;
}
