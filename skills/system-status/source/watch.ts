import type { SkillContext } from '../../serve';
import { cpuTimes, usedBetween } from './cpu';
import { disksNow } from './disks';
import { readLimits } from './limits';
import { memoryNow } from './memory';
import { Watcher } from './watcher';
import { warningText } from './words';

const INTERVAL = 30_000;
/** A process that was started for one call is gone by then, and what the session itself starts has settled. */
const FIRST = 3_000;

/** Looks every half minute for as long as the process is there, and warns into the conversation. */
export function watch(context: SkillContext): void {
  const watcher = new Watcher(60_000 / INTERVAL);
  let before = cpuTimes();
  const look = async (): Promise<void> => {
    const after = cpuTimes();
    const cpu = usedBetween(before, after);
    before = after;
    const disks = await disksNow();
    for (const warning of watcher.look({ disks, memory: memoryNow().used_percent, cpu }, readLimits(context.data))) {
      context.notice(warning.code, warningText(warning, context.language));
    }
    again(INTERVAL);
  };
  // The input keeps the process alive, never the watch.
  const again = (wait: number): void => void setTimeout(() => void look(), wait).unref();
  again(FIRST);
}
