import type { StoreApi } from 'zustand/vanilla';
import type { DesktopBridge } from '../../preload/contract/bridge';
import type { RunEvent } from '../../preload/contract/run-event';
import { applyLanguage } from '../lib/i18n';
import { applyTheme } from '../lib/theme';
import { untilAnswered } from '../lib/until-answered';
import type { AppStore } from './store';

/** Events come in bursts and small pieces; drawn together at most this often (milliseconds), typing stays smooth. */
const drawEvery = 40;

/** Feeds the main process's pushes into the store until the returned function is called. */
export function connect(store: StoreApi<AppStore>, bridge: DesktopBridge): () => void {
  let waiting: RunEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;

  const flush = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    const events = waiting;
    waiting = [];
    store.getState().receiveRun(events);
    store.getState().receiveChat(events, Date.now());
    store.getState().receiveSessions(events);
    if (events.some((event) => event.type === 'run_end')) store.getState().clearFrame();
  };

  const stops = [
    untilAnswered(
      () => bridge.getState(),
      (state) => store.getState().receiveState(state),
    ),
    bridge.onRunEvent((event) => {
      waiting.push(event);
      timer ??= setTimeout(flush, drawEvery);
    }),
    bridge.onOngoing((conversation) => {
      flush();
      store.getState().receiveOngoing(conversation);
    }),
    bridge.onState((state) => {
      flush();
      store.getState().receiveState(state);
      if (!state.run.active) store.getState().clearFrame();
    }),
    bridge.onFrame((frame) => {
      if (store.getState().active) store.getState().receiveFrame(frame);
    }),
    store.subscribe(({ app }, before) => {
      if (!app || app === before.app) return;
      applyLanguage(app.language);
      applyTheme(app.settings.theme);
    }),
  ];

  return () => {
    flush();
    for (const stop of stops) stop();
  };
}
