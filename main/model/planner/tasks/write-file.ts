import { choose } from '../ask';
import { attempt, Halt, must, unmet, type Script, type Work } from '../script';
import { readLines } from './read-file';

/** A plain text file by Write; an existing one is replaced only after the person said so. */
export function* writeFileTask(work: Work, { file, content }: { file: string; content: string }): Script {
  const write = { path: file, content };
  let envelope = yield* attempt(work, 'planner.why.write', 'Write', write, { file });
  if (envelope.error?.code === 'NOT_READ') {
    const choice = yield* choose(work, 'planner.ask.replace', ['planner.option.replace', 'planner.option.keep'], { file });
    if (choice !== 0) return work.say('planner.write.kept', { file });
    yield* must(work, 'planner.why.read', 'Read', { path: file }, { file });
    envelope = yield* attempt(work, 'planner.why.write', 'Write', write, { file });
  }
  if (envelope.status === 'error') throw new Halt(envelope, work.say('planner.why.write', { file }));
  work.done.push(work.say('planner.done.written', { file }));
  const { lines, totalLines } = yield* readLines(work, file);
  const same = lines.join('\n') === content.replace(/\n$/, '') && totalLines === lines.length;
  const values = { file, lines: totalLines };
  return same ? work.say('planner.write.verified', values) : unmet(work, work.say('planner.write.differs', values));
}
