import type { Frame } from '../../../preload/contract/bridge';
import type { SetSlice } from '../../lib/slice';

export interface ScreenSlice {
  /** Latest frame of the desktop, only while a run acts. */
  frame: Frame | null;
  receiveFrame(frame: Frame): void;
  clearFrame(): void;
}

/** Holds one frame: the newest. */
export function createScreenSlice(set: SetSlice<ScreenSlice>): ScreenSlice {
  return {
    frame: null,
    receiveFrame: (frame) => set({ frame }),
    clearFrame: () => set({ frame: null }),
  };
}
