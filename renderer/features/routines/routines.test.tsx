// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DesktopBridge } from '../../../preload/contract/bridge';
import type { RunRoutine, SaveRoutine } from '../../../preload/contract/routines';
import { App } from '../../app/app';
import { connect } from '../../app/connect';
import { createAppStore } from '../../app/store';
import { StoreContext } from '../../app/store-context';
import { createFakeBridge } from '../../dev/fake-bridge';
import { scene } from '../../dev/scenes';
import { startTranslation } from '../../lib/i18n';

let host: HTMLElement;
let root: Root;
let disconnect: () => void;
let store: ReturnType<typeof createAppStore>;

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await act(
      () =>
        new Promise<void>((resolve) => {
          setTimeout(resolve, 5);
        }),
    );
  }
}
const all = (id: string): HTMLElement[] => [...host.querySelectorAll<HTMLElement>(`[data-testid="${id}"]`)];
const get = <T extends HTMLElement = HTMLElement>(id: string): T => all(id)[0] as T;
const click = (id: string): Promise<void> => act(async () => get(id).click());
async function write(field: HTMLElement, value: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function show(name: string, change: Partial<DesktopBridge> = {}): Promise<void> {
  const given = scene(name, { language: 'en', theme: 'light' }, { image: new Uint8Array([1]), width: 1, height: 1 });
  const bridge = { ...createFakeBridge(given), ...change };
  store = createAppStore(bridge);
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
  await until(() => store.getState().app !== null && (given.events.length === 0 || store.getState().conversations[0]?.session === 's1'));
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

describe('the routines', () => {
  it('say what they do in plain words, ask for their blanks and run in a new conversation', async () => {
    const runs: RunRoutine[] = [];
    await show('ended', { runRoutine: (request) => (runs.push(request), Promise.resolve({ session: 's9' })) });
    await until(() => all('routine-make').length === 1);
    await click('routines-open');
    await until(() => all('routine-item').length === 2);
    expect(get('routine-steps').textContent).toContain('Open LibreOffice Calc');
    expect(get('routine-steps').textContent).toContain('Enter 3 rows');
    expect(get('routine-steps').textContent).toContain('Press “Keep”');
    // One that can't be read says why and offers nothing but its deletion.
    expect(all('routine-item')[1]?.textContent).toContain('can’t be read');
    expect((all('routine-run')[1] as HTMLButtonElement).disabled).toBe(true);

    await click('routine-run');
    expect(get('routine-form').textContent).toContain('Items of the month');
    await write(get('routine-value-file'), 'december.ods');
    const before = store.getState().current;
    await click('routine-start');
    expect(runs).toEqual([{ name: 'Monthly budget', values: { file: 'december.ods', rows: 'Item\tAmount\nRent\t900\nCafé\t45.5' } }]);
    expect(store.getState().current).not.toBe(before);
    expect(store.getState().running).toBe(store.getState().current);
    expect(all('routines')).toHaveLength(0);
  });

  it('stay open with the reason when one can not begin, and the conversation that runs is the one it was', async () => {
    await show('ended', { runRoutine: () => Promise.reject(new Error('The desktop can’t be used now.')) });
    const { running } = store.getState();
    await click('routines-open');
    await until(() => all('routine-item').length === 2);
    await click('routine-run');
    await click('routine-start');
    expect(get('routines-word').textContent).toBe('The desktop can’t be used now.');
    expect(store.getState().running).toBe(running);
  });

  it('are deleted with a way back', async () => {
    const asked: string[] = [];
    await show('ended', { deleteRoutine: (name) => (asked.push(`delete ${name}`), Promise.resolve()), restoreRoutine: (name) => (asked.push(`restore ${name}`), Promise.resolve()) });
    await click('routines-open');
    await until(() => all('routine-item').length === 2);
    await click('routine-delete');
    await click('routine-undo');
    expect(asked).toEqual(['delete Monthly budget', 'restore Monthly budget']);
    expect(all('routine-undo')).toHaveLength(0);
  });
});

describe('saving a run', () => {
  it('keeps the blanks that are chosen, with their names', async () => {
    const saved: SaveRoutine[] = [];
    await show('ended', { saveRoutine: (request) => (saved.push(request), Promise.resolve({ name: request.name, created: '', blanks: [], steps: [], problem: '' })) });
    await click('routine-make');
    await until(() => all('routine-blank').length === 3);
    await write(get('routine-name'), 'a/b');
    expect(get<HTMLButtonElement>('routine-keep').disabled).toBe(true);
    await write(get('routine-name'), 'Budget');
    const rows = all('routine-blank').find(({ dataset }) => dataset.key === 'rows')!;
    await act(async () => rows.querySelector<HTMLInputElement>('input[type="checkbox"]')!.click());
    await write(get('routine-blank-name'), 'Sheet');
    await act(async () => void get('routine-save').querySelector('form')!.requestSubmit());
    await until(() => saved.length === 1);
    expect(saved).toEqual([{ session: 's1', name: 'Budget', blanks: [{ key: 'file', label: 'Sheet' }] }]);
    expect(all('routine-save')).toHaveLength(0);
    expect(all('routines')).toHaveLength(1);
  });

  it('says why a run can’t become a routine', async () => {
    await show('ended', { draftRoutine: () => Promise.reject(new Error('The run only looked at things.')) });
    await click('routine-make');
    await until(() => get('routine-save-word').textContent === 'The run only looked at things.');
    expect(all('routine-keep')).toHaveLength(0);
  });
});
