import { join } from 'node:path';

/** Variables of the caller's own desktop and way of starting, which must not leak onto the bed. */
const STRANGERS = [
  'WAYLAND_DISPLAY', 'XAUTHORITY', 'SESSION_MANAGER', 'DBUS_SESSION_BUS_ADDRESS', 'AT_SPI_BUS_ADDRESS', 'NO_AT_BRIDGE',
  'GTK_MODULES', 'GTK_IM_MODULE', 'QT_IM_MODULE', 'XMODIFIERS', 'XDG_CURRENT_DESKTOP', 'DESKTOP_SESSION', 'LC_ALL', 'LANGUAGE',
  'ELECTRON_RUN_AS_NODE', 'SUDO_USER', 'SUDO_UID', 'SUDO_GID', 'SUDO_COMMAND',
];

/**
 * The environment of programs on a bed.
 * @param {{ base: NodeJS.ProcessEnv, id: string, mark: string, folder: string, display: string, home: string | null,
 *   user: import('./user.mjs').User | null }} bed `home`: a home folder of the bed's own, or null for the user's
 * @returns {Record<string, string>}
 */
export function bedEnvironment({ base, id, mark, folder, display, home, user }) {
  const kept = Object.entries(base).filter(
    (entry) => entry[1] !== undefined && !STRANGERS.includes(entry[0]) && !(home && entry[0].startsWith('XDG_')),
  );
  return {
    .../** @type {Record<string, string>} */ (Object.fromEntries(kept)),
    ...(user && { USER: user.name, LOGNAME: user.name, HOME: user.home, XDG_CACHE_HOME: join(user.home, '.cache') }),
    ...(home && ownHome(home)),
    [mark]: id,
    DISPLAY: display,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, 'bus')}`,
    XDG_RUNTIME_DIR: join(folder, 'run'),
    XDG_SESSION_TYPE: 'x11',
    TMPDIR: join(folder, 'tmp'),
    LANG: 'C.UTF-8',
    // Office programs show their elements to the accessibility tree only through GTK.
    SAL_USE_VCLPLUGIN: 'gtk3',
    QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
    GTK_USE_PORTAL: '0',
    GIO_USE_VFS: 'local',
    GSETTINGS_BACKEND: 'memory',
  };
}

/** @param {string} home @returns {Record<string, string>} */
const ownHome = (home) => ({
  HOME: home,
  XDG_CONFIG_HOME: join(home, '.config'),
  XDG_CACHE_HOME: join(home, '.cache'),
  XDG_DATA_HOME: join(home, '.local', 'share'),
  XDG_STATE_HOME: join(home, '.local', 'state'),
});
