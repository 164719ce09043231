import type { XTest } from 'x11';
import { HostError, NoDesktopError } from '../../error';
import type { Frame } from '../../frame';
import type { Platform, Rectangle, WindowInfo } from '../platform';
import { Activity } from './activity';
import { AtSpi } from './atspi/accessibility';
import { AccessibilityService } from './atspi/service';
import { Clipboard } from './clipboard';
import { connect, extension, type Connection } from './connection';
import { DeadHand } from './dead-hand';
import { isXwayland, openDisplays } from './displays';
import { Input } from './input';
import { Person } from './person';
import { Ping } from './ping';
import { findProgram, start } from './programs';
import { openScreen, type Screen } from './screen';
import { SessionNames } from './session-names';
import { Typist } from './typing';
import { WindowManager } from './window-manager';
import { Windows } from './windows';
import { Keyboard } from './xkb';

const connectMs = 10_000;

const wayland = 'This is a Wayland session, which lets no program see or drive the others. Log in with an X11 (Xorg) session.';

/** Why this desktop can't be driven, or null when it can be tried. */
function obstacle(environment: NodeJS.ProcessEnv): NoDesktopError | null {
  if (environment['DISPLAY']) return null;
  if (environment['WAYLAND_DISPLAY']) return new NoDesktopError('wayland', wayland);
  return new NoDesktopError('no_screen', 'There is no screen: DISPLAY is not set. Start Deskwright from a graphical session, or set DISPLAY.');
}

/** Opens the X11 desktop. Rejects with a sentence for people. */
export async function openLinux(ownPids: number[], onLost: () => void): Promise<Platform> {
  const blocked = obstacle(process.env);
  if (blocked) throw blocked;
  const display = process.env['DISPLAY'] ?? '';
  const connection = await connect(display, connectMs).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new NoDesktopError('unreachable', `The screen ${display} can't be reached (${reason}). Check that it runs and that this user may use it.`, { display, reason });
  });
  const test = await extension<XTest>(connection, 'xtest');
  if (!test) throw new NoDesktopError('no_input', `The screen ${display} takes no synthetic input (its XTEST extension is missing).`, { display });
  if (await isXwayland(connection)) throw new NoDesktopError('wayland', wayland);
  const keyboard = await Keyboard.open(connection);
  if (!keyboard) throw new NoDesktopError('no_keyboard', `The screen ${display} does not tell what its keys write (its XKEYBOARD extension is missing).`, { display });
  connection.onClose(onLost);
  const screen = await openScreen(display, connectMs);
  const windows = new Windows(connection, new Set(ownPids));
  const session = new SessionNames(process.env['DBUS_SESSION_BUS_ADDRESS']);
  const [accessibility, activity, clipboard, ping] = await Promise.all([openAccessibility(windows, screen), Activity.watch(connection), Clipboard.open(connection), Ping.open(connection)]);
  const [person, displays, manager, deadHand] = await Promise.all([Person.watch(connection, test), openDisplays(connection), WindowManager.open(connection), DeadHand.open(display, connectMs)]);
  const input = new Input(connection, test, person, keyboard, session, deadHand);
  return assemble(connection, screen, displays, input, person, new Typist(input, clipboard, ping, activity), ping, manager, activity, accessibility, windows);
}

async function openAccessibility(windows: Windows, screen: Screen | null): Promise<AccessibilityService> {
  const drawn = async (window: WindowInfo, area: Rectangle): Promise<Frame | null> => (screen && (await windows.shows(window, area)) ? screen.part(area).catch(() => null) : null);
  const service = new AccessibilityService(process.env['DBUS_SESSION_BUS_ADDRESS'], (bus) => new AtSpi(bus, drawn));
  await service.start();
  return service;
}

function assemble(
  connection: Connection,
  screen: Screen | null,
  displays: Platform['displays'],
  input: Input,
  person: Person | null,
  typist: Typist,
  ping: Ping,
  manager: WindowManager,
  activity: Activity | null,
  sight: AccessibilityService,
  windows: Windows,
): Platform {
  return {
    name: 'linux',
    screen,
    behind: async (areas) => screen && (await screen.behind(areas, await windows.layers())),
    displays,
    windows: () => windows.list(),
    stack: () => windows.stack(),
    windowAt: (point) => windows.at(point),
    activeWindow: () => windows.active(),
    focusWindow: (id) => windows.focus(id),
    pointer: () => input.pointer(),
    move: (point, signal) => input.move(point, signal),
    button: (button, down, signal) => input.button(button, down, signal),
    click: (button, signal) => input.click(button, signal),
    scroll: (direction, notches, checkpoint) => input.scroll(direction, notches, checkpoint),
    key: (name, down) => input.key(name, down),
    type: (text, window, manner, checkpoint, signal) => typist.type(text, window, manner, checkpoint, signal),
    onPerson: (listener) => {
      input.settlePointer();
      return person?.listen(listener) ?? (() => undefined);
    },
    personQuietFor: () => (person?.last ? Date.now() - person.last : Infinity),
    keysHeld: async () => (await person?.holdsKey()) ?? false,
    strayed: () => input.strayed(),
    releaseAll: () => input.releaseAll(),
    releaseEverything: () => input.releaseEverything(),
    get accessibility() {
      return sight.accessibility;
    },
    get accessibilityReason() {
      return sight.reason;
    },
    program: (name) => Promise.resolve(findProgram(name)),
    launch: (name) => {
      const program = findProgram(name);
      if (!program) return Promise.reject(new HostError('NOT_FOUND', `No program called "${name}" is installed.`, 'Try its usual name (calc, writer, mousepad, xterm …) or the name of its command.'));
      return Promise.resolve({ ...program, pid: start(program) });
    },
    caughtUp: async (all, timeoutMs) => {
      const arranged = await manager.caughtUp(timeoutMs);
      const taken = await Promise.all(all.map(({ id }) => ping.caughtUp(id, timeoutMs)));
      return arranged && taken.every((each) => each);
    },
    activity: async (pid) => {
      const drawn = (await activity?.state()) ?? null;
      const told = pid === undefined ? undefined : sight.accessibility?.changesOf(pid);
      return drawn && told ? { stillFor: Math.min(drawn.stillFor, told.stillFor), changes: drawn.changes + told.changes } : drawn;
    },
    rearranged: () => activity?.rearranged() ?? null,
    ignoreChanges: (areas) => activity?.ignore(areas),
    dispose: async () => {
      await input.releaseAll();
      sight.close();
      screen?.close();
      connection.client.terminate();
    },
  };
}
