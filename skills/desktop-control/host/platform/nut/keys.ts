import type { Key } from '@nut-tree-fork/nut-js';

/** Canonical key names → nut-js's; characters by the key that bears them on a US keyboard. */
const names: Record<string, keyof typeof Key> = {
  ctrl: 'LeftControl', ctrl_right: 'RightControl', shift: 'LeftShift', shift_right: 'RightShift', alt: 'LeftAlt', alt_gr: 'RightAlt', super: 'LeftSuper', super_right: 'RightSuper',
  enter: 'Return', kp_enter: 'Enter', tab: 'Tab', space: 'Space', backspace: 'Backspace', delete: 'Delete', insert: 'Insert', escape: 'Escape',
  up: 'Up', down: 'Down', left: 'Left', right: 'Right', home: 'Home', end: 'End', page_up: 'PageUp', page_down: 'PageDown',
  caps_lock: 'CapsLock', num_lock: 'NumLock', scroll_lock: 'ScrollLock', print_screen: 'Print', pause: 'Pause', menu: 'Menu',
  media_play_pause: 'AudioPlay', media_next: 'AudioNext', media_previous: 'AudioPrev',
  volume_up: 'AudioVolUp', volume_down: 'AudioVolDown', volume_mute: 'AudioMute',
  kp_add: 'Add', kp_subtract: 'Subtract', kp_multiply: 'Multiply', kp_divide: 'Divide', kp_decimal: 'Decimal',
  '-': 'Minus', '=': 'Equal', '[': 'LeftBracket', ']': 'RightBracket', '\\': 'Backslash', ';': 'Semicolon', "'": 'Quote', ',': 'Comma', '.': 'Period', '/': 'Slash', '`': 'Grave',
};

/** nut-js's name of a canonical key, null when it has none. */
export function nutKey(name: string): keyof typeof Key | null {
  const known = names[name];
  if (known) return known;
  if (/^f([1-9]|1\d|2[0-4])$/.test(name)) return name.toUpperCase() as keyof typeof Key;
  if (/^kp_\d$/.test(name)) return `NumPad${name.slice(3)}` as keyof typeof Key;
  if (/^[a-z]$/i.test(name)) return name.toUpperCase() as keyof typeof Key;
  return /^\d$/.test(name) ? (`Num${name}` as keyof typeof Key) : null;
}
