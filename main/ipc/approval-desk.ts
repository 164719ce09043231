import type { ApprovalAnswer, ApprovalRequest } from '../../preload/contract/approval';

/** What shows the dialog; the desk decides when. */
export interface DialogDisplay {
  open(): void;
  /** Resolves once the dialog is gone from the screen. */
  close(): Promise<void>;
  /** While held, the desktop takes no input from the assistant. */
  hold(held: boolean): void;
}

/** Where requests wait for the person: one dialog at a time, in the order they came. */
export interface ApprovalDesk {
  /** Resolves with the person's answer; rejects with an AbortError when the signal fires, and the dialog goes. */
  ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>;
  readonly by: 'person';
  /** What the open dialog is about. */
  current(): ApprovalRequest | null;
  /** Takes the answer to the open dialog; throws when it is meant for another one. */
  answer(answer: ApprovalAnswer): void;
  /** The dialog was closed without an answer: that is a no. */
  dismiss(): void;
}

export function createApprovalDesk(display: DialogDisplay): ApprovalDesk {
  let open: { request: ApprovalRequest; settle(answer: ApprovalAnswer | null): void } | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  const show = async (request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> => {
    signal.throwIfAborted();
    display.hold(true);
    try {
      const answer = await new Promise<ApprovalAnswer | null>((resolve) => {
        const onAbort = (): void => resolve(null);
        signal.addEventListener('abort', onAbort, { once: true });
        const settle = (given: ApprovalAnswer | null): void => {
          signal.removeEventListener('abort', onAbort);
          resolve(given);
        };
        open = { request, settle };
        display.open();
      });
      open = null;
      await display.close();
      if (!answer || signal.aborted) throw signal.reason;
      return answer;
    } finally {
      open = null;
      display.hold(false);
    }
  };

  return {
    by: 'person',
    ask(request, signal) {
      const answer = queue.then(() => show(request, signal));
      queue = answer.catch(() => undefined);
      return answer;
    },
    current: () => open?.request ?? null,
    answer(answer) {
      if (!open || open.request.id !== answer.id) throw new Error('This request no longer waits for an answer.');
      if (answer.decision === 'allow_session' && open.request.session_scope === null) {
        throw new Error('This request may be allowed once only.');
      }
      open.settle(answer);
    },
    dismiss() {
      open?.settle({ id: open.request.id, decision: 'deny' });
    },
  };
}
