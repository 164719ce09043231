import type { DesktopBridge } from '../../preload/contract/bridge';

declare global {
  interface Window {
    /** What the preload exposes: the window's only way out. */
    readonly deskwright: DesktopBridge;
  }
}
