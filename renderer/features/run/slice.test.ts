import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { AppState } from '../../../preload/contract/bridge';
import { createRunSlice, type RunSlice } from './slice';

const app = (active: boolean): AppState => ({ run: { active, paused: false, session: null } }) as AppState;

function run(stopRun: () => Promise<void> = () => Promise.resolve()) {
  const nothing = (): Promise<void> => Promise.resolve();
  return createStore<RunSlice>()((set) => createRunSlice(set, { stopRun, pauseRun: nothing, openTrace: nothing }));
}

describe('a run', () => {
  it('that had ended when Stop was pressed leaves nothing that is stopping', async () => {
    const store = run();
    store.getState().receiveState(app(false));
    await store.getState().stop();
    store.getState().receiveState(app(true));
    expect(store.getState().stopping).toBe(false);
  });

  it('is active from its start to its end', () => {
    const store = run();
    store.getState().receiveRun([{ type: 'run_start', session: 's', model: 'm', workspace: '/w' }]);
    expect(store.getState().active).toBe(true);
    store.getState().receiveRun([{ type: 'run_end', status: 'completed', text: '' }]);
    expect(store.getState().active).toBe(false);
  });

  it('is active after a reload when the app says so', () => {
    const store = run();
    store.getState().receiveState(app(true));
    expect(store.getState().active).toBe(true);
  });

  it('is stopping until it has ended, and no longer when Stop fails', async () => {
    const store = run(() => new Promise(() => {}));
    store.getState().receiveState(app(true));
    void store.getState().stop();
    expect(store.getState().stopping).toBe(true);
    store.getState().receiveState(app(true));
    expect(store.getState().stopping).toBe(true);
    store.getState().receiveState(app(false));
    expect(store.getState().stopping).toBe(false);

    const broken = run(() => Promise.reject(new Error('gone')));
    await broken.getState().stop();
    expect(broken.getState()).toMatchObject({ stopping: false, runError: 'gone' });
  });
});
