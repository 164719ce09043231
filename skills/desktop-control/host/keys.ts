import { HostError } from './error';

/**
 * Canonical key names and every spelling that models use for them. Names not listed here and not a
 * single character are refused: a dropped modifier turns "ctrl+w" into a typed "w".
 */
const aliases: Record<string, string> = {};

const spellings: Record<string, string[]> = {
  ctrl: ['control', 'ctl', 'control_l', 'ctrl_l', 'leftctrl', 'leftcontrol', 'controlleft', 'control_left', '^'],
  ctrl_right: ['control_r', 'ctrl_r', 'rightctrl', 'rightcontrol', 'controlright', 'control_right'],
  shift: ['shift_l', 'leftshift', 'shiftleft', 'shift_left'],
  shift_right: ['shift_r', 'rightshift', 'shiftright'],
  alt: ['alt_l', 'option', 'opt', 'leftalt', 'altleft', 'alt_left'],
  alt_gr: ['altgr', 'alt_r', 'rightalt', 'altright', 'alt_right', 'iso_level3_shift'],
  super: ['win', 'meta', 'windows', 'cmd', 'command', 'super_l', 'leftsuper', 'leftwin', 'leftcmd', 'meta_l', 'metaleft', 'os', 'winleft'],
  super_right: ['super_r', 'rightsuper', 'rightwin', 'rightcmd', 'metaright', 'winright'],
  enter: ['return', 'ret', 'newline', '\n', '\r', 'enter_key'],
  kp_enter: ['kpenter', 'numpadenter', 'numpad_enter'],
  tab: ['\t', 'tabulator'],
  space: ['spacebar', 'space_bar', ' '],
  backspace: ['back_space', 'bksp', 'bs'],
  delete: ['del', 'forwarddelete', 'forward_delete'],
  insert: ['ins'],
  escape: ['esc'],
  up: ['arrowup', 'arrow_up', 'uparrow', 'up_arrow', 'kp_up'],
  down: ['arrowdown', 'arrow_down', 'downarrow', 'down_arrow', 'kp_down'],
  left: ['arrowleft', 'arrow_left', 'leftarrow', 'left_arrow', 'kp_left'],
  right: ['arrowright', 'arrow_right', 'rightarrow', 'right_arrow', 'kp_right'],
  home: ['kp_home'],
  end: ['kp_end'],
  page_up: ['pageup', 'pgup', 'prior', 'kp_prior', 'kp_page_up'],
  page_down: ['pagedown', 'pgdn', 'pgdown', 'next', 'kp_next', 'kp_page_down'],
  caps_lock: ['capslock', 'caps'],
  num_lock: ['numlock'],
  scroll_lock: ['scrolllock'],
  print_screen: ['printscreen', 'print', 'prtsc', 'prtscn', 'sysrq', 'snapshot'],
  pause: ['break', 'pausebreak'],
  menu: ['contextmenu', 'context_menu', 'apps'],
  plus: ['add'],
  minus: ['hyphen', 'dash'],
  volume_up: ['volumeup', 'xf86audioraisevolume', 'audiovolumeup'],
  volume_down: ['volumedown', 'xf86audiolowervolume', 'audiovolumedown'],
  volume_mute: ['volumemute', 'mute', 'xf86audiomute', 'audiovolumemute'],
};
for (const [canonical, others] of Object.entries(spellings)) for (const name of [canonical, ...others]) aliases[name] = canonical;
for (let number = 1; number <= 24; number += 1) aliases[`f${number}`] = `f${number}`;
for (let digit = 0; digit <= 9; digit += 1) for (const name of [`kp_${digit}`, `kp${digit}`, `numpad${digit}`, `numpad_${digit}`]) aliases[name] = `kp_${digit}`;
for (const [name, others] of Object.entries({
  kp_add: ['numpad_add', 'numpadadd', 'kp_plus'],
  kp_subtract: ['numpad_subtract', 'numpadsubtract', 'kp_minus'],
  kp_multiply: ['numpad_multiply', 'numpadmultiply'],
  kp_divide: ['numpad_divide', 'numpaddivide'],
  kp_decimal: ['numpad_decimal', 'numpaddecimal', 'kp_period'],
})) for (const spelling of [name, ...others]) aliases[spelling] = name;

