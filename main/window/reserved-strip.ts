import { execFile } from 'node:child_process';
import type { BrowserWindow, Display, Rectangle } from 'electron';

/** Less than this beside the strip (DIP) is no room to work in: nothing is reserved then. */
const LEAST_ROOM = 800;

const PROPERTY = '_NET_WM_STRUT_PARTIAL';

/**
 * Asks the window manager to keep other windows, maximised ones too, off a strip at the right edge
 * of the screen, so that the assistant's work and our window lie side by side. An X11 hint
 * (EWMH, _NET_WM_STRUT_PARTIAL), set with xprop: where there is neither, nothing happens.
 */
export function reserveStrip(window: BrowserWindow, strip: Rectangle, displays: Display[]): void {
  const struts = strutsOf(strip, displays);
  if (struts) xprop(window, '-f', PROPERTY, '32c', '-set', PROPERTY, struts.join(', '));
}

/** Gives the strip back. */
export function releaseStrip(window: BrowserWindow): void {
  xprop(window, '-remove', PROPERTY);
}

/**
 * The hint's twelve numbers, in physical pixels; null where a strip can't be reserved: not at the
 * right edge of all displays, or with too little room beside it.
 */
export function strutsOf(strip: Rectangle, displays: Pick<Display, 'bounds' | 'workArea' | 'scaleFactor'>[]): number[] | null {
  const home = displays.find(({ bounds }) => strip.x >= bounds.x && strip.x < bounds.x + bounds.width && strip.y >= bounds.y && strip.y < bounds.y + bounds.height);
  if (!home) return null;
  const right = home.bounds.x + home.bounds.width;
  const isRightmost = displays.every(({ bounds }) => bounds.x + bounds.width <= right);
  if (!isRightmost || home.workArea.width - strip.width < LEAST_ROOM) return null;
  const physical = (dip: number): number => Math.round(dip * home.scaleFactor);
  const [top, bottom] = [physical(home.bounds.y), physical(home.bounds.y + home.bounds.height) - 1];
  return [0, physical(right - strip.x), 0, 0, 0, 0, top, bottom, 0, 0, 0, 0];
}

function xprop(window: BrowserWindow, ...words: string[]): void {
  const { DISPLAY, XDG_SESSION_TYPE } = process.env;
  if (process.platform !== 'linux' || !DISPLAY || XDG_SESSION_TYPE === 'wayland') return;
  const id = window.getNativeWindowHandle().readUInt32LE(0);
  // A hint only: without xprop the window simply lies where it lies.
  execFile('xprop', ['-id', String(id), ...words], () => undefined);
}
