import { describe, expect, it } from 'vitest';
import { HostError } from './error';
import { parseChord, parseKeys } from './keys';

describe('key names', () => {
  it.each([
    ['Return', ['enter']],
    ['enter', ['enter']],
    ['ctrl+s', ['ctrl', 's']],
    ['Control+S', ['ctrl', 's']],
    ['Ctrl-Shift-T', ['ctrl', 'shift', 't']],
    ['s+ctrl', ['ctrl', 's']],
    ['cmd+c', ['super', 'c']],
    ['Win', ['super']],
    ['Meta_L', ['super']],
    ['page_down', ['page_down']],
    ['PageDown', ['page_down']],
    ['Page Down', ['page_down']],
    ['PgDn', ['page_down']],
    ['ArrowLeft', ['left']],
    ['left_arrow', ['left']],
    ['KP_0', ['kp_0']],
    ['KP_Enter', ['kp_enter']],
    ['ctrl++', ['ctrl', '+']],
    ['ctrl+plus', ['ctrl', '+']],
    ['ctrl+-', ['ctrl', '-']],
    ['+', ['+']],
    ['-', ['-']],
    ['space', ['space']],
    [' ', ['space']],
    ['F12', ['f12']],
    ['alt+F4', ['alt', 'f4']],
    ['A', ['A']],
    ['shift+a', ['shift', 'a']],
    ['é', ['é']],
    ['Escape', ['escape']],
    ['BackSpace', ['backspace']],
    ['Delete', ['delete']],
    ['ctrl + s', ['ctrl', 's']],
  ])('%s', (written, keys) => {
    expect(parseKeys(written)).toEqual([keys]);
  });

  it('reads several chords in a row', () => {
    expect(parseKeys('ctrl+home ctrl+shift+end delete')).toEqual([['ctrl', 'home'], ['ctrl', 'shift', 'end'], ['delete']]);
  });

  it.each(['ctrl+bogus', 'hyper+q', 'entr', 'ctrl+', 'f25', 'ctrl+shift+abc'])('refuses %s whole', (written) => {
    expect(() => parseChord(written)).toThrow(HostError);
  });
});
