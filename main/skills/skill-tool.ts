import { z } from 'zod';
import { say } from '../locales/say';
import { ToolFault } from '../tools/fault';
import { nearestName } from '../tools/nearest';
import { defineTool, type Facts, type Outcome, type SkillFact, type Tool, type ToolContext } from '../tools/tool';
import type { PathFact } from '../tools/workspace';
import { outcomeOf, taskOutcome } from './answer-outcome';
import { describeArguments, skillArguments } from './arguments';
import { effectOf } from './effect-of';
import { line, searchSkills } from './catalogue';
import type { ProgramAnswer, SkillLibrary, SkillRunner, SkillTrust } from './contract';
import { SkillLimits } from './limits';
import type { Skill, SkillList, SkillProgram } from './skill';
import type { SkillTasks } from './tasks';
import { untilStopped } from '../tools/until-stopped';

/** More than the longest time a skill may declare: its own timeout comes first. Milliseconds. */
const LONGEST_CALL = 620_000;
/** A poll waits this long for an end, so that a model that asks again and again does not spin. Milliseconds. */
const POLL_WAIT = 10_000;
const MOST_RESOURCES = 40;
/** The name that asks for a search of skills. */
const SEARCH = '?';

export interface SkillToolOptions {
  library: SkillLibrary;
  trust: SkillTrust;
  runner: SkillRunner;
  tasks: SkillTasks;
  /** Real path; its project's skills are among those offered. */
  workspace: string;
  /** Names of bundled skills that this session can't use, with why. */
  unusable: Readonly<Record<string, string>>;
  /** A word on how far a call is. */
  progress(skill: string, text: string, fraction: number | null): void;
  /** A long call has ended by itself. */
  taskEnded(skill: string, id: string): void;
}

/** What a call of Skill asks for, once its name and arguments are understood. */
type Request =
  | { kind: 'search'; query: string }
  | { kind: 'task'; id: string; stop: boolean }
  | { kind: 'open'; skill: Skill }
  | { kind: 'call'; skill: Skill; program: SkillProgram; args: Record<string, unknown>; paths: PathFact[] };

