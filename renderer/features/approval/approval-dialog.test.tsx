// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApprovalAnswer, ApprovalRequest } from '../../../preload/contract/approval';
import { startTranslation } from '../../lib/i18n';
import { ApprovalDialog } from './approval-dialog';
import { armDelay } from './use-arming';

const request: ApprovalRequest = {
  id: 'r1',
  tool: 'Bash',
  level: 'risky',
  title: 'Run a command?',
  what: 'It builds.',
  where: [{ kind: 'command', command: 'make <b>all</b>', directory: '/w' }],
  why: ['It runs a program.'],
  session_scope: 'Exactly this command.',
};

let host: HTMLElement;
let root: Root;
let answers: ApprovalAnswer[];

function open(change: Partial<ApprovalRequest> = {}, options: { genuine?: boolean; sight?: number | null; answer?: (answer: ApprovalAnswer) => Promise<void> } = {}): void {
  const whole = { ...request, ...change };
  const answer = options.answer ?? ((given: ApprovalAnswer) => (answers.push(given), Promise.resolve()));
  const genuine = options.genuine === false ? {} : { isGenuine: () => true };
  act(() => root.render(<ApprovalDialog key={whole.id} request={whole} sight={options.sight === undefined ? 0 : options.sight} answer={answer} {...genuine} />));
}

const get = <T extends HTMLElement = HTMLElement>(id: string): T => host.querySelector<T>(`[data-testid="${id}"]`)!;
const wait = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
/** Painted at the beginning and at the end: two frames of 16 ms each. */
const painted = 2 * 16;
const arm = (): void => wait(painted + armDelay + painted);

function press(id: string): void {
  act(() => void get(id).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 })));
}
function release(id: string): void {
  act(() => void get(id).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 })));
}
function point(id: string): void {
  press(id);
  release(id);
}
/** Enter or Space on a focused button, or an accessibility action: a click without a pointer. */
function activate(id: string): void {
  act(() => void get(id).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 })));
}
function key(target: HTMLElement, name: string): void {
  act(() => void target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: name })));
}
function write(field: HTMLInputElement, value: string): void {
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  startTranslation('en');
});
beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.useRealTimers();
});

describe('allowing by pointer', () => {
  it('names its window by what it asks, so that it is not mistaken for the other one', () => {
    open({ title: 'Start a program?' });
    expect(document.title).toBe('Start a program? – Deskwright');
  });

  it('counts only once the dialog has been there for a while', () => {
    open();
    wait(painted + armDelay - 1);
    point('approval-allow-once');
    expect(answers).toEqual([]);
    wait(1 + painted);
    point('approval-allow-once');
    expect(answers).toEqual([{ id: 'r1', decision: 'allow_once' }]);
  });

  it('does not count a press that began before', () => {
    open();
    press('approval-allow-once');
    arm();
    release('approval-allow-once');
    expect(answers).toEqual([]);
  });

  it('starts anew with new content', () => {
    open();
    arm();
    open({ id: 'r2', title: 'Delete everything?' });
    point('approval-allow-once');
    expect(answers).toEqual([]);
    arm();
    point('approval-allow-once');
    expect(answers).toEqual([{ id: 'r2', decision: 'allow_once' }]);
  });

  it('starts anew when the window was hidden', () => {
    open();
    arm();
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    wait(10 * armDelay);
    visibility.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    point('approval-allow-once');
    expect(answers).toEqual([]);
    visibility.mockRestore();
  });

  it('counts nothing while the window is hidden where the pointer is, and begins anew when it comes into sight or elsewhere', () => {
    open({}, { sight: null });
    wait(10 * armDelay);
    point('approval-allow-once');
    for (const sight of [1, 2]) {
      open({}, { sight });
      point('approval-allow-once');
      wait(armDelay - 1);
      point('approval-allow-once');
      expect(answers).toEqual([]);
      arm();
    }
    point('approval-allow-once');
    expect(answers).toHaveLength(1);
  });

  it('counts nothing before it was painted, nor while painting stands still', () => {
    const frames: FrameRequestCallback[] = [];
    const request = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback));
    const paint = (): void => act(() => [...frames.splice(0)].forEach((callback) => callback(0)));
    open();
    paint();
    wait(10 * armDelay);
    point('approval-allow-once');
    paint();
    wait(10 * armDelay);
    point('approval-allow-once');
    paint();
    point('approval-allow-once');
    expect(answers).toEqual([]);
    paint();
    point('approval-allow-once');
    expect(answers).toHaveLength(1);
    request.mockRestore();
  });

  it('refuses clicks made by a script', () => {
    open({}, { genuine: false });
    arm();
    point('approval-allow-once');
    act(() => get('approval-allow-once').click());
    expect(answers).toEqual([]);
    expect(get('approval-keyboard')).toBeNull();
  });

  it('answers once, however often it is clicked', () => {
    open();
    arm();
    point('approval-allow-session');
    point('approval-allow-once');
    expect(answers).toEqual([{ id: 'r1', decision: 'allow_session' }]);
  });
});

