// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DesktopBridge, StartRun } from '../../preload/contract/bridge';
import type { SessionInfo } from '../../preload/contract/sessions';
import type { SettingsPatch } from '../../preload/contract/settings';
import { createFakeBridge } from '../dev/fake-bridge';
import { scene } from '../dev/scenes';
import { startTranslation } from '../lib/i18n';
import { App } from './app';
import { connect } from './connect';
import { createAppStore } from './store';
import { StoreContext } from './store-context';

let host: HTMLElement;
let root: Root;
let started: StartRun[];
let saved: SettingsPatch[];
let disconnect: () => void;

/** The window on a scene of dev/, with what it asked of the main process. */
async function show(name: string, change: Partial<DesktopBridge> = {}): Promise<void> {
  started = [];
  saved = [];
  const { state, events, frame, approval } = scene(name, { language: 'en', theme: 'light' }, { image: new Uint8Array([1]), width: 10, height: 10 });
  const replay = createFakeBridge({ state, events, frame, approval });
  const bridge: DesktopBridge = {
    ...replay,
    startRun: (request) => (started.push(request), Promise.resolve({ session: 's' })),
    saveSettings: (patch) => (saved.push(patch), replay.saveSettings(patch)),
    ...change,
  };
  const store = createAppStore(bridge);
  disconnect = connect(store, bridge);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  act(() =>
    root.render(
      <StoreContext value={store}>
        <App />
      </StoreContext>,
    ),
  );
  const replayed = (): boolean => {
    const { app, conversations, frame: shown } = store.getState();
    return app !== null && (events.length === 0 || conversations[0]?.session === 's1') && (frame === null || shown !== null);
  };
  while (!replayed()) {
    await act(
      () =>
        new Promise<void>((resolve) => {
          setTimeout(resolve, 5);
        }),
    );
  }
}

const get = <T extends HTMLElement = HTMLElement>(id: string): T => host.querySelector<T>(`[data-testid="${id}"]`)!;
const click = (id: string): Promise<void> => act(async () => get(id).click());

async function write(id: string, value: string): Promise<void> {
  const field = get<HTMLTextAreaElement | HTMLInputElement>(id);
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
async function enter(options: KeyboardEventInit = {}): Promise<KeyboardEvent> {
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...options });
  await act(async () => void get('composer').dispatchEvent(event));
  return event;
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  startTranslation('en');
});
afterEach(() => {
  act(() => root.unmount());
  disconnect();
  host.remove();
});

describe('the composer', () => {
  it('sends on Enter, but not on Shift+Enter or while an input method composes', async () => {
    await show('empty');
    await write('composer', '  你好 ');
    await enter({ shiftKey: true });
    await enter({ isComposing: true });
    expect(started).toEqual([]);
    expect((await enter()).defaultPrevented).toBe(true);
    expect(started).toEqual([{ text: '你好' }]);
  });

  it('sends nothing that is blank, nor while a run goes on, and says why', async () => {
    await show('run');
    await write('composer', 'another');
    await enter();
    expect(started).toEqual([]);
    expect(get<HTMLButtonElement>('send').disabled).toBe(true);
    expect(host.textContent).toContain('You can send this when the run has ended');
  });

  it('answers an open question', async () => {
    const answers: unknown[] = [];
    await show('question', { answerQuestion: (answer) => (answers.push(answer), Promise.resolve()) });
    await write('composer', 'Ask me tomorrow');
    await enter();
    expect(answers).toEqual([{ id: 'q', text: 'Ask me tomorrow' }]);
    expect(host.textContent).toContain('You answered: Ask me tomorrow');
  });
});

