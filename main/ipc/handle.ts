import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import type { z } from 'zod';
import type { DesktopBridge } from '../../preload/contract/bridge';
import { channels } from '../../preload/contract/channels';
import { requestSchemas } from '../../preload/contract/requests';

/** What a window can ask; each is a method of the bridge. */
export type Method = keyof typeof channels;
export type Payload<M extends Method> = z.infer<(typeof requestSchemas)[M]>;
export type Reply<M extends Method> = Awaited<ReturnType<DesktopBridge[M]>>;

/** One door into the main process, for the windows that may use it. */
export interface Door {
  handle<M extends Method>(method: M, answer: (payload: Payload<M>) => Reply<M> | Promise<Reply<M>>): void;
}

export interface DoorOptions {
  ipc: Pick<IpcMain, 'handle'>;
  /** The pages that may use this door, those that are open now. */
  owners(): (WebContents | null)[];
  /** Whether a frame's address is on our origin. */
  isOurs(address: string): boolean;
}

/**
 * The only place that listens to windows. A call is answered when it comes from the main frame of
 * an owner, on our origin, and its payload fits its schema; any other call is rejected (and
 * Electron prints the reason to standard error).
 */
export function createDoor({ ipc, owners, isOurs }: DoorOptions): Door {
  const refuse = (method: Method, why: string): never => {
    throw new Error(`Refused ${method}: ${why}.`);
  };
  const checkSender = (method: Method, event: IpcMainInvokeEvent): void => {
    const frame = event.senderFrame;
    if (!owners().includes(event.sender)) refuse(method, 'this window may not ask that');
    if (!frame || frame.parent) refuse(method, 'the call does not come from the main frame');
    else if (!isOurs(frame.url)) refuse(method, 'the page is not one of ours');
  };
  return {
    handle(method, answer) {
      const schema = requestSchemas[method] as unknown as z.ZodType<Payload<typeof method>>;
      ipc.handle(channels[method], (event, ...sent: unknown[]) => {
        checkSender(method, event);
        if (sent.length > 1) refuse(method, 'too many arguments');
        const payload = schema.safeParse(sent[0]);
        if (!payload.success) return refuse(method, `the arguments do not fit (${payload.error.issues[0]?.message ?? 'unknown'})`);
        return answer(payload.data);
      });
    },
  };
}