describe('the keyboard', () => {
  it('approves nothing by Enter when the dialog opens', () => {
    open();
    arm();
    expect(document.activeElement?.tagName).toBe('H1');
    key(document.activeElement as HTMLElement, 'Enter');
    expect(answers).toEqual([]);
  });

  it('asks for the digits when an allow button is activated, and approves by them', () => {
    open();
    arm();
    activate('approval-allow-session');
    expect(answers).toEqual([]);
    const code = get('approval-code').textContent ?? '';
    write(get<HTMLInputElement>('approval-code-field'), code.slice(0, 1));
    expect(answers).toEqual([]);
    write(get<HTMLInputElement>('approval-code-field'), code);
    expect(answers).toEqual([{ id: 'r1', decision: 'allow_session' }]);
  });

  it('does not open the digits before the dialog is armed', () => {
    open();
    activate('approval-allow-once');
    expect(get('approval-keyboard')).toBeNull();
  });

  it('counts keys anew when the window gets the keyboard, and a press that gives it as before', () => {
    open();
    arm();
    act(() => void window.dispatchEvent(new Event('focus')));
    activate('approval-allow-once');
    expect(get('approval-keyboard')).toBeNull();
    point('approval-allow-once');
    expect(answers).toHaveLength(1);
  });

  it('changes the digits after a wrong try', () => {
    open();
    arm();
    activate('approval-allow-once');
    const before = get('approval-code').textContent ?? '';
    const wrong = [...before].reverse().join('');
    write(get<HTMLInputElement>('approval-code-field'), wrong);
    expect(answers).toEqual([]);
    expect(get<HTMLInputElement>('approval-code-field').value).toBe('');
    expect(get('approval-keyboard').textContent).toContain('That was different.');
  });

  it('goes to Deny with Escape, without denying', () => {
    open();
    key(get('approval-dialog'), 'Escape');
    expect(document.activeElement).toBe(get('approval-deny'));
    expect(answers).toEqual([]);
  });
});

describe('denying', () => {
  it('works at once, with the message', () => {
    open();
    write(get<HTMLInputElement>('approval-reason'), '  Use the trash. ');
    activate('approval-deny');
    expect(answers).toEqual([{ id: 'r1', decision: 'deny', message: 'Use the trash.' }]);
  });

  it('works by Enter in the message, but not in an empty one', () => {
    open();
    key(get('approval-reason'), 'Enter');
    expect(answers).toEqual([]);
    write(get<HTMLInputElement>('approval-reason'), 'No');
    key(get('approval-reason'), 'Enter');
    expect(answers).toEqual([{ id: 'r1', decision: 'deny', message: 'No' }]);
  });
});

describe('what is shown', () => {
  it('is the command as it will run', () => {
    open();
    expect(host.querySelector('pre')?.textContent).toBe('make <b>all</b>');
  });

  it('writes out characters that would hide or turn it', () => {
    open({ where: [{ kind: 'command', command: 'cat a\u202Etxt', directory: '/w' }] });
    expect(host.querySelector('pre')?.textContent).toBe('cat a⟨U+202E⟩txt');
  });

  it('has no session button when nothing may be granted ahead', () => {
    open({ session_scope: null });
    expect(get('approval-allow-session')).toBeNull();
    open({ id: 'r3' });
    expect(host.textContent).toContain('Exactly this command.');
  });

  it('says when the answer did not arrive, and can be answered again', async () => {
    let tries = 0;
    open({}, { answer: () => (++tries === 1 ? Promise.reject(new Error('Nothing waits.')) : Promise.resolve()) });
    await act(async () => get('approval-deny').dispatchEvent(new MouseEvent('click', { bubbles: true })));
    expect(host.textContent).toContain('Nothing waits.');
    await act(async () => get('approval-deny').dispatchEvent(new MouseEvent('click', { bubbles: true })));
    expect(tries).toBe(2);
  });
});

describe('a skill', () => {
  it('is shown with where it is from, what it may do, what it is given and how it runs, hidden characters written out', () => {
    open({ where: [{ kind: 'skill', name: 'tidy-up', from: 'from your skills folder, trusted by you', may: ['It uses no network.'], command: 'python3 run.py', arguments: '{\n  "note": "a\u202eb"\n}' }] });
    const text = get('approval-skill').textContent ?? '';
    for (const part of ['tidy-up', 'from your skills folder', 'It uses no network.', 'python3 run.py', '"note"']) expect(text).toContain(part);
    expect(text).not.toContain('\u202e');
  });
});

describe('what is shown', () => {
  it('is the command as it will run: what can’t be seen, and what passes for something else, is written out', () => {
    open({ where: [{ kind: 'command', command: 'touch report\u202Efdp.exe a\u00A0b; rm -r ./\u0430bc', directory: '/home/\u0430nn' }] });
    expect(host.textContent).toContain('touch report⟨U+202E⟩fdp.exe a⟨U+00A0⟩b; rm -r ./⟨U+0430⟩bc');
    expect(host.textContent).toContain('/home/⟨U+0430⟩nn');
    expect(host.textContent).not.toContain('scroll to its end');
  });

  it('says of a command that does not fit that it goes on', () => {
    open({ where: [{ kind: 'command', command: `${'true && '.repeat(120)}rm -r x`, directory: '/w' }] });
    expect(host.textContent).toContain('A long command (967 characters): scroll to its end before you allow it.');
  });
});