/** Names of characters, as X11 and models write them. */
const characters: Record<string, string> = {
  plus: '+', minus: '-', equal: '=', equals: '=', comma: ',', period: '.', dot: '.', slash: '/', backslash: '\\', semicolon: ';', colon: ':',
  apostrophe: "'", quote: "'", quotedbl: '"', grave: '`', backquote: '`', backtick: '`', bracketleft: '[', bracketright: ']', asterisk: '*',
  underscore: '_', question: '?', exclam: '!', at: '@', numbersign: '#', hash: '#', dollar: '$', percent: '%', ampersand: '&',
  parenleft: '(', parenright: ')', less: '<', greater: '>', bar: '|', pipe: '|', asciitilde: '~', tilde: '~', asciicircum: '^', braceleft: '{', braceright: '}',
};

export const modifiers: readonly string[] = ['ctrl', 'ctrl_right', 'shift', 'shift_right', 'alt', 'alt_gr', 'super', 'super_right'];

/** One key's canonical name: a name of the list above or a single character; null when unknown. */
export function canonicalKey(written: string): string | null {
  const word = written.length === 1 ? written : written.trim();
  const plain = word.toLowerCase().replace(/^key_?(?=[a-z0-9]$)/, '').replace(/^digit(?=[0-9]$)/, '').replace(/[\s-](?=.)/g, '_');
  const known = aliases[plain] ?? aliases[plain.replace(/_/g, '')];
  if (known && known !== 'plus' && known !== 'minus' && written !== '^') return known;
  const character = characters[plain];
  if (character) return character;
  if ([...word].length === 1) return word;
  return plain.length === 1 ? plain : null;
}

/**
 * "ctrl+shift+s", "Control-S", "ctrl++", ["ctrl", "s"] → ["ctrl", "shift", "s"]: modifiers first, in
 * the order given. Throws INVALID_PARAM naming what is unknown; nothing is pressed then.
 */
export function parseChord(written: string): string[] {
  const text = written.trim() === '' ? written : written.trim();
  const whole = canonicalKey(text);
  const parts = whole !== null ? [text] : split(text);
  const keys = parts.map((part) => {
    const key = canonicalKey(part);
    if (key === null) {
      throw new HostError('INVALID_PARAM', `Unknown key "${part}" in "${written}". Nothing was pressed.`, 'Use names such as enter, tab, escape, page_down, f5, ctrl+s, ctrl+shift+t, alt+f4. To write words use action "type".');
    }
    return key;
  });
  const held = keys.filter((key) => modifiers.includes(key));
  const others = keys.filter((key) => !modifiers.includes(key));
  // A letter after a modifier names the key, whatever its case: "Ctrl+S" is not Ctrl+Shift+S.
  return [...held, ...others.map((key) => (held.length > 0 ? key.toLowerCase() : key))];
}

/** Several chords in a row: "ctrl+a delete" → [["ctrl","a"],["delete"]]. */
export function parseKeys(written: string): string[][] {
  const trimmed = written.trim();
  if (trimmed === '') return [parseChord(written)];
  if (canonicalKey(trimmed) !== null) return [parseChord(trimmed)];
  return trimmed.replace(/\s*\+\s*/g, (plus, at: number) => (at === 0 ? plus.trim() : '+')).split(/\s+/).map(parseChord);
}

function split(text: string): string[] {
  const separator = text.includes('+') ? '+' : '-';
  const parts: string[] = [];
  let rest = text;
  while (rest !== '') {
    const at = rest.indexOf(separator, 1);
    if (at < 0 || at === rest.length) {
      parts.push(rest);
      break;
    }
    parts.push(rest.slice(0, at));
    rest = rest.slice(at + 1);
    if (rest === '') parts.push('');
  }
  return parts;
}
