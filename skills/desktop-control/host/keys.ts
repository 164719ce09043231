import { HostError } from './error';

/**
 * Canonical key names and every spelling that models use for them. Names not listed here and not a
 * single character are refused: a dropped modifier turns "ctrl+w" into a typed "w".
 */
const aliases: Record<string, string> = {};

const spellings: Record<string, string[]> = {
  ctrl: ['control', 'ctl', 'control_l', 'ctrl_l', 'leftctrl', 'leftcontrol', 'controlleft', 'control_left', 'ctrl_left', 'lctrl', 'lcontrol', '^', '⌃'],
  ctrl_right: ['control_r', 'ctrl_r', 'rightctrl', 'rightcontrol', 'controlright', 'control_right', 'rctrl', 'rcontrol'],
  shift: ['shift_l', 'leftshift', 'shiftleft', 'shift_left', 'lshift', '⇧'],
  shift_right: ['shift_r', 'rightshift', 'shiftright', 'rshift'],
  alt: ['alt_l', 'option', 'opt', 'leftalt', 'altleft', 'alt_left', 'lalt', 'option_l', 'option_left', '⌥'],
  alt_gr: ['altgr', 'alt_r', 'rightalt', 'altright', 'alt_right', 'ralt', 'altgraph', 'alt_graph', 'iso_level3_shift'],
  super: ['win', 'meta', 'windows', 'cmd', 'command', 'super_l', 'leftsuper', 'leftwin', 'leftcmd', 'meta_l', 'metaleft', 'os', 'osleft', 'winleft', 'win_l', 'lwin', 'winkey', 'windows_key', 'cmd_l', 'command_l', '⌘'],
  super_right: ['super_r', 'rightsuper', 'rightwin', 'rightcmd', 'metaright', 'meta_r', 'osright', 'winright', 'win_r', 'rwin', 'cmd_r', 'command_r'],
  enter: ['return', 'ret', 'newline', '\n', '\r', 'enter_key', '⏎', '↵', '回车', '回车键'],
  kp_enter: ['kpenter', 'numpadenter', 'numpad_enter', 'num_enter', 'numenter'],
  tab: ['\t', 'tabulator', '⇥', '制表键'],
  space: ['spacebar', 'space_bar', ' ', '␣', '空格', '空格键'],
  backspace: ['back_space', 'bksp', 'bs', '⌫', '退格', '退格键'],
  delete: ['del', 'forwarddelete', 'forward_delete', 'kp_delete', '⌦'],
  insert: ['ins', 'kp_insert'],
  escape: ['esc', '⎋'],
  up: ['arrowup', 'arrow_up', 'uparrow', 'up_arrow', 'kp_up', '↑'],
  down: ['arrowdown', 'arrow_down', 'downarrow', 'down_arrow', 'kp_down', '↓'],
  left: ['arrowleft', 'arrow_left', 'leftarrow', 'left_arrow', 'kp_left', '←'],
  right: ['arrowright', 'arrow_right', 'rightarrow', 'right_arrow', 'kp_right', '→'],
  home: ['kp_home'],
  end: ['kp_end'],
  page_up: ['pageup', 'pgup', 'prior', 'kp_prior', 'kp_page_up'],
  page_down: ['pagedown', 'pgdn', 'pgdown', 'next', 'kp_next', 'kp_page_down'],
  caps_lock: ['capslock', 'caps', 'capital'],
  num_lock: ['numlock'],
  scroll_lock: ['scrolllock'],
  print_screen: ['printscreen', 'print', 'prtsc', 'prtscn', 'prtscr', 'prt_scr', 'printscr', 'print_scr', 'sysrq', 'sys_req', 'snapshot'],
  pause: ['break', 'pausebreak'],
  menu: ['contextmenu', 'context_menu', 'apps'],
  plus: ['add'],
  minus: ['hyphen', 'dash'],
  browser_back: ['browserback', 'xf86back'],
  browser_forward: ['browserforward', 'xf86forward'],
  media_play_pause: ['mediaplaypause', 'playpause', 'play_pause', 'xf86audioplay'],
  media_next: ['medianexttrack', 'media_track_next', 'nexttrack', 'next_track', 'xf86audionext'],
  media_previous: ['mediaprevioustrack', 'mediatrackprevious', 'prevtrack', 'previous_track', 'xf86audioprev'],
  volume_up: ['volumeup', 'xf86audioraisevolume', 'audiovolumeup'],
  volume_down: ['volumedown', 'xf86audiolowervolume', 'audiovolumedown'],
  volume_mute: ['volumemute', 'mute', 'xf86audiomute', 'audiovolumemute'],
};
for (const [canonical, others] of Object.entries(spellings)) for (const name of [canonical, ...others]) aliases[name] = canonical;
for (let number = 1; number <= 24; number += 1) aliases[`f${number}`] = `f${number}`;
for (let digit = 0; digit <= 9; digit += 1) for (const name of [`kp_${digit}`, `kp${digit}`, `numpad${digit}`, `numpad_${digit}`, `num${digit}`, `num_${digit}`]) aliases[name] = `kp_${digit}`;
for (const [name, others] of Object.entries({
  kp_add: ['numpad_add', 'numpadadd', 'kp_plus', 'numpad_plus', 'num_add'],
  kp_subtract: ['numpad_subtract', 'numpadsubtract', 'kp_minus', 'numpad_minus', 'num_subtract', 'subtract'],
  kp_multiply: ['numpad_multiply', 'numpadmultiply', 'num_multiply', 'multiply'],
  kp_divide: ['numpad_divide', 'numpaddivide', 'num_divide', 'divide'],
  kp_decimal: ['numpad_decimal', 'numpaddecimal', 'kp_period', 'numpad_dot', 'num_decimal', 'decimal'],
})) for (const spelling of [name, ...others]) aliases[spelling] = name;

