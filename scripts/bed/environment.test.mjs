import { describe, expect, it } from 'vitest';
import { bedEnvironment } from './environment.mjs';

describe('the environment of a bed', () => {
  const base = { PATH: '/usr/bin', WAYLAND_DISPLAY: 'wayland-0', XAUTHORITY: '/home/me/.Xauthority', XDG_CONFIG_HOME: '/home/me/.config', LC_ALL: 'de_DE.UTF-8' };
  const bed = { base, id: 'x1', mark: 'MARK', folder: '/tmp/bed', display: ':99', home: null, user: null };

  it('has the bed’s display and bus and nothing of the caller’s desktop', () => {
    const environment = bedEnvironment(bed);
    expect(environment).toMatchObject({ PATH: '/usr/bin', MARK: 'x1', DISPLAY: ':99', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/tmp/bed/bus', LANG: 'C.UTF-8' });
    expect(environment).not.toHaveProperty('WAYLAND_DISPLAY');
    expect(environment).not.toHaveProperty('XAUTHORITY');
    expect(environment).not.toHaveProperty('LC_ALL');
  });

  it('points every folder of the person into a home of its own, when asked', () => {
    const environment = bedEnvironment({ ...bed, home: '/tmp/bed/home' });
    expect(environment).toMatchObject({ HOME: '/tmp/bed/home', XDG_CONFIG_HOME: '/tmp/bed/home/.config' });
    expect(Object.values(environment).filter((value) => value.startsWith('/home/me'))).toEqual([]);
  });

  it('is the other user’s, when programs run as one', () => {
    const user = { name: 'tester', uid: 900, gid: 900, home: '/var/lib/tester' };
    expect(bedEnvironment({ ...bed, user })).toMatchObject({ HOME: '/var/lib/tester', USER: 'tester' });
  });
});
