import { homedir, userInfo } from 'node:os';
import { z } from 'zod';
import { backgroundTasks, describeTask } from './background-tasks';
import { commandEnvironment } from './command-environment';
import { ToolFault } from './fault';
import { bubblewrapWords } from './isolation/bubblewrap';
import { describeCage, prepareCage, type Cage } from './isolation/cage';
import { isolationHint } from './isolation/hint';
import { openPath } from './open-path';
import { OutputCollector } from './output-collector';
import { startGroup, type GroupEnd } from './process-group';
import { commandPaths } from './shell/command-paths';
import { misuseOf } from './shell/misuse';
import { readScript } from './shell/read-script';
import { shadowedPrograms } from './shell/shadowed-programs';
import { defineTool, type Outcome, type ToolContext } from './tool';
import type { Workspace } from './workspace';

/** The longest a command may be given, milliseconds. */
const longestTimeout = 600_000;

/** Bash: any command, judged by the gate from its parsed text. */
export const bashTool = defineTool({
  name: 'Bash',
  description:
    'Run a Bash command: builds, tests, git, programs without a tool of their own. The last resort: not for reading (Read), listing (LS), finding (Glob, Grep) or changing text (Edit). No terminal, no input, no desktop. Example: {"command": "npm test", "timeout_ms": 300000}',
  parameters: z.object({
    command: z.string().min(1).max(50_000).describe('Bash script; with task_id: "poll" or "stop"'),
    directory: z.string().default('.').describe('Folder to run in'),
    timeout_ms: z.number().int().min(100).max(longestTimeout).default(120_000).describe('Milliseconds'),
    background: z.boolean().default(false).describe('Return at once with a task_id'),
    task_id: z.string().optional().describe('A background task to poll or stop'),
  }),
  access: 'write',
  watched: true,
  timeoutMs: longestTimeout + 5_000,

  async facts({ command, directory, background, task_id }, { workspace }) {
    // A task that runs already was judged when it began.
    if (task_id !== undefined) return { paths: [] };
    if (command.includes('\0')) throw new ToolFault('INVALID_PARAM', 'The command holds a NUL character.', 'Remove it.');
    const folder = await workspace.resolve(directory, 'read');
    const { script, named } = await understand(command, folder.real, workspace);
    const misuse = named.some(({ place }) => place === 'secret' || place === 'own') ? null : misuseOf(script);
    if (misuse) throw new ToolFault('UNSUPPORTED', misuse.message, misuse.hint);
    const isolation = await describeCage(script, named, workspace.root);
    const shadowed = shadowedPrograms(script, folder.real, workspace, commandEnvironment(process.env)['PATH'] ?? '');
    return { command: { text: command, directory: folder.real, background, isolation, ...(shadowed.length > 0 ? { shadowed } : {}) }, paths: [{ ...folder, input: folder.real }, ...named] };
  },

  async run({ command, directory, timeout_ms, background, task_id }, context) {
    if (task_id !== undefined) return handleTask(task_id, command, context);
    const { fact, stats } = await openPath(context, directory, 'read');
    if (!stats.isDirectory()) throw new ToolFault('INVALID_PARAM', `${directory} is not a folder.`, 'Give the folder to run in.');
    const { script, named } = await understand(command, fact.real, context.workspace);
    const start = async () => {
      const cage = await prepareCage(script, named, context);
      const output = new OutputCollector();
      const group = startGroup(command, { directory: fact.real, environment: commandEnvironment(process.env, cage.variables), onOutput: output.add, ...startWithin(cage, fact.real) });
      return { cage, output, group };
    };
    let { cage, output, group } = await start();
    if (background) {
      const begun = describeTask(backgroundTasks(context).add(command, group, output), context.outputFolder);
      return { ...begun, data: { ...begun.data, isolation: cage.fact } };
    }
    let end = await waitFor(group, timeout_ms, context.signal);
    // Nothing was run; a place that went away meanwhile is none to hide or to share any more.
    if (typeof end !== 'string' && !end.begun) {
      ({ cage, output, group } = await start());
      end = await waitFor(group, timeout_ms, context.signal);
    }
    const collected = output.collect(context.outputFolder);
    const data = { output: collected.text, ...(collected.file ? { output_file: collected.file } : {}), isolation: cage.fact };
    if (end === 'timeout' || end === 'stopped') return interrupted(end, timeout_ms, data);
    if (!end.begun) {
      throw new ToolFault('EXECUTION_ERROR', `The isolation of the command failed, so nothing was run: ${collected.text}`, 'This is a fault of the system or of Deskwright, not of the command. Tell the person.');
    }
    if (end.survivors.length > 0) backgroundTasks(context).adopt(group);
    return { ...finished(end, data, collected.cut, cage), path_resolved: fact.real };
  },
});