describe('a run', () => {
  it('has Stop and Pause in reach, the plan, the picture and each call with its outcome', async () => {
    let stops = 0;
    await show('run', { stopRun: () => (stops++, Promise.resolve()) });
    expect(get('todo').textContent).toContain('1 of 5');
    expect(get('preview')).not.toBeNull();
    expect(get('usage').textContent).toContain('5,462 tokens (estimated)');
    const cards = [...host.querySelectorAll<HTMLElement>('[data-testid="tool-card"]')];
    expect(cards.map((card) => card.dataset.status)).toEqual(['success', 'success', 'success', 'error', 'running']);
    expect(cards[3]?.textContent).toContain('NOT_FOUND');
    expect(get('pause')).not.toBeNull();
    await click('stop');
    expect(stops).toBe(1);
  });

  it('stops by Ctrl+. from anywhere in the window', async () => {
    let stops = 0;
    await show('run', { stopRun: () => (stops++, Promise.resolve()) });
    await act(async () => void window.dispatchEvent(new KeyboardEvent('keydown', { key: '.', ctrlKey: true })));
    expect(stops).toBe(1);
  });

  it('answers with an option of its question', async () => {
    const answers: unknown[] = [];
    await show('question', { answerQuestion: (answer) => (answers.push(answer), Promise.resolve()) });
    await click('question-option');
    expect(answers).toEqual([{ id: 'q', text: 'Replace it' }]);
  });
});

describe('the first run', () => {
  it('starts the demonstration with the request the app names', async () => {
    await show('first-run');
    await click('onboarding-demo');
    expect(started).toHaveLength(1);
    expect(started[0]?.text).toContain('Make a budget sheet');
  });

  it('connects a model by its own fields', async () => {
    await show('first-run');
    await click('onboarding-connect');
    await write('onboarding-base-url', 'http://127.0.0.1:1234/v1');
    expect(get<HTMLButtonElement>('onboarding-save').disabled).toBe(true);
    await write('onboarding-model', 'local');
    await click('onboarding-save');
    expect(saved).toEqual([{ base_url: 'http://127.0.0.1:1234/v1', model: 'local', onboarded: true }]);
    expect(get('onboarding')).toBeNull();
  });
});

describe('the settings', () => {
  it('say which check failed', async () => {
    await show('empty');
    await click('settings-open');
    await write('settings-base-url', 'https://api.example.com/v1');
    await click('settings-test');
    expect(get('settings-test-result').textContent).toContain('The server refused the key (401).');
  });

  it('ask before unsaved changes are lost, and keep them', async () => {
    await show('empty');
    await click('settings-open');
    await write('settings-model', 'half-typed');
    await act(async () => void get('settings').dispatchEvent(new Event('cancel', { cancelable: true })));
    expect(get<HTMLInputElement>('settings-model').value).toBe('half-typed');
    expect(get('settings-message').textContent).toBe('There are unsaved changes.');
  });

  it('stay open with the reason when they can not be saved', async () => {
    await show('empty', { saveSettings: () => Promise.reject(new Error('The disk is full.')) });
    await click('settings-open');
    await write('settings-model', 'm');
    await click('settings-save');
    expect(get('settings-message').textContent).toBe('The disk is full.');
    expect(get<HTMLInputElement>('settings-model').value).toBe('m');
  });
});

describe('a window too narrow for the tasks at its side', () => {
  const sheet = (): HTMLElement | null => host.querySelector('[data-testid="sessions"]');
  const stored = (id: string, title: string): SessionInfo => ({ id, title, created: '2026-01-01T00:00:00Z', updated: '2026-01-01T00:00:00Z', messages: 2 });

  it('finds an old one over the chat, and opens it', async () => {
    await show('run', { listSessions: () => Promise.resolve([stored('old', 'Rent of last year'), stored('other', 'Letter')]) });
    expect(sheet()).toBeNull();
    await click('sessions-open');
    const entries = (): string[] => [...(sheet()?.querySelectorAll('li') ?? [])].map((entry) => entry.textContent ?? '');
    await vi.waitFor(() => expect(entries()).toContain('Rent of last year'), { timeout: 20_000 });
    await act(async () => sheet()?.querySelector<HTMLElement>('[data-session="old"] button')?.click());
    await vi.waitFor(() => expect(sheet()).toBeNull(), { timeout: 20_000 });
  });
});