/** Names of characters, as X11 and models write them. */
const characters: Record<string, string> = {
  plus: '+', minus: '-', equal: '=', equals: '=', comma: ',', period: '.', dot: '.', slash: '/', backslash: '\\', semicolon: ';', colon: ':',
  apostrophe: "'", quote: "'", quotedbl: '"', grave: '`', backquote: '`', backtick: '`', quoteleft: '`', quoteright: "'", single_quote: "'", double_quote: '"', kp_equal: '=',
  bracketleft: '[', bracketright: ']', left_bracket: '[', right_bracket: ']', leftbracket: '[', rightbracket: ']', open_bracket: '[', close_bracket: ']', asterisk: '*',
  underscore: '_', question: '?', exclam: '!', exclamation: '!', at: '@', numbersign: '#', hash: '#', dollar: '$', percent: '%', ampersand: '&',
  parenleft: '(', parenright: ')', less: '<', greater: '>', bar: '|', pipe: '|', asciitilde: '~', tilde: '~', asciicircum: '^', braceleft: '{', braceright: '}',
};

export const modifiers: readonly string[] = ['ctrl', 'ctrl_right', 'shift', 'shift_right', 'alt', 'alt_gr', 'super', 'super_right'];

/** One key's canonical name: a name of the list above or a single character; null when unknown. */
export function canonicalKey(written: string): string | null {
  const word = written.length === 1 ? written : written.trim();
  const named = word.replace(/^[<{[](.{2,})[>}\]]$/s, '$1').replace(/^keys?\.(?=.)|^vk_(?=.)/i, '');
  const plain = named.toLowerCase().replace(/^key_?(?=[a-z0-9]$)/, '').replace(/^digit(?=[0-9]$)/, '').replace(/[\s-](?=.)/g, '_');
  const known = aliases[plain] ?? aliases[plain.replace(/_/g, '')];
  if (known && known !== 'plus' && known !== 'minus' && written !== '^') return known;
  const character = characters[plain];
  if (character) return character;
  if ([...word].length === 1) return word;
  return [...plain].length === 1 ? plain : null;
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

/** Several chords in a row: "ctrl+a delete" → [["ctrl","a"],["delete"]]. Modifiers written apart belong to the key behind them: "ctrl a" never types an "a". */
export function parseKeys(written: string): string[][] {
  const trimmed = written.trim();
  if (trimmed === '') return [parseChord(written)];
  if (canonicalKey(trimmed) !== null) return [parseChord(trimmed)];
  return trimmed.replace(/\s*\+\s*/g, (plus, at: number) => (at === 0 ? plus.trim() : '+')).split(/\s+/).map(parseChord).reduce<string[][]>(joined, []);
}

function joined(chords: string[][], chord: string[]): string[][] {
  const isModifier = (key: string): boolean => modifiers.includes(key);
  if (chord.every(isModifier)) return [...chords, chord];
  const held: string[] = [];
  const rest = [...chords];
  while (rest.at(-1)?.every(isModifier)) held.unshift(...(rest.pop() ?? []));
  return [...rest, held.length > 0 ? [...held, ...chord.map((key) => key.toLowerCase())] : chord];
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