/** A command taken apart, and the paths it names. */
async function understand(command: string, directory: string, workspace: Workspace) {
  const script = await readScript(command, { HOME: homedir(), PWD: directory, USER: userInfo().username });
  return { script, named: await commandPaths(script, directory, workspace) };
}

function startWithin(cage: Cage, directory: string): { within?: string[] } {
  return cage.fact.kind === 'none' ? {} : { within: [cage.isolation.program, ...bubblewrapWords(cage, directory)] };
}

async function waitFor(group: ReturnType<typeof startGroup>, timeoutMs: number, signal: AbortSignal): Promise<GroupEnd | 'timeout' | 'stopped'> {
  let timer: NodeJS.Timeout | undefined;
  let stop: () => void = () => undefined;
  const interruption = new Promise<'timeout' | 'stopped'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), timeoutMs);
    stop = () => resolve('stopped');
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    const end = await Promise.race([group.ended, interruption]);
    if (typeof end === 'string') {
      group.kill();
      group.ended.catch(() => undefined);
    }
    return end;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

function interrupted(why: 'timeout' | 'stopped', timeoutMs: number, data: Record<string, unknown>): Outcome {
  const [code, message, hint] =
    why === 'timeout'
      ? (['TIMEOUT', `The command ran longer than ${timeoutMs} ms and was ended with all it had started.`, 'Give a larger timeout_ms, or run it with background: true.'] as const)
      : (['CANCELLED', 'The command was stopped with all it had started.', 'Do not repeat it unless asked.'] as const);
  return { status: 'error', data, text: message, error: { code, message, hint } };
}

function finished(end: GroupEnd, data: Record<string, unknown>, cut: string | undefined, { fact }: Cage): Outcome {
  const failedStages = end.stages.flatMap((code, index) => (code !== 0 && code !== 141 ? [`stage ${index + 1} exited with ${code}`] : []));
  const details = {
    ...data,
    exit_code: end.code,
    ...(end.signal ? { signal: end.signal } : {}),
    ...(end.stages.length > 0 ? { stages: end.stages } : {}),
    ...(end.survivors.length > 0 ? { still_running: end.survivors } : {}),
  };
  const notes = [...failedStages, ...(end.survivors.length > 0 ? [`${end.survivors.length} processes are still running`] : []), ...(cut === undefined ? [] : [cut]), ...(fact.kind === 'none' && fact.cause !== 'system' && fact.cause !== 'top' ? [`not isolated: ${fact.reason}`] : [])];
  const note = notes.length > 0 ? `; ${notes.join('; ')}` : '';
  if (end.code === 0) {
    const partial = cut !== undefined || failedStages.length > 0;
    return { status: partial ? 'partial' : 'success', data: details, text: `Exit code 0${note}.` };
  }
  const message = end.code === null ? `Ended by ${end.signal}${note}.` : `Exit code ${end.code}${note}.`;
  return { status: 'error', data: details, text: message, error: { code: 'EXECUTION_ERROR', message, hint: isolationHint(fact, String(data['output'])) ?? hintFor(end.code) } };
}

function hintFor(code: number | null): string {
  if (code === 127) return 'The program is not installed or misspelled; see the output.';
  if (code === 126) return 'The file is not a program this account may run.';
  return 'The output says why; change the command before trying again.';
}

async function handleTask(id: string, verb: string, context: ToolContext): Promise<Outcome> {
  const tasks = backgroundTasks(context);
  const task = tasks.get(id);
  if (!task) throw new ToolFault('NOT_FOUND', `There is no background task ${id}.`, `Known tasks: ${tasks.ids().join(', ') || 'none'}.`);
  if (verb.trim() === 'stop') {
    task.group.kill();
    await task.group.ended.catch(() => undefined);
  } else if (verb.trim() !== 'poll') {
    throw new ToolFault('INVALID_PARAM', 'With task_id, command is "poll" or "stop".', 'Leave task_id out to run a new command.');
  }
  return describeTask(task, context.outputFolder);
}
