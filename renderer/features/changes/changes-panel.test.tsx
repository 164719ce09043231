// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DesktopBridge } from '../../../preload/contract/bridge';
import type { UndoChanges, Undone } from '../../../preload/contract/changes';
import { connect } from '../../app/connect';
import { createAppStore } from '../../app/store';
import { StoreContext } from '../../app/store-context';
import { createFakeBridge } from '../../dev/fake-bridge';
import { scene } from '../../dev/scenes';
import { startTranslation } from '../../lib/i18n';
import { ChangesPanel } from './changes-panel';

let host: HTMLElement;
let root: Root;
let disconnect: () => void;
let asked: UndoChanges[];

/** The panel on the scene of a run that has ended, or goes on, with a list of its changes. */
async function show(name: 'ended' | 'run', answer: Undone[] = [], change: Partial<DesktopBridge> = {}): Promise<void> {
  asked = [];
  const { changes } = scene('ended', { language: 'en', theme: 'light' }, { image: new Uint8Array([1]), width: 1, height: 1 });
  const given = scene(name, { language: 'en', theme: 'light' }, { image: new Uint8Array([1]), width: 1, height: 1 });
  const replay = createFakeBridge({ ...given, ...(changes ? { changes } : {}) });
  const bridge: DesktopBridge = { ...replay, undoChanges: (request) => (asked.push(request), Promise.resolve(answer)), ...change };
  const store = createAppStore(bridge);
  disconnect = connect(store, bridge);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  act(() =>
    root.render(
      <StoreContext value={store}>
        <ChangesPanel />
      </StoreContext>,
    ),
  );
  await until(() => all('change-item').length === 6);
}

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
const item = (number: number): HTMLElement => all('change-item').find((one) => one.dataset.number === String(number))!;
const button = (within: HTMLElement, id: string): HTMLButtonElement => within.querySelector<HTMLButtonElement>(`[data-testid="${id}"]`)!;

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  startTranslation('en');
});
afterEach(() => {
  act(() => root.unmount());
  disconnect();
  host.remove();
});

describe('the list of changes', () => {
  it('has the newest first, each with its counts and what stands in the way of undoing it', async () => {
    await show('ended');
    expect(all('change-item').map(({ dataset }) => dataset.number)).toEqual(['6', '5', '4', '3', '2', '1']);
    expect(item(1).textContent).toContain('notes/plan.md');
    expect(item(1).textContent).toContain('+2−1');
    expect(item(3).textContent).toContain('notes/old-name.md → ');
    expect(item(5).textContent).toContain('Maybe yours');
    expect(item(6).textContent).toContain('No way back');
    expect(all('changes-uncovered')[0]?.textContent).toContain('.git');
  });

  it('shows a change when it is opened', async () => {
    await show('ended');
    const open = item(1).querySelector<HTMLButtonElement>('[aria-expanded]')!;
    await act(async () => open.click());
    await until(() => item(1).textContent?.includes('+drei') ?? false);
    expect(open.getAttribute('aria-expanded')).toBe('true');
  });

  it('asks to undo one, all, and to make one again', async () => {
    await show('ended');
    await act(async () => button(item(1), 'undo-one').click());
    await act(async () => button(item(4), 'redo-one').click());
    await act(async () => button(host, 'undo-all').click());
    expect(asked).toEqual([
      { session: 's1', change: 1, direction: 'undo' },
      { session: 's1', change: 4, direction: 'redo' },
      { session: 's1', direction: 'undo' },
    ]);
  });

  it('says what was left alone and why', async () => {
    await show('ended', [{ number: 1, kind: 'modified', path: '/x', result: 'left', left: [{ path: '/home/ada/Documents/Deskwright/notes/plan.md', code: 'changed_since', why: 'it was changed after that' }] }]);
    await act(async () => button(host, 'undo-all').click());
    await until(() => all('change-left').length === 1);
    expect(item(1).textContent).toContain('it was changed after that');
    expect(all('undo-outcome')[0]?.textContent).toBe('Left as it is: 1');
  });

  it('says why it did not work', async () => {
    await show('ended', [], { undoChanges: () => Promise.reject(new Error('The disk is full.')) });
    await act(async () => button(host, 'undo-all').click());
    await until(() => host.querySelector('[role="alert"]') !== null);
    expect(host.querySelector('[role="alert"]')?.textContent).toBe('This did not work: The disk is full.');
    expect(button(host, 'undo-all').disabled).toBe(false);
  });

  it('undoes nothing while a run goes on, and says why', async () => {
    await show('run');
    expect(button(host, 'undo-all').disabled).toBe(true);
    expect(button(item(1), 'undo-one').title).toContain('when the run has ended');
  });
});
