import { isSessionId } from '../store/session-log';
import type { Door } from './handle';
import type { RunManager } from './run-manager';

/** What the main window can do with runs. */
export function answerRuns(door: Door, runs: RunManager): void {
  door.handle('startRun', (request) => {
    if (request.session !== undefined && !isSessionId(request.session)) throw new Error('There is no such session.');
    return runs.start(request);
  });
  door.handle('stopRun', () => runs.stop());
  door.handle('pauseRun', (paused) => runs.pause(paused));
  door.handle('answerQuestion', (answer) => runs.answer(answer));
}
