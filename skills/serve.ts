import { createInterface } from 'node:readline';

/** What a call of a skill answers, one JSON object on a line. */
export type Answer =
  | { status: 'ok'; result: unknown; /** One or a few lines for the model and the person. */ text?: string; /** Files it wrote, absolute. */ files?: string[]; images?: { path: string }[] }
  | { status: 'error'; message: string; /** What to try next. */ hint?: string; /** One of the envelope's codes. */ code?: string };

/** What a skill knows of the place it runs in, and how it speaks while a call is under way. */
export interface SkillContext {
  /** Absolute; also the current folder. */
  workspace: string;
  language: 'en' | 'zh';
  /** The skill's own folder, absolute. */
  folder: string;
  /** A folder for what the skill keeps, absolute; no other skill writes there. */
  data: string;
  environment: Record<string, string | undefined>;
  progress(text: string, fraction?: number): void;
  /** Tells the conversation something that nobody asked for; `code` like DISK_FULL. */
  notice(code: string, text: string): void;
}

export type Handler = (args: Record<string, unknown>, context: SkillContext) => Promise<Answer>;

/** Reads calls, one JSON object a line, and writes answers and progress, one JSON object a line. Resolves when the input ends. */
export type Serve = (lines: AsyncIterable<string>, write: (line: string) => void, environment: Record<string, string | undefined>) => Promise<void>;

/**
 * A skill's side of the protocol. A call is the arguments themselves, or `{"id", "args"}`, whose
 * answer carries the id; calls are answered in order. A handler that throws is an error answer.
 * `begin` is for skills that watch: called once before the first call.
 */
export function createServe(handler: Handler, begin?: (context: SkillContext) => void): Serve {
  return async (lines, write, environment) => {
    const send = (value: object): void => write(JSON.stringify(value));
    const context: SkillContext = {
      workspace: environment['DESKWRIGHT_WORKSPACE'] ?? process.cwd(),
      language: environment['DESKWRIGHT_LANGUAGE'] === 'zh' ? 'zh' : 'en',
      folder: environment['DESKWRIGHT_SKILL_FOLDER'] ?? __dirname,
      data: environment['DESKWRIGHT_DATA'] ?? process.cwd(),
      environment,
      progress: (text, fraction) => send({ progress: text, ...(fraction === undefined ? {} : { fraction }) }),
      notice: (code, text) => send({ notice: text, code }),
    };
    begin?.(context);
    for await (const line of lines) {
      if (line.trim() === '') continue;
      const { id, args } = callOf(line);
      const answer = args === null ? ({ status: 'error', message: 'The call is not a JSON object on one line.', code: 'INVALID_PARAM' } as const) : await answerOf(handler, args, context);
      send(id === undefined ? answer : { id, ...answer });
    }
  };
}

/** Serves standard input and output, for a skill that was started as a program of its own. */
export function serveStandardStreams(serve: Serve): void {
  void serve(createInterface({ input: process.stdin }), (line) => process.stdout.write(`${line}\n`), process.env);
}

function callOf(line: string): { id?: unknown; args: Record<string, unknown> | null } {
  try {
    const call = JSON.parse(line) as unknown;
    if (!isObject(call)) return { args: null };
    if (!('args' in call && 'id' in call)) return { args: call };
    return { id: call['id'], args: isObject(call['args']) ? call['args'] : null };
  } catch {
    return { args: null };
  }
}

async function answerOf(handler: Handler, args: Record<string, unknown>, context: SkillContext): Promise<Answer> {
  try {
    return await handler(args, context);
  } catch (error) {
    return { status: 'error', message: error instanceof Error ? error.message : String(error) };
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
