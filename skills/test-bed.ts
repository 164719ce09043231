import type { Answer, Serve } from './serve';

/** What a skill wrote during a call: its answer, and the lines before it. */
export interface Called {
  answer: Answer;
  before: Record<string, unknown>[];
}

/** Calls a skill as the runner does, one line in, lines out, in the process of the test. */
export async function callSkill(serve: Serve, args: unknown, environment: Record<string, string | undefined> = {}): Promise<Called> {
  const lines = await talk(serve, [JSON.stringify(args)], environment);
  const answer = lines.pop();
  if (!answer) throw new Error('The skill wrote nothing.');
  return { answer: answer as Answer, before: lines };
}

/** Sends whole lines, and gives what came back when the input had ended. */
export async function talk(serve: Serve, input: string[], environment: Record<string, string | undefined> = {}): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  await serve(linesOf(input), (line) => lines.push(JSON.parse(line) as Record<string, unknown>), environment);
  return lines;
}

async function* linesOf(input: string[]): AsyncIterable<string> {
  yield* input;
}