/** The model's one door to every skill: its manual, its program, its long tasks. */
export function createSkillTool(options: SkillToolOptions): Tool {
  const limits = new SkillLimits();

  return defineTool({
    name: 'Skill',
    description:
      'Use a skill of the catalogue. Without args its manual comes; with args a callable one runs. Not for what a tool here does. args {"task_id"} polls long work, "stop": true ends it. Example: {"name": "calculator", "args": {"expression": "2^10"}}',
    parameters: z.object({
      name: z.string().describe('Or "?" to search: args {"query"}'),
      args: z.looseObject({}).optional(),
    }),
    access: 'write',
    watched: true,
    timeoutMs: LONGEST_CALL,

    async facts({ name, args }, context): Promise<Facts> {
      const request = await understand(name, args, context);
      if (request.kind !== 'call') return { paths: [] };
      const { skill, program, paths } = request;
      const isolation = await options.runner.isolation(skill, request.args);
      const fact: SkillFact = {
        name: skill.name,
        source: skill.source,
        trusted: true,
        hash: skill.hash,
        ...effectOf(skill.source, program.declaration, request.args),
        network: program.declaration.network,
        runs: options.runner.commandLine(skill),
        ...(isolation ? { isolation } : {}),
        arguments: request.args,
      };
      const foreign = program.declaration.untrusted || (skill.source !== 'bundled' && program.declaration.network.length > 0);
      return { ...(paths.length > 0 ? { paths } : {}), skill: fact, ...(foreign ? { untrusted: skill.name } : {}) };
    },

    async run({ name, args }, context): Promise<Outcome> {
      const request = await understand(name, args, context);
      if (request.kind === 'search') return found(request.query);
      if (request.kind === 'task') return task(request.id, request.stop, context);
      if (request.kind === 'open') return open(request.skill, args);
      const { skill, program } = request;
      options.library.used(skill.name);
      if (program.declaration.long) return begin(skill, request.args);
      const answer = await limits.run(skill, context.signal, () => call(skill, request.args, context.signal));
      return outcomeOf(skill.name, answer, context.outputFolder);
    },
  });

  async function understand(name: string, args: Readonly<Record<string, unknown>> | undefined, context: ToolContext): Promise<Request> {
    if (name === SEARCH) return { kind: 'search', query: String(args?.['query'] ?? '') };
    if (typeof args?.['task_id'] === 'string') return { kind: 'task', id: args['task_id'], stop: args['stop'] === true || args['stop'] === 'true' };
    const skill = ready(name);
    const { program } = skill;
    if (args === undefined || program === null) return { kind: 'open', skill };
    options.runner.expect(skill);
    const checked = await skillArguments(skill, args);
    return { kind: 'call', skill, program, ...(await resolvePaths(program, checked, context)) };
  }

  function ready(name: string): Skill {
    const list = options.library.look(options.workspace);
    const skill = list.skills.find((one) => one.name === name) ?? list.skills.find((one) => one.name === name.trim().toLowerCase().replace(/[\s_]+/g, '-'));
    if (!skill) throw unknownSkill(name, list);
    if (skill.state === 'disabled') throw new ToolFault('ACCESS_DENIED', `The person has switched ${skill.name} off.`, 'Do the task another way, or say that it would help.');
    const why = options.unusable[skill.name];
    if (why !== undefined) throw new ToolFault('UNSUPPORTED', `${skill.name} can't be used in this run: ${why}`, 'Do the task another way, or say what is missing.');
    if (skill.state !== 'ready' || !options.trust.stillTrusted(skill)) {
      const changed = skill.state !== 'untrusted';
      throw new ToolFault('ACCESS_DENIED', changed ? `${skill.name} is not what the person trusted: its files have changed.` : `The person has not trusted ${skill.name} yet.`, 'Nothing of it is used until they have looked at it on the Skills page. Do the task another way, or say that it waits there.');
    }
    return skill;
  }

  function found(query: string): Outcome {
    const { skills } = options.library.look(options.workspace);
    const usable = skills.filter(({ state, name, card }) => state === 'ready' && card.implicit && options.unusable[name] === undefined);
    const fits = searchSkills(usable, query);
    const data = { skills: fits.map(({ name, description, program }) => ({ name, description, ...(program ? { arguments: describeArguments(program.schema) } : {}) })) };
    return { status: 'success', data, text: fits.length > 0 ? fits.map(line).join('\n') : `No skill fits “${query}” among ${usable.length}.` };
  }

  function open(skill: Skill, args: Readonly<Record<string, unknown>> | undefined): Outcome {
    const { name, folder, program } = skill;
    const instructions = options.library.body(skill);
    options.library.used(name);
    const resources = options.library.files(skill, MOST_RESOURCES * 3).map(({ path }) => path).filter((path) => /^(references|scripts|assets)\//.test(path)).slice(0, MOST_RESOURCES);
    const data = { skill: name, instructions, ...(program ? { arguments: describeArguments(program.schema) } : {}), ...(resources.length > 0 ? { resources: resources.map((path) => `${folder}/${path}`) } : {}) };
    const next = [
      `The manual of ${name} is open: follow it as far as it fits the task.`,
      ...(resources.length > 0 ? ['Read its references and run its scripts (Bash) only when they are needed.'] : []),
      ...(program === null && args !== undefined ? ['It takes no arguments; those given were not used.'] : []),
    ];
    return { status: 'success', data, text: next.join(' ') };
  }

  async function call(skill: Skill, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ProgramAnswer> {
    return options.runner.call({ skill, args, signal, progress: (text, fraction) => options.progress(skill.name, text, fraction) });
  }

  function begin(skill: Skill, args: Readonly<Record<string, unknown>>): Outcome {
    const started = options.tasks.start(
      skill.name,
      async (signal, progress) => {
        const tell = (text: string, fraction: number | null): void => {
          progress(text, fraction);
          options.progress(skill.name, text, fraction);
        };
        try {
          return await limits.run(skill, signal, () => options.runner.call({ skill, args, signal, progress: tell }));
        } catch (error) {
          if (error instanceof ToolFault) return { status: 'error', code: error.code, message: error.message, hint: error.hint };
          return { status: 'error', code: 'CANCELLED', message: `${skill.name} was stopped.`, hint: 'Do not repeat it unless asked.' };
        }
      },
      ({ id }) => options.taskEnded(skill.name, id),
    );
    return {
      status: 'success',
      data: { skill: skill.name, task_id: started.id, state: 'running' },
      text: `${skill.name} is at work. Its result: Skill {"name": "${skill.name}", "args": {"task_id": "${started.id}"}}; a note comes when it has ended.`,
    };
  }

  async function task(id: string, stop: boolean, { signal, outputFolder }: ToolContext): Promise<Outcome> {
    const known = options.tasks.get(id);
    if (!known) {
      const ids = options.tasks.ids();
      throw new ToolFault('NOT_FOUND', `There is no task ${id}.`, ids.length > 0 ? `The tasks are: ${ids.join(', ')}.` : 'No long work was begun in this session.');
    }
    if (stop) known.stop();
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, POLL_WAIT);
    });
    try {
      await untilStopped(Promise.race([known.ended, patience]), signal);
    } finally {
      clearTimeout(timer);
    }
    return taskOutcome(known, outputFolder);
  }
}

/** Arguments that are paths become the absolute ones that were judged. */
async function resolvePaths(program: SkillProgram, args: Record<string, unknown>, { workspace }: ToolContext): Promise<{ args: Record<string, unknown>; paths: PathFact[] }> {
  const paths: PathFact[] = [];
  const one = async (value: unknown, access: 'read' | 'write'): Promise<unknown> => {
    if (typeof value !== 'string' || value === '') return value;
    const fact = await workspace.resolve(value, access);
    paths.push(fact);
    return fact.real;
  };
  const resolved = { ...args };
  for (const [name, access] of Object.entries(program.declaration.paths)) {
    const value = args[name];
    if (Array.isArray(value)) resolved[name] = await Promise.all(value.map((item) => one(item, access)));
    else if (value !== undefined) resolved[name] = await one(value, access);
  }
  return { args: resolved, paths };
}

function unknownSkill(name: string, { skills, notLoaded }: SkillList): ToolFault {
  const broken = notLoaded.find((one) => one.name === name);
  if (broken) return new ToolFault('NOT_FOUND', `The skill ${name} can't be loaded: ${say('en', `skills.problem.${broken.problem.code}`, broken.problem.values)}`, `It is in ${broken.folder}. Do without it, and tell the person.`);
  const ready = skills.filter(({ state }) => state === 'ready');
  const near = nearestName(name, ready.map((skill) => skill.name));
  const message = `There is no skill named ${name}.`;
  if (near) return new ToolFault('NOT_FOUND', message, `Did you mean ${near}?`);
  // What shares a word with it comes first; that it was meant is not said.
  const names = [...new Set([...searchSkills(ready, name), ...ready])].slice(0, 25).map((skill) => skill.name);
  return new ToolFault('NOT_FOUND', message, names.length > 0 ? `The skills are: ${names.join(', ')}.` : 'No skill is there. Do the task with the tools.');
}
