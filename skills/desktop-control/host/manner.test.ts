import { describe, expect, it } from 'vitest';
import { entersAt, mannerOf, type Manner } from './manner';

const window = (app: string, title: string, terminal = false) => ({ app, title, terminal });
const field = (role: string, multiline = false, name = '') => ({ role, name, multiline });
const calc = window('libreoffice', 'a.ods - LibreOffice Calc');
const writer = window('soffice', 'a - LibreOffice Writer');

describe('how a place takes text', () => {
  it.each<[string, ReturnType<typeof window> | null, ReturnType<typeof field> | null, Manner]>([
    ['no window', null, field('text', true), 'plain'],
    ['the cells of a sheet', calc, field('table'), 'cells'],
    ['a sheet of which nothing is known', calc, null, 'cells'],
    ['a cell that is being edited', calc, field('paragraph', true), 'plain'],
    ['the Name Box', calc, field('text'), 'plain'],
    ['a letter', writer, field('paragraph', true), 'document'],
    ['the search field of a letter', writer, field('text'), 'plain'],
    ['the text of a slide', window('libreoffice', 'a - LibreOffice Impress'), field('paragraph', true), 'slide'],
    ['a selected box of a slide', window('libreoffice', 'a - LibreOffice Impress'), field('panel'), 'plain'],
    ['an office dialog', window('soffice', 'Save'), field('text'), 'plain'],
    ['a comment box of an office dialog', window('soffice', 'Properties'), field('text', true), 'lines'],
    ['an editor', window('mousepad', 'Untitled'), field('text', true), 'lines'],
    ['an editor that calls itself a sheet', window('mousepad', 'LibreOffice Calc'), field('table'), 'plain'],
    ['a text area of a page', window('chromium', 'Mail'), field('entry', true), 'lines'],
    ['one line of a page', window('chromium', 'Mail'), field('entry'), 'plain'],
    ['a terminal', window('gnome-terminal', 'sh', true), field('terminal', true), 'plain'],
    ['a terminal inside an editor', window('code', 'sh'), field('terminal', true), 'plain'],
    ['a terminal inside an editor that draws it as a text area', window('code', 'sh'), field('entry', true, 'Terminal 1, bash'), 'plain'],
    ['what tells nothing', window('telegram', 'Chat'), null, 'plain'],
  ])('%s', (_, where, focus, manner) => {
    expect(mannerOf(where, focus)).toBe(manner);
    expect(entersAt(manner)).toBe(manner === 'plain' || manner === 'cells');
  });
});
