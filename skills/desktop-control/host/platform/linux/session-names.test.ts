import { expect, it } from 'vitest';
import { startTestBed } from '../../../test-bed';
import { SessionNames } from './session-names';

it('tells who is on the session bus, waits for no bus that is not there, and asks a new connection after one has ended', async () => {
  const bed = await startTestBed({ windowManager: false });
  const address = bed.environment['DBUS_SESSION_BUS_ADDRESS'];
  const names = new SessionNames(address);
  expect(await names.list()).toContain('org.freedesktop.DBus');
  expect(await new SessionNames(undefined).list()).toEqual([]);
  expect(await new SessionNames(`unix:path=${bed.folder}/none`).list()).toEqual([]);
  await bed.stop();
  expect(await names.list().then(() => names.list())).toEqual([]);
});
