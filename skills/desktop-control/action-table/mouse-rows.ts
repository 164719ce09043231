import type { FieldEvent } from './field';

/** A mouse action at one place of the field, and what the window must have got. `at` and `to` are offsets into the field, picture pixels. */
export interface MouseRow {
  action: string;
  at: [number, number];
  extra?: { to?: [number, number] | string };
  /** Buttons of the presses, in order. */
  presses: number[];
  releases?: number[];
  /** Motion with the button down, at least as many. */
  dragged?: number;
  note?: string;
}

export const mouseRows: MouseRow[] = [
  { action: 'click', at: [100, 90], presses: [1] },
  { action: 'click', at: [0, 0], presses: [1], note: 'the first pixel' },
  { action: 'click', at: [195, 146], presses: [1], note: 'near the far corner' },
  { action: 'right_click', at: [60, 40], presses: [3] },
  { action: 'middle_click', at: [61, 41], presses: [2] },
  { action: 'double_click', at: [120, 30], presses: [1, 1] },
  { action: 'triple_click', at: [30, 110], presses: [1, 1, 1] },
  { action: 'mouse_down', at: [50, 50], presses: [1], releases: [] },
  { action: 'mouse_up', at: [70, 60], presses: [], releases: [1], note: 'after mouse_down' },
  { action: 'move', at: [140, 100], presses: [] },
  { action: 'drag', at: [20, 20], extra: { to: [160, 120] }, presses: [1], dragged: 5 },
  { action: 'drag', at: [0, 0], extra: { to: [90, 90] }, presses: [1], dragged: 5, note: 'from the corner' },
  { action: 'drag', at: [150, 120], extra: { to: [0, 0] }, presses: [1], dragged: 5, note: 'to the corner' },
  { action: 'scroll', at: [80, 80], extra: { to: 'up 2' }, presses: [4, 4] },
  { action: 'scroll', at: [80, 80], extra: { to: 'down 5' }, presses: [5, 5, 5, 5, 5] },
  { action: 'scroll', at: [80, 80], extra: { to: 'left 1' }, presses: [6] },
  { action: 'scroll', at: [80, 80], extra: { to: 'right' }, presses: [7, 7, 7], note: 'three notches when none are named' },
];

export const pressesOf = (events: FieldEvent[]): number[] => events.filter(({ kind }) => kind === 'ButtonPress').map(({ button }) => button);
export const releasesOf = (events: FieldEvent[]): number[] => events.filter(({ kind }) => kind === 'ButtonRelease').map(({ button }) => button);
