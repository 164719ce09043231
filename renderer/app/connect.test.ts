// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppState, DesktopBridge, Frame } from '../../preload/contract/bridge';
import type { RunEvent } from '../../preload/contract/run-event';
import type { OngoingConversation } from '../../preload/contract/sessions';
import { startTranslation } from '../lib/i18n';
import { connect } from './connect';
import { createAppStore } from './store';

const start: RunEvent = { type: 'run_start', session: 's', model: 'm', workspace: '/w' };
const end: RunEvent = { type: 'run_end', status: 'completed', text: '' };

function state(active: boolean): AppState {
  return { run: { active, paused: false, session: null }, language: 'en', settings: { theme: 'dark' } } as AppState;
}

function connected() {
  const tell = { event: (_: RunEvent) => {}, ongoing: (_: OngoingConversation) => {}, state: (_: AppState) => {}, frame: (_: Frame) => {} };
  const silent = new Promise<AppState>(() => {});
  const bridge = {
    getState: () => silent,
    onRunEvent: (listener) => ((tell.event = listener), () => undefined),
    onOngoing: (listener) => ((tell.ongoing = listener), () => undefined),
    onState: (listener) => ((tell.state = listener), () => undefined),
    onFrame: (listener) => ((tell.frame = listener), () => undefined),
  } as Partial<DesktopBridge> as DesktopBridge;
  const store = createAppStore(bridge);
  connect(store, bridge);
  return { store, tell };
}

beforeAll(() => {
  startTranslation('en');
});
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('connect', () => {
  it('draws a burst of pieces at once', () => {
    const { store, tell } = connected();
    let drawn = 0;
    store.subscribe(({ conversations }, before) => (drawn += conversations === before.conversations ? 0 : 1));
    [start, ...'stream'.split('').map((text): RunEvent => ({ type: 'delta', text }))].forEach((event) => tell.event(event));
    expect(drawn).toBe(0);
    vi.advanceTimersByTime(50);
    expect(drawn).toBe(1);
    expect(store.getState().conversations[0]?.items).toMatchObject([{ kind: 'assistant', text: 'stream' }]);
  });

  it('keeps the order of events and states, so that a run that ended before the next began does not end that one', () => {
    const { store, tell } = connected();
    tell.event(start);
    tell.event(end);
    tell.state(state(true));
    vi.advanceTimersByTime(50);
    expect(store.getState().active).toBe(true);
  });

  it('holds a frame only while a run is active', () => {
    const { store, tell } = connected();
    const frame: Frame = { image: new Uint8Array(), width: 1, height: 1, spot: null };
    tell.frame(frame);
    expect(store.getState().frame).toBeNull();
    tell.state(state(true));
    tell.frame(frame);
    expect(store.getState().frame).toBe(frame);
    tell.event(end);
    vi.advanceTimersByTime(50);
    expect(store.getState().frame).toBeNull();
  });

  it('draws a run that goes on once, whatever of it came before, and goes on with what comes after', () => {
    const { store, tell } = connected();
    tell.event({ type: 'delta', text: 'Hel' });
    const events: RunEvent[] = [start, { type: 'user', text: 'greet' }, { type: 'delta', text: 'Hel' }];
    tell.ongoing({ id: 's', title: 'greet', events, unreadable: 0, omitted: 0, busy: true, since: 5 });
    tell.event({ type: 'delta', text: 'lo' });
    vi.advanceTimersByTime(50);
    expect(store.getState().conversations).toMatchObject([
      { session: 's', startedAt: 5, endedAt: null, items: [{ kind: 'user', text: 'greet' }, { kind: 'assistant', text: 'Hello', streaming: true }] },
    ]);
  });

  it('applies the theme and the language of the state', () => {
    const { tell } = connected();
    tell.state({ ...state(false), language: 'zh' });
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(document.documentElement.lang).toBe('zh-CN');
  });
});
