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
    ['Key.enter', ['enter']],
    ['Keys.ENTER', ['enter']],
    ['{ENTER}', ['enter']],
    ['<ctrl>+<shift>+t', ['ctrl', 'shift', 't']],
    ['VK_CONTROL+VK_C', ['ctrl', 'c']],
    ['LWin+d', ['super', 'd']],
    ['cmd_l', ['super']],
    ['rctrl', ['ctrl_right']],
    ['AltGraph', ['alt_gr']],
    ['num0', ['kp_0']],
    ['NumpadAdd', ['kp_add']],
    ['multiply', ['kp_multiply']],
    ['quoteleft', ['`']],
    ['ctrl+left_bracket', ['ctrl', '[']],
    ['BracketLeft', ['[']],
    ['KeyA', ['a']],
    ['Digit1', ['1']],
    ['⌘+c', ['super', 'c']],
    ['⏎', ['enter']],
    ['↓', ['down']],
    ['回车', ['enter']],
    ['<', ['<']],
    ['ctrl+<', ['ctrl', '<']],
    ['ctrl+]', ['ctrl', ']']],
  ])('%s', (written, keys) => {
    expect(parseKeys(written)).toEqual([keys]);
  });

  it('takes modifiers written apart for one chord, so that no letter of it is typed', () => {
    expect(parseKeys('ctrl a')).toEqual([['ctrl', 'a']]);
    expect(parseKeys('Ctrl Shift T enter')).toEqual([['ctrl', 'shift', 't'], ['enter']]);
    expect(parseKeys('ctrl shift')).toEqual([['ctrl'], ['shift']]);
  });

  it('reads several chords in a row', () => {
    expect(parseKeys('ctrl+home ctrl+shift+end delete')).toEqual([['ctrl', 'home'], ['ctrl', 'shift', 'end'], ['delete']]);
  });

  it.each(['copy', '<paste>', 'hyper', 'fn+f5', 'ctrl, shift, t', 'ctrl+bogus', 'hyper+q', 'entr', 'ctrl+', 'f25', 'ctrl+shift+abc'])('refuses %s whole', (written) => {
    expect(() => parseChord(written)).toThrow(HostError);
  });
});
