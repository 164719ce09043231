import type { WebContents } from 'electron';
import type { AppState, Frame } from '../../preload/contract/bridge';
import { pushes } from '../../preload/contract/channels';
import type { ApprovalRequest, DialogPlace } from '../../preload/contract/approval';
import type { RunEvent } from '../../preload/contract/run-event';
import type { OngoingConversation } from '../../preload/contract/sessions';

/** What each push carries. */
export interface Pushed {
  runEvent: RunEvent;
  ongoing: OngoingConversation;
  state: AppState;
  frame: Frame;
  approval: ApprovalRequest | null;
  dialogPlace: DialogPlace;
}

/** Sends an event to a window's page; a window that is gone hears nothing. */
export function push<K extends keyof Pushed>(contents: WebContents | null, name: K, payload: Pushed[K]): void {
  if (contents && !contents.isDestroyed()) contents.send(pushes[name], payload);
}
