import { dialectNamed, dialectNames } from '../model/dialects/choose';
import { readWords, UsageError } from './read-words';

export interface CliOptions {
  task: string;
  workspace: string;
  approve: 'ask' | 'all' | 'none';
  json: boolean;
  maxSteps: number;
  session: string | null;
  baseUrl: string | null;
  model: string | null;
  /** How the model says its actions; null leaves it to the settings and the model's name. */
  dialect: string | null;
  /** Tokens; null when the model's own is taken. */
  contextWindow: number | null;
  dataFolder: string | null;
  /** A routine to replay instead of asking a model, and its blanks as NAME=VALUE. */
  routine: string | null;
  set: string[];
  desktop: boolean;
}

const COMMAND = 'npm run --silent agent --';

/** Printed below what was wrong: the whole text would push that off the screen. */
export const shortUsage = `Usage: ${COMMAND} [options] "task"
Everything it takes: ${COMMAND} --help`;

export const usage = `Usage: ${COMMAND} [options] "task"

One task without a window. With no model configured the offline planner does it.

  --workspace DIR        folder to work in (default: the present one)
  --approve MODE         ask (on the terminal), all, none (default: ask)
  --json                 one event a line on standard output
  --max-steps N          end after N model turns (default: 50)
  --session ID           go on with, or name, a session
  --base-url URL         address of an OpenAI-compatible server
  --model NAME           model name
  --dialect NAME         how the model says its actions (default: by its name): ${dialectNames.slice(0, 6).join(', ')},
                         ${dialectNames.slice(6).join(', ')}
  --context-window N     tokens that the model takes in, where it is not known
  --data-dir DIR         data folder (settings, sessions, traces)
  --undo SESSION         take back what a session changed (with --approve none: only say it)
  --redo SESSION         make it again
  --change N             only that change
  --save-routine NAME    keep the last completed run of --session ID as a routine
  --routine NAME         do a routine again, without a model (--set file=NAME, --set rows=TABLE fill its blanks)
  --desktop              let it see and drive the present desktop
  --help                 this text

Instead of a task:
  trace FILE             what was done, what came of it, why, and who allowed it; FILE is a trace.jsonl or a session
                         (--request N: what left this machine in that request)
  sessions [list | search WORDS | rename ID TITLE | delete ID | restore ID | fork ID MESSAGE | export ID [json]]

Exit codes: 0 completed, 1 failed, 2 usage or configuration, 3 stopped by a limit or a denial, 130 interrupted.`;

const DEFAULT_STEPS = 50;
/** The system prompt, the tools and one step need this much, tokens. */
const SMALLEST_WINDOW = 4_000;

/** Reads the command line; null when only help was asked for. Throws UsageError. */
export function parseOptions(argv: readonly string[]): CliOptions | null {
  const { values, positionals } = parse(argv);
  if (values.help) return null;
  const task = positionals.join(' ').trim() || (values.routine ?? '');
  if (!task) throw new UsageError('There is no task. Put it in quotes at the end of the command.');
  const approve = values.approve ?? 'ask';
  if (approve !== 'ask' && approve !== 'all' && approve !== 'none') throw new UsageError(`--approve takes ask, all or none, not "${approve}".`);
  if (values.dialect !== undefined && dialectNamed(values.dialect) === null) throw new UsageError(`There is no dialect "${values.dialect}". The dialects are ${dialectNames.join(', ')}.`);
  const maxSteps = Number(values['max-steps'] ?? DEFAULT_STEPS);
  if (!Number.isInteger(maxSteps) || maxSteps < 1) throw new UsageError('--max-steps takes a whole number from 1 up.');
  const contextWindow = values['context-window'] === undefined ? null : Number(values['context-window']);
  if (contextWindow !== null && (!Number.isInteger(contextWindow) || contextWindow < SMALLEST_WINDOW)) throw new UsageError(`--context-window takes a whole number from ${SMALLEST_WINDOW} up.`);
  return {
    task,
    workspace: values.workspace ?? '.',
    approve,
    json: values.json ?? false,
    maxSteps,
    session: values.session ?? null,
    baseUrl: values['base-url'] ?? null,
    model: values.model ?? null,
    dialect: values.dialect ?? null,
    contextWindow,
    dataFolder: values['data-dir'] ?? null,
    routine: values.routine ?? null,
    set: values.set ?? [],
    desktop: values.desktop ?? false,
  };
}

function parse(argv: readonly string[]) {
  return readWords({
    args: [...argv],
    allowPositionals: true,
    options: {
      workspace: { type: 'string' },
      approve: { type: 'string' },
      json: { type: 'boolean' },
      'max-steps': { type: 'string' },
      session: { type: 'string' },
      'base-url': { type: 'string' },
      model: { type: 'string' },
      dialect: { type: 'string' },
      'context-window': { type: 'string' },
      'data-dir': { type: 'string' },
      routine: { type: 'string' },
      set: { type: 'string', multiple: true },
      desktop: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
}
