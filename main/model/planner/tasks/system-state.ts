import { printed } from '../results';
import { attempt, type Script, type Work } from '../script';
import type { SystemTopic } from '../task';
import { bytes } from './text';

/** Commands that only look, and whose output has a fixed layout in every locale. */
const COMMANDS: Record<SystemTopic, string> = { disk: 'df -P -k .', memory: 'free -b', load: 'uptime' };
/** A disk this full is worth a warning, percent. */
const FULL = 90;

/** Disk, memory and load, each by one read-only command. */
export function* systemTask(work: Work, { topics }: { topics: SystemTopic[] }): Script {
  if (!work.tools.has('Bash')) return work.say('planner.no_tool', { tool: 'Bash' });
  const lines: string[] = [];
  for (const topic of topics) {
    const envelope = yield* attempt(work, `planner.why.${topic}`, 'Bash', { command: COMMANDS[topic] });
    const { output } = printed(envelope);
    const line = envelope.status === 'error' ? null : describe[topic](work, output);
    lines.push(line ?? work.say('planner.system.unknown', { command: COMMANDS[topic], reason: envelope.error?.code ?? output.trim().slice(0, 200) }));
  }
  return lines.join('\n');
}

const describe: Record<SystemTopic, (work: Work, output: string) => string | null> = {
  disk(work, output) {
    const fields = /^\S.*?\s(\d+)\s+(\d+)\s+(\d+)\s+(\d+)%\s+(\S.*)$/m.exec(output);
    if (!fields) return null;
    const [, total, , free, percent, mount] = fields;
    return work.say(Number(percent) >= FULL ? 'planner.system.disk_full' : 'planner.system.disk', {
      free: bytes(Number(free) * 1024), total: bytes(Number(total) * 1024), percent: Number(percent), mount: mount ?? '',
    });
  },
  memory(work, output) {
    const numbers = output.split('\n')[1]?.match(/\d+/g)?.map(Number) ?? [];
    const [total, used] = numbers;
    const available = numbers.at(-1);
    if (total === undefined || used === undefined || available === undefined || numbers.length < 6) return null;
    return work.say('planner.system.memory', { available: bytes(available), total: bytes(total), percent: Math.round(((total - available) / total) * 100) });
  },
  load(work, output) {
    const averages = /load averages?:\s*([\d.,]+?),?\s+([\d.,]+?),?\s+([\d.,]+)/.exec(output);
    return averages ? work.say('planner.system.load', { one: averages[1] ?? '', five: averages[2] ?? '', fifteen: averages[3] ?? '' }) : null;
  },
};
