import type { ApprovalDesk } from './approval-desk';
import type { Door } from './handle';

/** What the dialog's window can do, and no other window. */
export function answerApprovals(door: Door, desk: ApprovalDesk): void {
  door.handle('getApproval', () => desk.current());
  door.handle('answerApproval', (answer) => desk.answer(answer));
}
